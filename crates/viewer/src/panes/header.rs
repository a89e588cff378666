//! The header: what session this is, and the buttons that concern the whole page.
