//! The few icons of the page, drawn on a grid of 16. They are decoration: the name stands beside them.

use yew::prelude::*;

/// An icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// The product's own sign: a branch with a leaf.
    Mark,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A clipboard.
    Clipboard,
    /// A spark.
    Sample,
    /// A cross.
    Close,
    /// An arrow into a tray.
    Drop,
    /// An arrow out of a tray.
    Export,
    /// Lines of a tree.
    Tree,
    /// Lines of talk.
    Talk,
    /// A stack of pages.
    Stack,
    /// Sliders.
    Settings,
    /// A question mark.
    Help,
    /// A warning.
    Warning,
    /// Two sheets.
    Copy,
    /// A chain.
    Link,
    /// Curly brackets.
    Braces,
    /// A label on a string.
    Tag,
    /// A branch that sets out.
    Branch,
    /// A pencil.
    Pencil,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Mark => {
                "M4.5 2v12M4.5 6h3.25a3.25 3.25 0 0 1 3.25 3.25v1M12.5 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z"
            }
            Self::File => "M4 2h5l3.5 3.5V14h-8.5zM9 2v3.5h3.5",
            Self::Folder => "M2 4h4l1.5 2H14v7H2z",
            Self::Clipboard => "M5.5 3H3.5v11h9V3h-2M5.5 2h5v2.5h-5z",
            Self::Sample => "M8 2.5l1.3 4.2L13.5 8l-4.2 1.3L8 13.5 6.7 9.3 2.5 8l4.2-1.3z",
            Self::Close => "M4 4l8 8M12 4l-8 8",
            Self::Drop => "M8 2v7.5M4.75 6.5L8 9.75l3.25-3.25M2.5 10.5V14h11v-3.5",
            Self::Export => "M8 9.75V2.5M4.75 5.5L8 2.25l3.25 3.25M2.5 10.5V14h11v-3.5",
            Self::Tree => "M3.5 2.5v9h3.5M3.5 6h3.5M9.5 6h4M9.5 11.5h4",
            Self::Talk => "M2.5 3h11v8H7l-3 2.5V11H2.5z",
            Self::Stack => "M2.5 5.5h11v8h-11zM4 3h8",
            Self::Settings => {
                "M2 5h5M11 5h3M2 11h3M9 11h5M11 5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM9 11a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"
            }
            Self::Help => "M5.5 5.5a2.5 2.5 0 1 1 3.7 2.2C8.3 8.2 8 8.6 8 9.6M8 12.4v.2",
            Self::Warning => "M8 2.5l6 11H2zM8 6.5v3.25M8 11.6v.2",
            Self::Copy => "M5.5 5.5h8v8h-8zM10.5 3.5v-1h-8v8h1",
            Self::Link => {
                "M6.5 9.5l3-3M7 5l1.8-1.8a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.8 1.8a2.8 2.8 0 0 1-4-4L5 7"
            }
            Self::Tag => "M2.5 3h5l6 6-4.5 4.5-6.5-6.5zM5.5 5.9v.2",
            Self::Branch => "M4.5 2v12M4.5 9.5c0-3 6.5-1.5 6.5-5.5M8.5 6.5L11 4l2.5 2.5",
            Self::Pencil => "M3 13l.6-3L10.5 3l2.5 2.5L6 12.4z",
            Self::Braces => {
                "M6 2.5c-1.6 0-2 .6-2 2v1.2c0 1.3-.5 2-1.5 2.3 1 .3 1.5 1 1.5 2.3v1.2c0 1.4.4 2 2 2M10 2.5c1.6 0 2 .6 2 2v1.2c0 1.3.5 2 1.5 2.3-1 .3-1.5 1-1.5 2.3v1.2c0 1.4-.4 2-2 2"
            }
        }
    }
}

/// What an icon is made of.
#[derive(Properties, PartialEq)]
pub struct GlyphProps {
    /// Which one.
    pub icon: Icon,
    /// Classes beside its own.
    #[prop_or_default]
    pub class: Classes,
}

/// An icon in the colour of the text around it.
#[component]
pub fn Glyph(props: &GlyphProps) -> Html {
    html! {
        <svg class={classes!("glyph", props.class.clone())} viewBox="0 0 16 16" aria-hidden="true">
            <path d={props.icon.path()} />
        </svg>
    }
}
