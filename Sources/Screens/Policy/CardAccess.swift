/// Whether a card may be opened for driving, why it is not open, and what is waited for until it is tried again. Pure.
///
/// A card on which something is requested and that is closed always has a retry pending, unless it is paused, abandoned or removed.
struct CardAccess: Sendable, Hashable {
    /// How often the mastership of another program is tried for, in nanoseconds. Its end is mostly announced by a close of the
    /// card (``MasterWait``), but not where that program only drops it.
    static let masterPoll: Int64 = 10_000_000_000
    /// When a card is opened again after a call on it failed, in nanoseconds.
    static let reopenDelay: Int64 = 1_000_000_000
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
    /// Whether it is waited for that another program gives up its mastership.
    private(set) var isWaiting = false

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
        isWaiting = false
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
        isWaiting = true
        return retry(after: Self.masterPoll)
    }

    /// Another program is master by now, and still not this one.
    mutating func isHeld(by holder: CardHolder?) {
        self.holder = holder
    }

    /// Nothing is requested on it: it is left to other programs.
    mutating func leave() {
        guard isWaiting else { return }
        isWaiting = false
        problem = nil
        // Its timer finds nothing to do.
        isRetryPending = false
    }

    /// It could not be opened or read, or a call on it failed.
    ///
    /// - Parameter wasOpen: whether it was open for driving. The caller closes it.
    /// - Returns: when to try again, in nanoseconds; nil where that is waited for, or is not worth the wake-ups.
    mutating func failed(_ problem: ScreenError, wasOpen: Bool) -> Int64? {
        self.problem = problem
        isWaiting = false
        if wasOpen { return retry(after: Self.reopenDelay) }
        // A node without connectors has none later either, until udev reports a change: opening it may wake a GPU.
        if problem.code == .noCard { return nil }
        // A reader without the rights stays without them.
        return drives || problem.code != .permissionDenied ? retry(after: Self.openRetry) : nil
    }

    // MARK: Events

    /// The timer fired.
    ///
    /// - Returns: whether to read it now. While ``isWaiting`` it is only tried whether it is free.
    mutating func retryIsDue(isOpen: Bool) -> Bool {
        isRetryPending = false
        return !isOpen && mayRead && (isWaiting || problem != nil)
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
