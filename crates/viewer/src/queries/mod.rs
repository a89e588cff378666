//! Memoised reads: from keys to owned views of the core. Nothing here changes state.
