//! The Pi session viewer. This file mounts the application and names its modules; nothing else belongs here.

#![allow(
    unreachable_pub,
    reason = "a program exports nothing: `pub` here means: for the rest of the viewer"
)]

mod address;
mod app;
mod commands;
mod dialogs;
mod intake;
mod keys;
mod page;
mod panes;
mod parts;
mod queries;
mod state;
mod storage;
mod words;

fn main() {
    let mount = gloo::utils::document().get_element_by_id("app");
    if let Some(mount) = mount {
        yew::Renderer::<app::App>::with_root(mount).render();
    }
}
