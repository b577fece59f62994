import Screens
import ScreensConfiguration
import ScreensEDID
import ScreensLinux
import ScreensManager
import ScreensPower

/// The power of one screen's display: its plan, and the timer of the plan.
@MainLoop
final class ScreenPower {
    private let name: String
    private let link: PowerLink
    private let passes: ConfigurationPasses
    private let log: EventLog
    private var plan = DisplayPower()
    private var timer: (timer: LoopTimer, deadline: MonotonicTime)?
    /// The orders that wait until the screen is black.
    private var held: [PowerOrder] = []
    private var display: DisplayKey?
    private var connector: PowerAdapter.Connector?
    private var namedAdapter: String?
    private var isClockKnown = false
    /// The path of the adapter that it uses.
    private(set) var adapterPath: String?
    /// The physical address of the machine by the EDID of the display; nil without one.
    private var address: UInt16?
    private var edid: [UInt8] = []

    init(of name: String, _ link: PowerLink, _ passes: ConfigurationPasses, _ log: EventLog) {
        self.name = name
        self.link = link
        self.passes = passes
        self.log = log
    }

    /// The picture of the screen now.
    var picture: DisplayPower.Picture { plan.picture }

    /// Whether the content holds, because the television does not show it.
    var holdsContent: Bool { plan.holdsContent }

    /// Whether the display is turned off by more than its signal.
    var hasWay: Bool { plan.way != .signal }

    /// The state for clients; nil if the signal alone turns the display off.
    var document: DisplayPowerDocument? {
        plan.text.map {
            DisplayPowerDocument($0, isConfirmed: plan.outcome.isConfirmed, learned: words(plan.learned))
        }
    }

    /// The adapter that it uses, for the service; nil without one.
    var use: PowerUse? { adapterPath.map { PowerUse($0, at: address) } }

    /// Takes the settings of a screen. The orders that follow are held until ``send()``.
    ///
    /// - Parameters:
    ///   - isOn: whether the screen has to be on.
    ///   - isClockKnown: whether the time of the day is known.
    func take(_ configuration: ScreenConfiguration, isOn: Bool, on screen: Screen, isClockKnown: Bool) {
        self.isClockKnown = isClockKnown
        let key = DisplayKey(screen)
        // A television may come back from standby without an EDID, and is the same one.
        if key != display, key.identity != nil || display == nil {
            display = key
            plan.replace(knowing: link.known[key])
        }
        if screen.edid != edid {
            edid = screen.edid
            address = (try? DisplayDescription(decoding: edid))?.hdmi?.physicalAddress
        }
        connector = screen.cardNumber.map { PowerAdapter.Connector(card: $0, id: screen.connector.rawValue) }
        namedAdapter = configuration.cecAdapter
        let way = configuration.isDriven ? configuration.powerBy : .signal
        if way == .signal { link.remove(name) } else { link.add(self, of: name) }
        run(.way(way, showsBlack: configuration.offShowsBlack))
        run(.policies(remoteOff: configuration.remoteOff, otherSource: configuration.otherSource))
        takeAdapter()
        run(.wanted(isOn: isOn))
    }

    /// Sends the orders, after the screen has its picture.
    func send() {
        let orders = held
        held = []
        link.send(orders, of: self)
        wait()
    }

    /// Takes that the display has left.
    func displayLeft() {
        guard hasWay else { return }
        take(.connected(false))
    }

    /// Takes the adapter, which may have changed.
    func refreshAdapter() {
        let before = state
        takeAdapter()
        finish(since: before)
    }

    /// Takes an event of the service.
    func take(_ event: DisplayPower.Event) {
        let before = state
        run(event)
        finish(since: before)
    }

    private var state: (picture: DisplayPower.Picture, text: String?) { (plan.picture, plan.text) }

    private func finish(since before: (picture: DisplayPower.Picture, text: String?)) {
        send()
        if state != before { passes.request() }
    }

    private func takeAdapter() {
        guard hasWay else {
            adapterPath = nil
            return run(.adapter(nil, reason: ""))
        }
        let found = link.adapter(of: name, at: connector, named: namedAdapter)
        adapterPath = found.path
        run(.adapter(found.adapter, reason: found.reason))
    }

    private func run(_ event: DisplayPower.Event) {
        let known = plan.learned
        for action in plan.take(event, at: .now, on: isClockKnown ? WallClock.seconds : nil) {
            switch action {
            case .order(let order): held.append(order)
            case .log(let text): log.notice("\(name): \(text)")
            }
        }
        guard plan.learned != known, let display else { return }
        link.known[display] = plan.learned
        let former = words(known)
        for words in words(plan.learned) where !former.contains(words) { log.info("\(name): learned: \(words)") }
    }

    private func words(_ learned: LearnedPower) -> [String] {
        learned.words { LocalDate(seconds: $0)?.text("%F") ?? "" }
    }

    private func wait() {
        guard let deadline = plan.deadline else {
            timer = nil
            return
        }
        guard timer?.deadline != deadline else { return }
        timer = (
            LoopTimer(after: MonotonicTime.now.duration(to: deadline)) { [weak self] in
                self?.timer = nil
                self?.take(.timeCame)
            }, deadline
        )
    }
}

extension Screen {
    /// The number of its card, as in `card1`; nil for a card of another name.
    fileprivate var cardNumber: UInt32? {
        let name = card.split(separator: "/").last ?? ""
        return name.hasPrefix("card") ? UInt32(name.dropFirst(4)) : nil
    }
}
