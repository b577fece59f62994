/// Decides whether a card may be opened for driving, why it is not open, and when it is tried again. Pure.
///
/// A closed card on which something is requested always has a retry pending, unless it is paused, abandoned or removed.
struct CardAccess: Sendable, Hashable {
    /// How often a card that has another master is tried. A close of the card usually announces the end of that
    /// mastership (``MasterWait``). This poll finds a program that drops the mastership without a close.
    static let masterPoll: Nanoseconds = 10_000_000_000
    /// The delay until a card is opened again after a call on it failed.
    static let reopenDelay: Nanoseconds = 1_000_000_000
    /// The delay until a card that could not be opened is tried again: udev's rules may still be at work, or
    /// descriptors may be closed.
    static let openRetry: Nanoseconds = 5_000_000_000

    /// Whether the card is to be driven, and not only watched.
    let drives: Bool
    /// The reason why it cannot be driven.
    private(set) var problem: ScreenError?
    /// The program that is its master, if it is another program and is known.
    private(set) var master: CardMaster?
    private(set) var isPaused: Bool
    /// Whether its session has ended.
    private(set) var isOver = false
    /// Whether the GPU is lost for good, until the card is removed.
    private var isAbandoned = false
    private var retry = RetryTimer()
    /// Whether the card waits for another program to drop its mastership.
    private(set) var isWaiting = false

    init(drives: Bool, isPaused: Bool) {
        self.drives = drives
        self.isPaused = isPaused
    }

    var isRetryPending: Bool { retry.isPending }

    /// Whether the card may be read.
    var mayRead: Bool { !isOver && !isPaused && !isAbandoned }

    // MARK: The outcomes of a read

    /// Records that the card is open for driving.
    mutating func opened() {
        problem = nil
        master = nil
        isWaiting = false
        retry.cancel()
    }

    /// Records that the card was read without being kept open.
    mutating func wasRead(master: CardMaster?) {
        problem = nil
        self.master = master
        retry.cancel()
    }

    /// Records that another program is the card's master. The card is not kept open, or the console could not come back
    /// when that program ends.
    ///
    /// - Returns: the retry to start; nil if one is pending.
    mutating func isHeld(by master: CardMaster?, _ problem: ScreenError) -> RetryTimer.Start? {
        self.problem = problem
        self.master = master
        isWaiting = true
        return startRetry(after: Self.masterPoll)
    }

    /// Records that nothing is requested on the card: it is left to other programs.
    mutating func leave() {
        guard isWaiting else { return }
        isWaiting = false
        problem = nil
        retry.cancel()
    }

    /// Records that the card could not be opened or read, or that a call on it failed.
    ///
    /// - Parameter wasOpen: whether it was open for driving. The caller closes it.
    /// - Returns: the retry to start; nil if one is pending, or is not worth the wake-ups.
    mutating func failed(_ problem: ScreenError, wasOpen: Bool) -> RetryTimer.Start? {
        self.problem = problem
        isWaiting = false
        // This retry takes the place of a poll for a former master.
        if wasOpen { return retry.start(after: Self.reopenDelay) }
        // A node without connectors has none later either, until udev reports a change; opening it may wake a GPU.
        if problem.code == .noCard { return nil }
        // A reader without the rights stays without them.
        return drives || problem.code != .permissionDenied ? startRetry(after: Self.openRetry) : nil
    }

    // MARK: Events

    /// Handles the timer of a retry.
    ///
    /// - Returns: whether to read the card now. While ``isWaiting``, only a test whether the card is free follows.
    mutating func retryIsDue(_ number: UInt64) -> Bool { retry.isDue(number) && mayRead }

    /// - Returns: whether this changes anything.
    mutating func setPaused(_ isPaused: Bool) -> Bool {
        guard !isOver, isPaused != self.isPaused else { return false }
        self.isPaused = isPaused
        return true
    }

    /// Records that the GPU is lost: the card is no longer read.
    mutating func abandon(_ problem: ScreenError) {
        isAbandoned = true
        self.problem = problem
    }

    /// Ends the session of the card.
    ///
    /// - Returns: false if it has ended before.
    mutating func end() -> Bool {
        defer { isOver = true }
        return !isOver
    }

    private mutating func startRetry(after delay: Nanoseconds) -> RetryTimer.Start? {
        retry.isPending ? nil : retry.start(after: delay)
    }
}
