import Glibc
import ScreensKMS
import ScreensLinux
import ScreensUdev

/// Opens one card, holds it as its master while something is requested on it, and restores the state that was found.
struct CardOwnership {
    /// The outcome of a read.
    enum Answer {
        case state(CardState)
        /// - Parameters:
        ///   - wasHeld: whether the card has to be released.
        ///   - retry: the retry to start, to open the card again; nil if one is pending.
        case failed(wasHeld: Bool, retry: RetryTimer.Start?)
    }

    /// The outcome of an attempt to hold the card.
    enum Attempt {
        /// - Parameter state: the state that a probe found, if there was none before.
        case held(CardState?)
        /// The master is another program.
        ///
        /// - Parameter state: the state that the kernel knows, if the card was not read before.
        case busy(CardState?, retry: RetryTimer.Start?)
        case failed(retry: RetryTimer.Start?)
    }

    /// Whether a card that is not held is opened for a read. Opening it may wake a GPU, and closing it may enable a
    /// blanked console.
    enum Opening {
        case always
        /// The card is opened, unless its device is suspended: then sysfs describes it.
        case unlessAsleep
        /// The card is opened, unless sysfs describes it well enough while nothing is requested.
        case unlessDescribed
    }

    /// A card that is open during a pass, until it is decided whether it is held.
    private struct TemporaryOpening {
        let card: any DisplayCard
        /// The connectors that were not probed.
        let unprobed: Set<ConnectorID>
    }

    private let node: CardNode
    private let source: any CardSource
    private(set) var access: CardAccess
    /// The card, while it is held.
    private(set) var card: (any DisplayCard)?
    private var temporary: TemporaryOpening?
    /// The card in sysfs as it was before the last read, while it is not held. A change during the read is a
    /// difference, except for the results of our own probe.
    private var sysfsState: SysfsCard?
    /// Whether the last state came from sysfs only.
    private(set) var isFromSysfs = false
    /// The card during a pause, with the pipes whose pictures would end with their buffers (before Linux 6.8).
    private var keptForPause: (card: any DisplayCard, pipes: [any DisplayPipe])?
    private var flips: FlipThread?
    /// The state of the card before the first modeset.
    private var saved: SavedState?
    private var hasChangedPicture = false
    private(set) var driver: String?
    /// Whether the card's file outlives this process, with the pictures that it shows.
    private var isKept = false

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

    /// Reads the card. If it is not held, it is opened for that; ``hold(onLost:)`` or ``leave()`` must follow.
    ///
    /// - Parameters:
    ///   - probing: whether the displays are probed if the card has no master. This process is the master during the
    ///     probe.
    ///   - scope: the connectors that are probed.
    mutating func read(probing: Bool, _ scope: HotplugScope = .all, opening: Opening = .always) -> Answer {
        do throws(ScreenError) {
            if let card { return .state(try Self.state(of: card, probing: card.isMaster, scope)) }
            temporary = nil
            sysfsState = source.sysfs(node)
            if reading == .sysfs {
                guard let described = sysfsState else {
                    throw ScreenError(
                        .system, operation: "read", object: node.path, errno: ENOENT,
                        circumstances: "sysfs does not list the card")
                }
                return .state(take(described))
            }
            if let sysfsState, !access.drives, reading != .probedRegardless, sysfsState.isDisabledByReaders,
                !sysfsState.connectors.isEmpty
            {
                return .state(take(sysfsState))
            }
            if !reading.probes, opening != .always, let sysfsState {
                guard !sysfsState.isAsleep || !sysfsState.connectors.isEmpty else {
                    throw ScreenError(.noCard, operation: "read the displays of", object: node.path)
                }
                if sysfsState.suffices, sysfsState.isAsleep || opening == .unlessDescribed {
                    return .state(take(sysfsState))
                }
            }
            let card = try open(probing ? .master : .readOnly)
            driver = card.driver
            isFromSysfs = false
            var state = try Self.state(of: card, probing: probing && card.isMaster, scope)
            var unprobed: Set<ConnectorID> = []
            if !state.isFresh {
                unprobed = Set(state.connectors.map(\.id))
            } else if case .only(let probed) = scope {
                unprobed = Set(state.connectors.map(\.id)).subtracting(probed)
            }
            if access.drives, !state.isFresh, state.isUnprobed, card.becomeMaster() {
                state = try card.state(probing: true)
                unprobed = []
                card.resign()
            }
            // Our own probe changes sysfs too, and must not cause another one.
            if unprobed.count < state.connectors.count, let described = source.sysfs(node),
                described.hasDisplays(of: state)
            {
                sysfsState = described
            }
            state.isFresh = unprobed.isEmpty
            temporary = TemporaryOpening(card: card, unprobed: unprobed)
            access.wasRead(master: source.master(of: node, unless: card.isMaster))
            return .state(state)
        } catch {
            temporary = nil
            return .failed(wasHeld: card != nil, retry: failed(error))
        }
    }

