import Glibc
import KMS
import Linux
import Udev

/// Opens one card, keeps it while it is driven, and puts back what was found on it.
struct CardOwnership {
    /// The outcome of a read.
    enum Answer {
        /// - Parameter retry: when the card is to be opened again, in nanoseconds, where that is not waited for.
        case state(CardState, retry: Int64?)
        /// - Parameter wasOpen: whether the card is to be released.
        case failed(wasOpen: Bool, retry: Int64?)
    }

    private let node: CardNode
    private let source: any CardSource
    private(set) var access: CardAccess
    /// The card, while it is driven.
    private(set) var card: (any DisplayCard)?
    private var flips: FlipThread?
    /// The state of the card before the first modeset.
    private var found: FoundState?
    private(set) var driver: String?

    init(_ node: CardNode, from source: any CardSource, _ access: CardAccess) {
        self.node = node
        self.source = source
        self.access = access
    }

    /// The error of a card that is gone.
    var lost: ScreenError {
        ScreenError(.cardLost, operation: "use", object: node.path, errno: ENODEV)
    }

    /// Decides which thread reads the card's events.
    var reader: FlipReader? { flips?.reader }

    // MARK: Reading

    /// Reads the card; to drive it, it is opened, and kept where it can be.
    ///
    /// - Parameter whenLost: called on any thread if the opened card goes away.
    mutating func read(whenLost: @escaping @Sendable (any DisplayCard) -> Void) -> Answer {
        do throws(ScreenError) {
            guard access.drives else { return .state(try readAsReader(), retry: nil) }
            if card == nil, let state = try openAsMaster(whenLost) { return state }
            guard let card else { throw lost }
            let state = try card.state(probing: card.isMaster)
            access.opened()
            return .state(state, retry: nil)
        } catch {
            return .failed(wasOpen: card != nil, retry: failed(error))
        }
    }

    /// The kernel's knowledge, without a probe of the hardware; nil where the card is not open.
    func peek() throws(ScreenError) -> CardState? { try card?.state(probing: false) }

    /// The state that any reader sees, after the card was closed.
    func readOnce() -> CardState? {
        guard let card = try? source.open(node, access: .readOnly) else { return nil }
        return try? card.state(probing: false)
    }

    private mutating func readAsReader() throws(ScreenError) -> CardState {
        let card = try source.open(node, access: .readOnly)
        driver = card.driver
        let holder = MasterHolder.find(cardAt: node.path)
        let state = try card.state(probing: false)
        access.wasRead(holder: holder)
        return state
    }

    /// - Returns: an answer where another program is master.
    private mutating func openAsMaster(
        _ whenLost: @escaping @Sendable (any DisplayCard) -> Void
    ) throws(ScreenError) -> Answer? {
        let card = try source.open(node, access: .master)
        driver = card.driver
        guard card.isMaster else {
            let holder = MasterHolder.find(cardAt: node.path)
            let state = try card.state(probing: false)
            let problem = ScreenError(
                .busy, operation: "become master of", object: node.path, errno: EBUSY,
                remedy: holder.map { "\($0.name) (process \($0.processID)) is its master" }
                    ?? "another program is its master")
            return .state(state, retry: access.isHeld(by: holder, problem))
        }
        // The state before this process, not the one that an earlier attempt of this process left.
        if found == nil { found = try card.foundState() }
        if let found { card.restoreAfterCrash(found) }
        flips = try FlipThread(card: card, name: "\(node.name)-flips") { [weak card] in
            if let card { whenLost(card) }
        }
        self.card = card
        access.opened()
        return nil
    }

    // MARK: Access

    /// The timer of a retry fired.
    ///
    /// - Returns: whether to read the card now.
    mutating func retryIsDue() -> Bool { access.retryIsDue(isOpen: card != nil) }

    /// A call on the card failed. Open, it is to be closed by the caller.
    ///
    /// - Returns: when to try again, in nanoseconds; nil where that is waited for.
    mutating func failed(_ error: ScreenError) -> Int64? { access.failed(error, wasOpen: card != nil) }

    /// - Returns: whether that is a change.
    mutating func setPaused(_ isPaused: Bool) -> Bool { access.setPaused(isPaused) }

    /// The GPU is lost until the card is removed.
    mutating func abandon() {
        access.abandon(lost)
    }

    /// The session ends.
    ///
    /// - Returns: false where it has ended before.
    mutating func end() -> Bool { access.end() }

    // MARK: Releasing

    /// Gives mastership up, and closes the card.
    ///
    /// - Returns: done when the thread that reads its events has released it.
    @discardableResult
    mutating func close() -> Completion? {
        let end = flips?.end
        card?.resign()
        flips = nil
        card = nil
        return end
    }

    /// Shows what was shown before.
    ///
    /// - Returns: whether it is shown; else what is enabled has to be disabled.
    func restore() -> Bool {
        guard let card, let found else { return false }
        return card.restore(found)
    }

    /// Restores the properties that outlive a modeset: the next program knows nothing of our colours.
    func restoreSettings() {
        guard let card, let found else { return }
        card.restoreSettings(found)
    }
}
