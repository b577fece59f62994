/// The rule that chooses a screen's mode.
public struct ModePolicy: Sendable, Hashable {
    enum Rule: Sendable, Hashable {
        case preferred, largest, smallest, current
        case exact(ModeRequest)
        case listed(ScreenMode)
        case custom(CustomMode)
    }

    let rule: Rule

    /// The mode of the kernel's command line (`video=`), which is set on purpose; otherwise the mode
    /// that the display prefers; otherwise the largest.
    public static let preferred = ModePolicy(rule: .preferred)
    /// The last mode of the ascending list.
    public static let largest = ModePolicy(rule: .largest)
    /// The first mode of the ascending list.
    public static let smallest = ModePolicy(rule: .smallest)
    /// The mode that is already set; if none is set, the same as ``preferred``.
    public static let current = ModePolicy(rule: .current)

    /// One mode, by size and optionally by rate.
    public static func exact(_ request: ModeRequest) -> ModePolicy {
        ModePolicy(rule: .exact(request))
    }

    /// One mode of ``Screen/availableModes``, as the program chose it there. It is not confused with modes of the same
    /// size and rate that differ in other timings or in their aspect ratio. When the list is read again, the mode is
    /// found by its timings.
    public static func exact(_ mode: ScreenMode) -> ModePolicy {
        ModePolicy(rule: .listed(mode))
    }

    /// One mode, whether the display lists it or not.
    public static func custom(_ mode: CustomMode) -> ModePolicy {
        ModePolicy(rule: .custom(mode))
    }

    /// Parses `preferred`, `largest`, `smallest`, `current`, the text of a ``ModeRequest`` or of a ``CustomMode``; nil
    /// for any other text.
    public init?(_ text: String) {
        switch text {
        case "preferred": rule = .preferred
        case "largest": rule = .largest
        case "smallest": rule = .smallest
        case "current": rule = .current
        default:
            if let request = ModeRequest(text) {
                rule = .exact(request)
            } else if let mode = CustomMode(text) {
                rule = .custom(mode)
            } else {
                return nil
            }
        }
    }

    private init(rule: Rule) {
        self.rule = rule
    }

    /// The modes to try, the best first: the modes that the policy names, then fallbacks if the driver refuses them.
    /// Fallbacks of the display's own shape, which is the shape of the mode that it prefers, come before all others.
    ///
    /// Interlaced modes are excluded unless the policy or the kernel's command line names one. Analog televisions are
    /// built for interlaced modes: for these a preferred interlaced mode comes first.
    ///
    /// - Parameters:
    ///   - modes: the modes in ascending order, as in ``Screen/availableModes``.
    ///   - current: the mode that is set, or nil.
    ///   - isTelevision: whether the connector is for an analog television.
    func candidates(
        among modes: [ScreenMode], current: ScreenMode?, forTelevision isTelevision: Bool = false
    ) -> [ScreenMode] {
        let usable = modes.filter { (isTelevision || !$0.isInterlaced) && $0.isPlausible }
        let descending = Array(usable.reversed())
        let preferred = usable.filter(\.isPreferred).min {
            ($0.isInterlaced == isTelevision ? 0 : 1, $0.id) < ($1.isInterlaced == isTelevision ? 0 : 1, $1.id)
        }
        // An interlaced mode is not excluded here, since the command line names it.
        let userDefined = modes.filter { $0.timings.isUserDefined && $0.isPlausible }.min { $0.id < $1.id }
        let shaped = descending.filter { mode in preferred.map(mode.hasShape) ?? true } + descending
        let fallback = [userDefined, preferred].compactMap(\.self) + shaped

        let choice: [ScreenMode] =
            switch rule {
            case .preferred: fallback
            case .largest: descending.prefix(1) + shaped
            case .smallest: usable
            case .current: (current.map { [$0] } ?? []) + fallback
            case .exact(let request): request.best(among: modes.filter(\.isPlausible)) + fallback
            case .listed(let mode): modes.filter { $0.hasTimings(of: mode) && $0.isPlausible } + fallback
            // A display that has reported no modes yet is not set at all.
            case .custom(let custom): modes.isEmpty ? [] : [custom.mode(among: modes)] + fallback
            }
        var seen: Set<Int> = []
        return choice.filter { seen.insert($0.id).inserted }
    }

    /// Whether a display with these modes may be set as the policy names it. A custom mode is always possible, since
    /// the display need not list it.
    package func isPossible(among modes: [ScreenMode]) -> Bool {
        if case .custom = rule { return true }
        return modes.contains(where: isSatisfied)
    }

    /// Why no mode is the requested one, with the rates that the display has for that size, such as
    /// `has no mode 1920x1080@85; of that size it has 60.000, 50.000 Hz`.
    package func refusal(among modes: [ScreenMode]) -> String {
        var rates: [String] = []
        if case .exact(let request) = rule {
            for mode in request.sameSize(among: modes) {
                let rate = String(mode.description.drop { $0 != "@" }.dropFirst())
                if !rates.contains(rate) { rates.append(rate) }
            }
        }
        return "has no mode \(self)"
            + (rates.isEmpty ? "" : "; of that size it has \(rates.joined(separator: ", ")) Hz")
    }

    /// The notice that the shown rate differs from the requested one, though by little enough to count as the same; nil
    /// for other modes.
    ///
    /// - Parameter mode: the description of the mode that is shown.
    package func substitution(by mode: String) -> String? {
        guard case .exact(let request) = rule, let shown = ModeRequest(mode), request.isReplaced(by: shown) else {
            return nil
        }
        return "shows \(mode), which counts as \(request)"
    }

    /// The mode that the policy names with all its timings, numbered for a display with these modes; nil for other
    /// policies.
    func customMode(among modes: [ScreenMode]) -> ScreenMode? {
        if case .custom(let custom) = rule { custom.mode(among: modes) } else { nil }
    }

    /// Whether the policy names `mode` itself, and not a rule that any mode may satisfy.
    func names(_ mode: ScreenMode) -> Bool {
        switch rule {
        case .exact, .listed, .custom: isSatisfied(by: mode)
        case .preferred, .largest, .smallest, .current: false
        }
    }

    /// Whether the policy names `mode`, so that it is not a fallback.
    public func isSatisfied(by mode: ScreenMode) -> Bool {
        switch rule {
        case .exact(let request): request.accepts(mode)
        case .listed(let listed): listed.hasTimings(of: mode)
        case .custom(let custom): custom.isEqual(to: mode)
        case .preferred, .largest, .smallest, .current: true
        }
    }
}

extension ModePolicy: CustomStringConvertible {
    /// The text that ``init(_:)`` parses. For a mode of the list it is the size and the rate, which other modes may
    /// have too.
    public var description: String {
        switch rule {
        case .preferred: "preferred"
        case .largest: "largest"
        case .smallest: "smallest"
        case .current: "current"
        case .exact(let request): request.description
        case .listed(let mode): mode.description
        case .custom(let mode): mode.description
        }
    }
}
