import Glibc
import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// A card without hardware: it has screens of any modes, paced by a timer at their exact refresh, whose pictures can be
/// read.
///
/// Pass it to ``VideoKit/Settings/cards``, plug and unplug screens, and read their pictures, for development and tests
/// without a display. Several kits on one card behave like several programs: the first is its master, and the others
/// wait until the first gives the card up. It may be used from any thread.
///
/// With a ``ManualClock``, time passes only when the test advances it. Frames and timeouts come in a fixed order, and
/// the test neither waits nor depends on the load of the machine (<doc:TestingYourDelegate>):
///
/// ```swift
/// let clock = ManualClock()
/// let card = try SimulatedCard(screens: [SimulatedScreen("1920x1080@60")], clock: clock)
/// settings.cards = .simulated(card)
/// let kit = try VideoKit(delegate: delegate, settings: settings)
/// try await kit.start()
/// clock.advance(refreshes: 1)
/// let second = try card.frame(of: "Virtual-1")
/// try card.unplug("Virtual-1")
/// clock.advance(by: .seconds(10))  // Its content has ended: see ``VideoKit/Settings/contentRetention``.
/// ```
public final class SimulatedCard: Sendable {
    let screens: SimulatedConnectors
    let refusals = SimulatedRefusals()
    let history = SimulatedHistory()
    let mastership = SimulatedMastership()
    /// A queue that gets the card's events, as long as the queue exists.
    private struct Listener {
        weak var signal: CardEventQueue?
    }

    /// The clock with which it was made; nil for the system's.
    public let clock: ManualClock?

    private let listeners = Mutex<[Listener]>([])
    let node: CardNode
    let identities = IdentityReader()
    let vblanks: SimulatedVBlanks
    let signals = SignalPool()

    /// Whether it has the objects and the displays of a document.
    let isReplayed: Bool
    var hardware: ReplayedHardware { screens.hardware }

    /// Makes a card with these screens plugged in, on connectors `Virtual-1`, `Virtual-2` and so on.
    ///
    /// - Parameters:
    ///   - name: the card's name in ``Screen/card``. Cards that are used together need different names.
    ///   - screens: the displays that are plugged in at first.
    ///   - crtcCount: the number of screens that it can drive at once, at most 32; nil for as many as it has
    ///     connectors.
    ///   - clock: the time of everything that a ``VideoKit`` does with it; nil for the system's. Cards that are used
    ///     together need the same clock.
    /// - Throws: ``ScreenError`` if the process has no descriptors left.
    public convenience init(
        name: String = "simulated", screens: [SimulatedScreen] = [], crtcCount: Int? = nil, clock: ManualClock? = nil
    ) throws(ScreenError) {
        try self.init(
            CardNode(name: name, path: name, seat: "seat0"),
            SimulatedConnectors(screens, crtcCount: crtcCount.map { min(max($0, 0), 32) }), isReplayed: false, clock)
    }

    /// Makes a card with the objects of a snapshot: its connectors with their displays, and CRTCs and planes with their
    /// limits.
    ///
    /// - Parameters:
    ///   - node: the path of the node, such as `/dev/dri/card0`.
    ///   - memory: the memory for the buffers of all cards that are used together.
    /// - Throws: ``ScreenError`` if the process has no descriptors left.
    convenience init(
        node: String, snapshot: CardSnapshot, memory: SimulatedMemory = SimulatedMemory(), clock: ManualClock? = nil
    ) throws(ScreenError) {
        try self.init(
            CardNode(name: String(node.split(separator: "/").last ?? "card"), path: node, seat: "seat0"),
            SimulatedConnectors(of: ReplayedHardware(snapshot, memory: memory)), isReplayed: true, clock)
    }

    private init(
        _ node: CardNode, _ screens: SimulatedConnectors, isReplayed: Bool, _ clock: ManualClock?
    ) throws(ScreenError) {
        self.clock = clock
        self.node = node
        self.screens = screens
        self.isReplayed = isReplayed
        vblanks = try SimulatedVBlanks(TimeSource(manual: clock?.stepped))
    }

