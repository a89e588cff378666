//! Families of languages: what their comments, strings and keywords look like, and which names and
//! file extensions belong to them.

/// A family of languages that colour alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// Unknown, or not worth colouring.
    #[default]
    Plain,
    /// JavaScript and TypeScript.
    Script,
    /// Rust.
    Rust,
    /// C, C++, Java, C#, Kotlin, Swift, Dart, Scala, PHP.
    Braces,
    /// Go.
    Go,
    /// Python.
    Python,
    /// Ruby, Elixir, Crystal.
    Ruby,
    /// Shells, Make, Dockerfiles.
    Shell,
    /// YAML, TOML, INI and other settings.
    Settings,
    /// JSON and its relatives.
    Json,
    /// SQL.
    Sql,
    /// HTML, XML, SVG, Vue, Svelte.
    Markup,
    /// CSS and its relatives.
    Styles,
    /// Lua and Haskell: two dashes open a comment.
    Dashes,
}

/// How a family writes things.
pub(super) struct Syntax {
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Quotes of strings that end at the line's end at the latest.
    pub(super) quotes: &'static [char],
    /// Quotes of strings that run over lines.
    pub(super) long_quotes: &'static [&'static str],
    /// Words apart by spaces.
    pub(super) keywords: &'static str,
    pub(super) ignores_case: bool,
    /// A comment opens only at the start of a word, as in shells.
    pub(super) comment_opens_word: bool,
}

const NONE: Syntax = Syntax {
    line_comments: &[],
    block_comment: None,
    quotes: &[],
    long_quotes: &[],
    keywords: "",
    ignores_case: false,
    comment_opens_word: false,
};

const BRACES: Syntax = Syntax {
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    quotes: &['"', '\''],
    ..NONE
};

