import Glibc
import KMS
import Linux
import Udev

/// Opens one card, holds it as its master while something is requested on it, and puts back what was found.
struct CardOwnership {
    /// The outcome of a read.
    enum Answer {
        case state(CardState)
        /// - Parameters:
        ///   - wasHeld: whether the card is to be released.
        ///   - retry: the one to start, to open the card again; nil where one is pending.
        case failed(wasHeld: Bool, retry: RetryTimer.Start?)
    }

    /// The outcome of an attempt to hold the card.
    enum Attempt {
        /// - Parameter state: the state that a probe found, where there was none before.
        case held(CardState?)
        /// Another program is its master.
        case busy(retry: RetryTimer.Start?)
        case failed(retry: RetryTimer.Start?)
    }

    /// A card that is open for the time of a pass, until it is known whether it is to be held.
    private struct Visit {
        let card: any DisplayCard
        /// Whether its displays were probed.
        let isFresh: Bool
    }

    private let node: CardNode
    private let source: any CardSource
    private(set) var access: CardAccess
    /// The card, while it is held.
    private(set) var card: (any DisplayCard)?
    private var visit: Visit?
    /// The card in sysfs as it was before the last read, while it is not held: a change during the read is a difference.
    private var glance: SysfsCard?
    /// The card during a pause, with the pipes whose pictures would end with their buffers (before Linux 6.8).
    private var parked: (card: any DisplayCard, pipes: [any DisplayPipe])?
    private var flips: FlipThread?
    /// The state of the card before the first modeset.
    private var found: FoundState?
    private var hasChangedPicture = false
    private(set) var driver: String?

    private let reading: CardReading

    init(_ node: CardNode, from source: any CardSource, _ settings: SessionSettings, isPaused: Bool) {
        self.node = node
        self.source = source
        access = CardAccess(drives: settings.delegate != nil, isPaused: isPaused)
        reading = access.drives ? .known : settings.reading
    }

    /// The error of a card that is gone.
    var lost: ScreenError {
        ScreenError(.cardLost, operation: "use", object: node.path, errno: ENODEV)
    }

    /// Decides which thread reads the card's events.
    var reader: FlipReader? { flips?.reader }

    // MARK: Reading

    /// Reads the card. One that is not held is opened for that; ``hold(whenLost:)`` or ``leave()`` has to follow.
    ///
    /// - Parameters:
    ///   - probing: whether the displays are probed if the card has no master. This process is its master for that time.
    ///   - scope: the connectors that are probed on a card that is held.
    mutating func read(probing: Bool, _ scope: HotplugScope = .all) -> Answer {
        do throws(ScreenError) {
            if let card, card.isMaster, case .only(let connectors) = scope {
                return .state(try card.state(probingOnly: connectors))
            }
            if let card { return .state(try card.state(probing: card.isMaster)) }
            visit = nil
            glance = source.sysfs(node)
            if reading == .sysfs {
                guard let shown = glance else {
                    throw ScreenError(
                        .system, operation: "read", object: node.path, errno: ENOENT,
                        remedy: "sysfs does not list the card")
                }
                driver = shown.driver
                access.wasRead(holder: nil)
                return .state(CardState(shown))
            }
            let card = try source.open(node, access: probing ? .master : .readOnly)
            driver = card.driver
            var state = try card.state(probing: probing && card.isMaster)
            if access.drives, !state.isFresh, state.isUnprobed, card.becomeMaster() {
                state = try card.state(probing: true)
                card.resign()
            }
            visit = Visit(card: card, isFresh: state.isFresh)
            access.wasRead(holder: MasterHolder.find(cardAt: node.path, unless: card.isMaster))
            return .state(state)
        } catch {
            visit = nil
            return .failed(wasHeld: card != nil, retry: failed(error))
        }
    }

    /// The kernel's knowledge, without a probe of the hardware; nil where the card is not held.
    func peek() throws(ScreenError) -> CardState? { try card?.state(probing: false) }

    /// The state that any reader sees, after the card was closed.
    func readOnce() -> CardState? {
        guard let card = try? source.open(node, access: .readOnly) else { return nil }
        return try? card.state(probing: false)
    }

    /// The kernel's knowledge of a card that is about to be given up.
    mutating func lastLook() -> CardState? {
        glance = source.sysfs(node)
        return try? peek()
    }

    /// Whether sysfs shows something else than before the last read of the card; true also where it does not show the card.
    var hasGlanceChanged: Bool { source.sysfs(node).map { $0 != glance } ?? true }

    // MARK: Holding

    /// Whether to try to hold the card: it is open, or no retry is pending.
    var mayTry: Bool { visit != nil || !access.isRetryPending }