    /// The names of its connectors, with and without displays.
    public var connectors: [String] { screens.names }

    // MARK: Hotplugs

    /// Plugs a display into the first free connector, or into a new one. On a card of a document, the display that was
    /// unplugged from the first such connector is plugged in again.
    ///
    /// - Returns: the connector's name.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/unsupported`` on a card of a document whose displays are all
    ///   plugged in.
    @discardableResult
    public func plug(_ screen: SimulatedScreen) throws(ScreenError) -> String {
        let name: String
        if isReplayed {
            guard let again = hardware.plugAgain() else { throw documentError("plug in", "another display") }
            name = again
        } else {
            name = screens.name(of: screens.plug(screen))
        }
        announceHotplug()
        return name
    }

    /// Unplugs the display on a connector. A connector without a display stays as it is.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` and the existing names, if no connector has the
    ///   name.
    public func unplug(_ name: String) throws(ScreenError) {
        let place = try place(of: name, "unplug")
        if isReplayed { hardware.unplug(name) } else { screens.set(nil, at: place) }
        announceHotplug()
    }

    /// Replaces the display on a connector by another one in a single hotplug, as when a cable is swapped behind a
    /// switch. If the identity is the same, only the differences are reported, such as another list of modes.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` and the existing names, if no connector has the
    ///   name; ``ScreenError/Code/unsupported`` on a card of a document.
    public func replace(_ name: String, with screen: SimulatedScreen) throws(ScreenError) {
        let place = try place(of: name, "replace")
        guard !isReplayed else { throw documentError("replace", "the display on \(name)") }
        screens.set(screen, at: place)
        announceHotplug()
    }

    /// Changes the properties of the display on a connector in a single hotplug: its EDID or its list of modes, as
    /// behind a receiver or a dock.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if no connector has the name, with the existing
    ///   names, or if it has no display; ``ScreenError/Code/unsupported`` on a card of a document.
    public func change(_ name: String, _ change: (inout SimulatedScreen) -> Void) throws(ScreenError) {
        let place = try place(of: name, "change")
        guard !isReplayed else { throw documentError("change", "the display on \(name)") }
        guard screens.change(place, change) else {
            throw ScreenError(
                .noSuchScreen, operation: "change", object: "the display on \(name)",
                remedy: "no display is plugged in there"
            )
        }
        announceHotplug()
    }

    private func place(of name: String, _ operation: String) throws(ScreenError) -> Int {
        if let place = screens.place(of: name) { return place }
        let names = screens.names
        throw ScreenError(
            .noSuchScreen, operation: operation, object: "'\(name)' on the card \(path)",
            remedy: names.isEmpty
                ? "no screen was plugged in yet" : "its connectors are \(names.joined(separator: ", "))")
    }

    private func documentError(_ operation: String, _ object: String) -> ScreenError {
        ScreenError(
            .unsupported, operation: operation, object: object,
            remedy: "the card \(path) has the displays of its document")
    }

    // MARK: Pictures

    /// The picture on the screen of a connector, or nil while it is dark.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` and the existing names, if no connector has the
    ///   name.
    public func picture(of name: String) throws(ScreenError) -> Picture? { try frame(of: name)?.picture }

    /// The picture on a screen of this card; nil while it is dark, and for a screen of another card.
    public func picture(of screen: Screen) -> Picture? {
        screen.card == path ? pipe(of: screen.name)?.shownFrame().picture : nil
    }

    /// The frame that the screen of a connector shows, or nil while it is dark.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` and the existing names, if no connector has the
    ///   name.
    public func frame(of name: String) throws(ScreenError) -> PresentedFrame? {
        screens.pipe(at: try place(of: name, "read the picture of"))?.shownFrame()
    }

    // MARK: Refusals