    /// Opens the card. If other programs have leases from the file of before a pause, that file is used again.
    private func open(_ access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        guard let kept = keptForPause?.card, kept.hasLeases else { return try source.open(node, access: access) }
        if access == .master { _ = kept.becomeMaster() }
        return kept
    }

    private static func state(
        of card: any DisplayCard, probing: Bool, _ scope: HotplugScope
    ) throws(ScreenError) -> CardState {
        if probing, case .only(let connectors) = scope { return try card.state(probingOnly: connectors) }
        return try card.state(probing: probing)
    }

    private mutating func take(_ described: SysfsCard) -> CardState {
        isFromSysfs = true
        driver = described.driver
        access.wasRead(master: nil)
        return CardState(described)
    }

    /// Whether the displays are probed after a hotplug. A card that is not held is opened for that, unless its device
    /// is suspended, or nothing may be requested on it and the console probes: then sysfs shows the change.
    func probesHotplugs(mayRequest: Bool) -> Bool {
        guard card == nil else { return true }
        guard let described = source.sysfs(node) else { return mayRequest }
        return !described.isAsleep && (mayRequest || !described.hasConsole)
    }

    /// The state that the kernel has cached, without a probe of the hardware; nil if the card is not held.
    func readCached() throws(ScreenError) -> CardState? { try card?.state(probing: false) }

    /// The state as any reader sees it, after the card was closed.
    func readOnce() -> CardState? {
        guard let card = try? source.open(node, access: .readOnly) else { return nil }
        return try? card.state(probing: false)
    }

    /// The cached state of a card that is about to be given up.
    mutating func readBeforeRelease() -> CardState? {
        sysfsState = source.sysfs(node)
        return try? readCached()
    }

    /// Whether sysfs differs from before the last read of the card; true also if sysfs does not show the card.
    var hasSysfsChanged: Bool { source.sysfs(node).map { $0 != sysfsState } ?? true }

    // MARK: Holding

    /// Whether to try to hold the card: it is open, or no retry is pending.
    var mayTry: Bool { temporary != nil || !access.isRetryPending }

    /// Becomes the card's master, and keeps it open.
    ///
    /// - Parameter onLost: called on any thread if the card goes away.
    mutating func hold(onLost: @escaping @Sendable (any DisplayCard) -> Void) -> Attempt {
        let opened = temporary
        temporary = nil
        do throws(ScreenError) {
            let card = if let opened { opened.card } else { try open(.master) }
            driver = card.driver
            guard card.isMaster || card.becomeMaster() else {
                let state = opened == nil ? try? card.state(probing: false) : nil
                return .busy(state, retry: isHeldByAnother())
            }
            // The state before this process: not the state that an earlier attempt, or an earlier process, left.
            if saved == nil, !card.isInherited { saved = try card.savedState() }
            isKept = source.keep(card, of: node)
            card.setKept(isKept)
            // A kept card needs no restoration: its picture outlives a crash.
            if let saved, !isKept { card.restoreAfterCrash(saved) }
            card.revokeInheritedLeases()
            flips = try FlipThread(card: card, name: "\(node.name)-flips") { [weak card] in
                if let card { onLost(card) }
            }
            self.card = card
            // The former file is closed only now, or the kernel would show its console, and before the modesets, which
            // may need the memory.
            keptForPause = nil
            let state: CardState? =
                if let unprobed = opened?.unprobed {
                    unprobed.isEmpty ? nil : try card.state(probingOnly: unprobed)
                } else {
                    try card.state(probing: true)
                }
            access.opened()
            return .held(state)
        } catch {
            let retry = failed(error)
            close()
            return .failed(retry: retry)
        }
    }

    private mutating func isHeldByAnother() -> RetryTimer.Start? {
        let master = source.master(of: node, unless: false)
        let problem = ScreenError(
            .busy, operation: "become master of", object: node.path, errno: EBUSY,
            circumstances: "\(master?.description ?? "another program") is its master",
            remedy: "end it, or switch to another virtual terminal")
        return access.isHeld(by: master, problem)
    }