    /// Becomes the card's master, and keeps it open.
    ///
    /// - Parameter whenLost: called on any thread if the card goes away.
    mutating func hold(whenLost: @escaping @Sendable (any DisplayCard) -> Void) -> Attempt {
        let visited = visit
        visit = nil
        do throws(ScreenError) {
            let card = if let visited { visited.card } else { try source.open(node, access: .master) }
            driver = card.driver
            guard card.isMaster || card.becomeMaster() else { return .busy(retry: isHeldByAnother()) }
            // The state before this process, not the one that an earlier attempt of this process left.
            if found == nil { found = try card.foundState() }
            if let found { card.restoreAfterCrash(found) }
            flips = try FlipThread(card: card, name: "\(node.name)-flips") { [weak card] in
                if let card { whenLost(card) }
            }
            self.card = card
            // Not before, or the kernel shows its console; and before the modesets, which may need the memory.
            parked = nil
            let state = visited?.isFresh ?? false ? nil : try card.state(probing: true)
            access.opened()
            return .held(state)
        } catch {
            let retry = failed(error)
            close()
            return .failed(retry: retry)
        }
    }

    private mutating func isHeldByAnother() -> RetryTimer.Start? {
        let holder = MasterHolder.find(cardAt: node.path)
        let problem = ScreenError(
            .busy, operation: "become master of", object: node.path, errno: EBUSY,
            remedy: holder.map { "\($0.name) (process \($0.processID)) is its master" }
                ?? "another program is its master")
        return access.isHeld(by: holder, problem)
    }

    /// Nothing is requested on a card that is not held: closes it, where it is open for a read.
    mutating func leave() {
        visit = nil
        parked = nil
        if card == nil { access.leave() }
    }

    /// Closes a card that is open for a read, and waits as before.
    mutating func endVisit() { visit = nil }

    /// Whether the card has no master now.
    var isFree: Bool { source.isFree(node) }

    /// Reports when programs close the card; nil where that cannot be watched.
    func closes() -> CloseWatch? { source.closes(of: node) }

    // MARK: Access

    /// The timer of a retry fired.
    ///
    /// - Returns: whether to act now: by a read or, while the card waits for another master, by a test whether it is free.
    mutating func retryIsDue(_ number: UInt64) -> Bool { access.retryIsDue(number) }

    /// A test has found the card still held by another program.
    ///
    /// - Returns: the retry to start; nil where one is pending.
    mutating func isStillHeld() -> RetryTimer.Start? { isHeldByAnother() }

    /// A call on the card failed. The caller closes a card that is held.
    ///
    /// - Returns: the retry to start; nil where one is pending.
    mutating func failed(_ error: ScreenError) -> RetryTimer.Start? { access.failed(error, wasOpen: card != nil) }

    /// - Returns: whether that is a change.
    mutating func setPaused(_ isPaused: Bool) -> Bool { access.setPaused(isPaused) }

    /// The GPU is lost until the card is removed.
    mutating func abandon() {
        parked = nil
        access.abandon(lost)
    }

    /// The session ends.
    ///
    /// - Returns: false where it has ended before.
    mutating func end() -> Bool {
        parked = nil
        return access.end()
    }

    // MARK: Releasing

    /// Gives mastership up, and closes the card; the descriptor of a parked one stays open.
    ///
    /// - Returns: done when the thread that reads its events has released it.
    @discardableResult
    mutating func close() -> Completion? {
        let end = flips?.end
        card?.resign()
        flips = nil
        card = nil
        visit = nil
        return end
    }

    /// Leaves the pictures on the screens for the next master, until the displays are driven again; ``close()`` has to follow.
    ///
    /// The descriptor stays open without mastership: after the close of a card's last descriptor the kernel shows its console.
    mutating func park(_ pipes: [any DisplayPipe]) {
        guard let card else { return }
        parked = (card, pipes.filter { !$0.leavePicture() })
    }

    /// A modeset begins: the card may not show what was found any more.
    mutating func pictureHasChanged() {
        hasChangedPicture = true
    }

    /// Shows what was shown before.
    ///
    /// - Returns: whether it is shown; else what is enabled has to be disabled.
    func restore() -> Bool {
        guard hasChangedPicture else { return true }
        guard let card, let found else { return false }
        return card.restore(found)
    }

    /// The card is left to other programs: what is found the next time is theirs.
    mutating func forgetFound() {
        found = nil
        hasChangedPicture = false
    }

    /// Restores the properties that outlive a modeset: the next program does not reset our colours.
    func restoreSettings() {
        guard let card, let found else { return }
        card.restoreSettings(found)
    }
}