impl Language {
    /// The language that a fence or a person names.
    pub fn named(name: &str) -> Self {
        let name = name
            .split([' ', ',', '{', '\t'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match name.as_str() {
            "js" | "javascript" | "jsx" | "mjs" | "cjs" | "ts" | "typescript" | "tsx" | "mts"
            | "cts" | "node" => Self::Script,
            "rs" | "rust" => Self::Rust,
            "c" | "h" | "cc" | "cpp" | "c++" | "hpp" | "cxx" | "cs" | "csharp" | "c#" | "java"
            | "kt" | "kts" | "kotlin" | "swift" | "dart" | "scala" | "php" | "m" | "mm"
            | "objc" | "groovy" | "gradle" | "zig" | "proto" | "glsl" | "wgsl" | "hlsl" | "sol"
            | "solidity" => Self::Braces,
            "go" | "golang" => Self::Go,
            "py" | "python" | "python3" | "pyi" | "starlark" | "bzl" => Self::Python,
            "rb" | "ruby" | "ex" | "exs" | "elixir" | "cr" | "crystal" => Self::Ruby,
            "sh" | "bash" | "zsh" | "fish" | "shell" | "console" | "make" | "makefile" | "mk"
            | "dockerfile" | "docker" | "ps1" | "powershell" | "perl" | "pl" | "r" | "tcl"
            | "nix" => Self::Shell,
            "yaml" | "yml" | "toml" | "ini" | "conf" | "cfg" | "properties" | "env"
            | "editorconfig" | "gitignore" | "lock" => Self::Settings,
            "json" | "jsonc" | "json5" | "jsonl" | "ndjson" => Self::Json,
            "sql" | "psql" | "mysql" | "sqlite" | "postgresql" => Self::Sql,
            "html" | "htm" | "xml" | "svg" | "vue" | "svelte" | "xhtml" | "plist" | "astro" => {
                Self::Markup
            }
            "css" | "scss" | "sass" | "less" => Self::Styles,
            "lua" | "hs" | "haskell" | "elm" | "ada" | "vhdl" => Self::Dashes,
            _ => Self::Plain,
        }
    }

    /// The language that a file's name tells.
    pub fn of_path(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        Self::named(name.rsplit('.').next().unwrap_or(name))
    }

    pub(super) fn syntax(self) -> Syntax {
        match self {
            Self::Plain => NONE,
            Self::Script => Syntax {
                long_quotes: &["`"],
                keywords: SCRIPT,
                ..BRACES
            },
            Self::Rust => Syntax {
                quotes: &[],
                long_quotes: &["\""],
                keywords: RUST,
                ..BRACES
            },
            Self::Braces => Syntax {
                long_quotes: &["\"\"\""],
                keywords: BRACE_WORDS,
                ..BRACES
            },
            Self::Go => Syntax {
                long_quotes: &["`"],
                keywords: GO,
                ..BRACES
            },
            Self::Python => Syntax {
                line_comments: &["#"],
                quotes: &['"', '\''],
                long_quotes: &["\"\"\"", "'''"],
                keywords: PYTHON,
                ..NONE
            },
            Self::Ruby => Syntax {
                line_comments: &["#"],
                quotes: &['"', '\''],
                keywords: RUBY,
                ..NONE
            },
            Self::Shell => Syntax {
                line_comments: &["#"],
                long_quotes: &["\"", "'"],
                keywords: SHELL,
                comment_opens_word: true,
                ..NONE
            },
            Self::Settings => Syntax {
                line_comments: &["#", ";"],
                quotes: &['"', '\''],
                keywords: "true false null yes no on off",
                comment_opens_word: true,
                ..NONE
            },
            Self::Json => Syntax {
                line_comments: &["//"],
                quotes: &['"'],
                keywords: "true false null",
                ..NONE
            },
            Self::Sql => Syntax {
                line_comments: &["--"],
                block_comment: Some(("/*", "*/")),
                quotes: &['\'', '"'],
                keywords: SQL,
                ignores_case: true,
                ..NONE
            },
            Self::Markup => Syntax {
                block_comment: Some(("<!--", "-->")),
                quotes: &['"'],
                ..NONE
            },
            Self::Styles => Syntax {
                block_comment: Some(("/*", "*/")),
                quotes: &['"', '\''],
                keywords: "important media supports import keyframes layer var calc",
                ..NONE
            },
            Self::Dashes => Syntax {
                line_comments: &["--"],
                quotes: &['"'],
                keywords: DASHES,
                ..NONE
            },
        }
    }
}

const SCRIPT: &str = "abstract as async await break case catch class const continue debugger declare default \
    delete do else enum export extends false finally for from function get if implements import \
    in instanceof interface keyof let namespace new null of private protected public readonly \
    return satisfies set static super switch this throw true try type typeof undefined var void \
    while with yield";
const RUST: &str = "Self as async await break const continue crate dyn else enum extern false fn for if impl in \
    let loop macro_rules match mod move mut pub ref return self static struct super trait true \
    type union unsafe use where while";
const BRACE_WORDS: &str = "abstract and as auto base bool break case catch char class const constexpr continue data \
    default defer delete do double else enum explicit export extends extension extern false \
    final finally float fn for foreach func fun function goto guard if implements import in \
    inline int interface internal is let long message mutable namespace new nil noexcept null \
    nullptr object operator out override package private protected protocol public readonly \
    record repeated return sealed short signed sizeof static string struct super switch template \
    this throw throws true try typedef typename union unsigned using val var virtual void \
    volatile when where while yield";
const GO: &str = "any bool break byte case chan const continue default defer else error false fallthrough for \
    func go goto if import int interface map nil package range return rune select string struct \
    switch true type var";
const PYTHON: &str = "False None True and as assert async await break case class continue def del elif else except \
    finally for from global if import in is lambda match nonlocal not or pass raise return self \
    try while with yield";
const RUBY: &str = "alias and begin break case class def defmodule defp do else elsif end ensure false fn for if \
    in module next nil not or raise redo require rescue retry return self super then true undef \
    unless until use when while yield";
const SHELL: &str = "ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM RUN USER WORKDIR case do done elif else esac exit \
    export fi for function if in local return set source then unset until while";
const SQL: &str = "add all alter and as asc begin between by case check column commit constraint create cross \
    database default delete desc distinct drop else end exists explain false foreign from full \
    group having if in index inner insert into is join key left like limit not null offset on or \
    order outer primary references returning right rollback select set table then transaction \
    true union unique update using values view when where with";
const DASHES: &str = "and break case class data deriving do else elseif end false for function if import in \
    instance let local module newtype nil not of or qualified repeat return then true type until \
    where while";