    /// Makes the card refuse a mode of this size and rate from now on, as drivers do with modes beyond the limits of a
    /// cable or a clock.
    ///
    /// - Parameters:
    ///   - mode: the size and the rate.
    ///   - errno: the error number of the commit. `EINVAL`, `ERANGE`, `ENOSPC`, `E2BIG` and `ENOMEM` blame the mode,
    ///     and another mode is tried. After other errors the mode is tried again later.
    public func refuse(_ mode: SimulatedMode, errno: Int32 = EINVAL) {
        refusals.refuse(mode, errno: errno)
    }

    /// Makes the card accept a mode again after ``refuse(_:errno:)``.
    public func accept(_ mode: SimulatedMode) {
        refusals.accept(mode)
    }

    /// Makes the card refuse the next modesets although their tests pass, as drivers do for lack of bandwidth
    /// (`EINVAL`) or memory (`ENOMEM`).
    ///
    /// - Parameters:
    ///   - count: the number of commits. It replaces the rest of an earlier call. Screens that are set together are one
    ///     commit, and if it is refused, one commit each.
    ///   - errno: the error number, as in ``refuse(_:errno:)``.
    public func refuseModesets(_ count: Int, errno: Int32 = EINVAL) {
        refusals.refuseModesets(count, errno: errno)
    }

    /// Makes the card refuse the next flips of any screen.
    ///
    /// - Parameters:
    ///   - count: the number of flips. It replaces the rest of an earlier call.
    ///   - errno: the error number. After `EBUSY`, `EAGAIN`, `EINTR` and `ENOMEM` a flip is tried again at the next
    ///     refresh, for three seconds; after other errors the mode is set again.
    public func refuseFlips(_ count: Int, errno: Int32 = EBUSY) {
        refusals.refuseFlips(count, errno: errno)
    }

    // MARK: Masters

    /// Makes another program the card's master, as after a switch to a virtual terminal with a compositor. The kernel
    /// refuses the commits of this program (`EACCES`), and the screens keep their pictures.
    ///
    /// A kit notices it with its next commit, and waits for ``endOtherMaster()``.
    public func beginOtherMaster() {
        mastership.becomeOtherPrograms()
    }

    /// Ends the other program, which closes the card. A kit that waits for the card takes it within a fifth of a
    /// second, and a kit that has just lost it a second after the loss.
    public func endOtherMaster() {
        mastership.endOtherProgram()
    }

    // MARK: Internal

    /// Replaces a display without an event, as when a status is forced.
    func replaceSilently(_ name: String, with screen: SimulatedScreen?) {
        if let place = screens.place(of: name) { screens.set(screen, at: place) }
    }

    /// Announces a hotplug, whether or not anything has changed, of the named connector or of the whole card.
    func announceHotplug(of name: String? = nil) {
        let connector = name.flatMap { name in (try? state(probing: false))?.connectors.first { $0.name == name } }
        announce(.hotplug(connector: connector?.id.rawValue))
    }

    /// Announces that the machine has slept.
    func announceWake() {
        for listener in listeners.withLock({ $0 }) { listener.signal?.wake() }
    }

    /// Announces a udev event.
    func announce(_ action: CardEvent.Action) {
        for listener in listeners.withLock({ $0 }) { listener.signal?.give(CardEvent(action: action, card: node)) }
    }

    /// The pipe that shows a picture on a connector.
    func pipe(of name: String) -> SimulatedPipe? { screens.place(of: name).flatMap(screens.pipe) }

    /// The modes that were to be set, in order, including refused ones.
    var modesets: [ScreenMode] { history.modesets }

    /// The commits that changed what is shown, in order; flips are not among them.
    var commits: [SimulatedHistory.Commit] { history.commits }

    /// The connectors of each probe.
    var probes: [[String]] { history.probes }

    /// Makes the card refuse from now on to set several modes at once, as some drivers do for lack of bandwidth.
    func refuseSeveral() {
        refusals.refuseSeveral()
    }

    func announceHotplugs(to signal: CardEventQueue) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.signal == nil }
            listeners.append(Listener(signal: signal))
        }
    }
}
