import Screens

/// A mode that was set to be tried, and what comes back unless somebody confirms it.
struct UnconfirmedMode {
    /// What was wanted before; nil where nothing was.
    let former: ModePolicy?
    var timer: UInt64
    /// Which trial it is: its timer may be due when another one has begun.
    let number: UInt64
}