    /// Closes a card that is open for a read, since nothing is requested on it.
    mutating func leave() {
        temporary = nil
        keptForPause = nil
        if card == nil { access.leave() }
    }

    /// Closes a card that is open for a read, and waits as before.
    ///
    /// - Returns: the state after that, if the close has changed which connectors are enabled: the last close of a card
    ///   may enable the kernel's console.
    mutating func closeTemporary() -> CardState? {
        guard temporary != nil else { return nil }
        temporary = nil
        guard let sysfsState, let closed = source.sysfs(node), !closed.hasSameEnabled(as: sysfsState) else {
            return nil
        }
        return readOnce()
    }

    /// Whether the card has no master now.
    var isFree: Bool { source.isFree(node) }

    /// Reports when programs close the card; nil if that cannot be watched.
    func closes() -> (any CloseReports)? { source.closes(of: node) }

    // MARK: Access

    /// Handles the timer of a retry.
    ///
    /// - Returns: whether to act now: by a read or, while the card waits for another master, by a test whether it is
    ///   free.
    mutating func retryIsDue(_ number: UInt64) -> Bool { access.retryIsDue(number) }

    /// Records that a test found the card still held by another program.
    ///
    /// - Returns: the retry to start; nil if one is pending.
    mutating func isStillHeld() -> RetryTimer.Start? { isHeldByAnother() }

    /// Records that a call on the card failed. The caller closes a card that is held.
    ///
    /// - Returns: the retry to start; nil if one is pending.
    mutating func failed(_ error: ScreenError) -> RetryTimer.Start? {
        // The file of before a pause was used again for its leases. The next attempt opens another one.
        if card == nil, keptForPause?.card.hasLeases ?? false { keptForPause = nil }
        return access.failed(error, wasOpen: card != nil)
    }

    /// Whether there is a file from which leases may have been made.
    var hasFile: Bool { card != nil || keptForPause != nil }

    /// - Returns: whether this changes anything.
    mutating func setPaused(_ isPaused: Bool) -> Bool { access.setPaused(isPaused) }

    /// Records that the GPU is lost until the card is removed.
    mutating func abandon() {
        keptForPause = nil
        access.abandon(lost)
    }

    /// Ends the session.
    ///
    /// - Returns: false if it has ended before.
    mutating func end() -> Bool {
        keptForPause = nil
        return access.end()
    }

    /// Whether the file of a closed card stays open for leases, as during a pause.
    var keepsLeases: Bool { access.isPaused && !access.isOver }

    // MARK: Releasing

    /// Gives up mastership, and closes the card. The descriptor of a card that is kept for a pause stays open.
    ///
    /// - Parameter keepsCard: whether the process ends, and leaves a kept card to the next one.
    /// - Returns: done when the thread that reads the card's events has released it.
    @discardableResult
    mutating func close(keepsCard: Bool = false) -> Completion? {
        let end = flips?.end
        if isKept, !keepsCard {
            card?.setKept(false)
            source.release(node)
        }
        isKept = false
        card?.resign()
        flips = nil
        card = nil
        temporary = nil
        return end
    }

    /// Leaves the pictures on the screens for the next master, until the displays are driven again. ``close()`` must
    /// follow.
    ///
    /// The descriptor stays open without mastership: after the close of a card's last descriptor the kernel shows its
    /// console.
    mutating func keepForPause(_ pipes: [any DisplayPipe]) {
        guard let card else { return }
        keptForPause = (card, pipes.filter { !$0.leavePicture() })
    }

    /// Leaves the pictures of a kept card to the next process. ``close(keepsCard:)`` must follow.
    ///
    /// - Returns: false if the card is not kept.
    func leavePictures() -> Bool {
        guard isKept, let card else { return false }
        card.leavePictures()
        return true
    }

    /// Records that a modeset begins: from now on the card may show other pictures than before it was held.
    mutating func pictureHasChanged() {
        hasChangedPicture = true
    }

    /// Shows the former pictures again.
    ///
    /// - Returns: whether they are shown. If not, the enabled CRTCs have to be disabled.
    func restore() -> Bool {
        guard hasChangedPicture else { return true }
        guard let card, let saved else { return false }
        return card.restore(saved)
    }

    /// Forgets the saved state: the card is left to other programs, and the next state that is found is theirs.
    mutating func forgetSaved() {
        saved = nil
        hasChangedPicture = false
    }

    /// Restores the properties that outlive a modeset, since the next program does not reset our colours.
    func restoreSettings() {
        guard let card, let saved else { return }
        card.restoreSettings(saved)
    }
}
