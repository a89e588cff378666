//! Every way by which bytes come in: drop, pick, paste, the sample. It ends with an action for the reducer.
