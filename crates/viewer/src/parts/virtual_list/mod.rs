//! Lists that keep only what is near the view in the document.
