//! Words of the start page, header, sessions list, status bar, intake and dialogs.

/// Words of the shell in one language.
pub struct ShellWords {
    /// The name of the product.
    pub product: &'static str,
}

/// English.
pub const EN: ShellWords = ShellWords {
    product: "Pi session viewer",
};

/// Vietnamese.
pub const VI: ShellWords = ShellWords {
    product: "Trình xem phiên Pi",
};
