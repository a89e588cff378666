//! Sessions of extreme shapes: a chain, siblings, rings, one id, damaged lines, deep JSON, and more.

const HEADER: &str = "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"cwd\":\"/\"}\n";
const ROOT: &str = "{\"type\":\"message\",\"id\":\"n0\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":\"a b\"}}\n";

fn entry(kind: &str, id: &str, parent: &str, rest: &str) -> String {
    format!(
        "{{\"type\":\"{kind}\",\"id\":\"{id}\",\"parentId\":\"{parent}\",\"timestamp\":\"2026-01-01T00:00:00Z\",{rest}}}\n"
    )
}

fn said(id: &str, parent: &str) -> String {
    entry(
        "message",
        id,
        parent,
        r#""message":{"role":"user","content":"a b"}"#,
    )
}

fn call(id: &str, parent: &str, call: &str) -> String {
    entry(
        "message",
        id,
        parent,
        &format!(
            r#""message":{{"role":"assistant","content":[{{"type":"toolCall","id":"{call}","name":"ls"}}]}}"#
        ),
    )
}

fn result(id: &str, parent: &str, call: &str) -> String {
    entry(
        "message",
        id,
        parent,
        &format!(r#""message":{{"role":"toolResult","toolCallId":"{call}","content":[]}}"#),
    )
}

/// A name, what stands once, what stands over and over, what ends it.
pub fn all() -> Vec<(&'static str, String, String, String)> {
    let root = || format!("{HEADER}{ROOT}");
    let open = |start: &str| {
        format!("{HEADER}{{\"type\":\"custom\",\"id\":\"a\",\"parentId\":null,\"data\":{start}")
    };
    let none = String::new;
    let v1 = HEADER.replace(",\"version\":3", "");
    vec![
        ("a chain", root(), said("n#", "n@"), none()),
        ("a chain, backwards", HEADER.to_owned(), said("n@", "n#"), none()),
        ("siblings", root(), said("n#", "n0"), none()),
        ("roots", HEADER.to_owned(), said("n#", "gone"), none()),
        ("a binary tree", root(), said("n#", "n%"), none()),
        ("nested branch points", root(), said("n#", "n@") + &said("side#", "n@"), none()),
        ("a ring", HEADER.to_owned(), said("n#", "n@"), said("n0", "n1")),
        ("rings", HEADER.to_owned(), said("n#", "m#") + &said("m#", "n#"), none()),
        ("one id", HEADER.to_owned(), said("n", "n"), none()),
        ("version 1", v1.clone(), entry("message", "x", "y", r#""message":{"role":"user","content":"a"}"#), none()),
        ("version 1, compacted", v1, entry("compaction", "x", "y", r#""summary":"s","firstKeptEntryIndex":#,"tokensBefore":1"#), none()),
        ("no ids", HEADER.to_owned(), "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"a\"}}\n".to_owned(), none()),
        ("bookkeeping", root(), entry("custom", "n#", "n@", r#""customType":"x""#), none()),
        ("calls and results", root(), call("c#", "n@", "t#") + &result("n#", "c#", "t#"), none()),
        ("calls of one id", root(), call("n#", "n@", "t"), none()),
        ("results of one id", root() + &call("n0", "n0", "t"), result("n#", "n@", "t"), none()),
        ("orphan results", HEADER.to_owned(), call("c#", "gone", "t") + &result("r#", "gone", "t"), none()),
        ("answers on branches", root() + &call("c", "n0", "t"), result("r#", "c", "t"), none()),
        ("labels", root(), entry("label", "n#", "n@", r#""targetId":"n0","label":"a b""#), none()),
        ("edits", root(), entry("context_edit", "n#", "n@", r#""targetId":"n0","replacement":{"content":"x"}"#), none()),
        ("compactions", root(), entry("compaction", "n#", "n@", r#""summary":"s","firstKeptEntryId":"n1","tokensBefore":1"#), none()),
        ("names", root(), entry("session_info", "n#", "n@", r#""name":"a b""#), none()),
        ("headers", HEADER.to_owned(), HEADER.to_owned(), none()),
        ("blank lines", HEADER.to_owned(), "\n \n".to_owned(), none()),
        ("scalars", HEADER.to_owned(), "7\n".to_owned(), none()),
        ("damaged lines", HEADER.to_owned(), "}\n".to_owned(), none()),
        ("one record over lines", HEADER.to_owned(), "{\n".to_owned(), none()),
        ("beginnings on one line", HEADER.to_owned(), "{\"type\":".to_owned(), none()),
        ("beginnings in strings", HEADER.to_owned(), "{\"type\":\"a".to_owned(), none()),
        ("beginnings of blocks", HEADER.to_owned(), "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":[".to_owned(), none()),
        ("records on one line", HEADER.to_owned(), said("n#", "n@").trim_end().to_owned(), none()),
        ("torn and whole on one line", HEADER.to_owned(), "{\"type\":\"mess".to_owned() + said("n#", "n@").trim_end(), none()),
        ("NUL bytes", HEADER.to_owned(), "\0".to_owned(), ROOT.to_owned()),
        ("deep arrays", open(""), "[".to_owned(), none()),
        ("deep objects", open(""), "{\"a\":".to_owned(), none()),
        ("a wide array", open("["), "#,".to_owned(), "0]}\n".to_owned()),
        ("a wide object", open("{"), "\"k#\":#,".to_owned(), "\"z\":0}}\n".to_owned()),
        ("indices as keys", open("{"), "\"#\":#,".to_owned(), "\"z\":0}}\n".to_owned()),
        ("one key", open("{"), "\"k\":#,".to_owned(), "\"z\":0}}\n".to_owned()),
        ("escapes", open("\""), "\\ud83d\\n".to_owned(), "\"}\n".to_owned()),
        ("text", open("\""), "a \u{e9}\u{1f600}".to_owned(), "\"}\n".to_owned()),
        ("digits", open("1"), "23".to_owned(), "}\n".to_owned()),
        ("members of a record", HEADER.to_owned() + "{\"type\":\"custom\",", "\"id\":\"n#\",".to_owned(), "\"parentId\":null}\n".to_owned()),
        (
            "blocks",
            HEADER.to_owned() + "{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"message\":{\"role\":\"assistant\",\"content\":[",
            "{\"type\":\"toolCall\",\"id\":\"t#\",\"name\":\"ls\"},{\"type\":\"text\",\"text\":\"x\"},".to_owned(),
            "7]}}\n".to_owned(),
        ),
    ]
}
