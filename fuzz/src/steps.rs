//! Steps, counted: every load and store of the code that cargo builds here.
//!
//! The compiler puts a call before each (see `.cargo/config.toml`). Not counted is what lies in the
//! standard library as it is shipped, such as copying a slice; all code that is generic is.

use std::sync::atomic::{AtomicU64, Ordering};

static STEPS: AtomicU64 = AtomicU64::new(0);

/// How many steps `work` takes.
pub fn count(work: impl FnOnce()) -> u64 {
    let before = STEPS.load(Ordering::Relaxed);
    work();
    STEPS.load(Ordering::Relaxed) - before
}

/// Whether this program was built to count.
pub fn are_counted() -> bool {
    count(|| drop(std::hint::black_box(pi_session::Session::parse(b"{}")))) > 0
}

macro_rules! hooks {
    ($($name:ident)*) => {
        $(
            /// Called by compiled code.
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(_: *const u8) {
                // One atomic operation is neither a load nor a store, so it is not counted itself.
                STEPS.fetch_add(1, Ordering::Relaxed);
            }
        )*
    };
}

hooks! {
    __sanitizer_cov_load1 __sanitizer_cov_load2 __sanitizer_cov_load4 __sanitizer_cov_load8 __sanitizer_cov_load16
    __sanitizer_cov_store1 __sanitizer_cov_store2 __sanitizer_cov_store4 __sanitizer_cov_store8 __sanitizer_cov_store16
}
