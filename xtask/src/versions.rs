//! The versions of the tools that the project is built with.
//!
//! Trunk takes `wasm-bindgen` and `wasm-opt` from the path only where they
//! match Trunk.toml exactly, so the tests here hold the files together.

/// Trunk, which builds the site. 0.22 wants a newer compiler than ours.
pub(crate) const TRUNK: &str = "0.21.14";
/// The command-line twin of the crate `wasm-bindgen`: both must be the same.
pub(crate) const WASM_BINDGEN: &str = "0.2.130";
/// Binaryen, whose `wasm-opt` makes WebAssembly smaller and faster.
pub(crate) const BINARYEN: &str = "132";
/// The oldest Node.js that the tests' packages run on.
pub(crate) const NODE: [u32; 2] = [22, 19];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    fn read(file: &str) -> String {
        std::fs::read_to_string(paths::root().join(file)).unwrap()
    }

    #[test]
    fn the_workspace_pins_the_same_wasm_bindgen() {
        assert!(read("Cargo.toml").contains(&format!("wasm-bindgen = \"={WASM_BINDGEN}\"")));
    }

    #[test]
    fn trunk_looks_for_the_same_tools() {
        let trunk = read("Trunk.toml");
        assert!(trunk.contains(&format!("wasm_bindgen = \"{WASM_BINDGEN}\"")));
        assert!(trunk.contains(&format!("wasm_opt = \"version_{BINARYEN}\"")));
    }

    #[test]
    fn npm_brings_the_same_binaryen() {
        let package = read("xtask/wasm-opt/package.json");
        assert!(package.contains(&format!("\"binaryen\": \"{BINARYEN}.0.0\"")));
    }
}
