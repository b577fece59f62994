/// Whether a card may be opened for driving, why it is not open, and what is waited for until it is tried again. Pure.
///
/// A card that is to be driven and is closed always has a retry pending, unless it is paused, given up or removed.
struct CardAccess: Sendable, Hashable {
    /// How often the mastership of another program is tried for, in nanoseconds. No event reports its end.
    static let masterRetry: Int64 = 1_000_000_000
    /// When a card that could not be opened is tried again: udev's rules may still be at work, descriptors may be closed.
    static let openRetry: Int64 = 5_000_000_000

    /// Whether the card is to be driven, and not only watched.
    let drives: Bool
    /// The reason why it cannot be driven.
    private(set) var problem: ScreenError?
    /// The program that is its master, where that is another one and is known.
    private(set) var holder: CardHolder?
    private(set) var isPaused: Bool
    /// Whether its session has ended.
    private(set) var isOver = false
    /// Whether the GPU is lost for good, until the card is removed.
    private var isAbandoned = false
    private(set) var isRetryPending = false

    init(drives: Bool, isPaused: Bool) {
        self.drives = drives
        self.isPaused = isPaused
    }

    /// Whether the card may be read.
    var mayRead: Bool { !isOver && !isPaused && !isAbandoned }

    // MARK: The outcomes of a read

    /// It is open for driving.
    mutating func opened() {
        problem = nil
        holder = nil
    }

    /// It was read without being kept open.
    mutating func wasRead(holder: CardHolder?) {
        problem = nil
        self.holder = holder
    }

    /// Another program is its master: it is not kept open, or the console could not come back when that program ends.
    ///
    /// - Returns: when to try again, in nanoseconds; nil where that is waited for.
    mutating func isHeld(by holder: CardHolder?, _ problem: ScreenError) -> Int64? {
        self.problem = problem
        self.holder = holder
        return retry(after: Self.masterRetry)
    }

    /// It could not be opened or read, or a call on it failed.
    ///
    /// - Parameter wasOpen: whether it was open for driving. The caller closes it.
    /// - Returns: when to try again, in nanoseconds; nil where that is waited for, or is not worth the wake-ups.
    mutating func failed(_ problem: ScreenError, wasOpen: Bool) -> Int64? {
        self.problem = problem
        if wasOpen { return retry(after: Self.masterRetry) }
        // A reader without the rights stays without them.
        return drives || problem.code != .permissionDenied ? retry(after: Self.openRetry) : nil
    }

    // MARK: Events

    /// The timer fired.
    ///
    /// - Returns: whether to read it now.
    mutating func retryIsDue(isOpen: Bool) -> Bool {
        isRetryPending = false
        return !isOpen && mayRead
    }

    /// - Returns: whether that is a change.
    mutating func setPaused(_ isPaused: Bool) -> Bool {
        guard !isOver, isPaused != self.isPaused else { return false }
        self.isPaused = isPaused
        return true
    }

    /// The GPU is lost: it is not read any more.
    mutating func abandon(_ problem: ScreenError) {
        isAbandoned = true
        self.problem = problem
    }

    /// Its session ends.
    ///
    /// - Returns: false where it has ended before.
    mutating func end() -> Bool {
        defer { isOver = true }
        return !isOver
    }

    private mutating func retry(after delay: Int64) -> Int64? {
        guard !isRetryPending else { return nil }
        isRetryPending = true
        return delay
    }
}
