import CScreens
import Screens

/// The checked options of a kit.
///
/// Unchecked: the data pointers belong to the program, which gets them back on the threads that screens.h names.
struct KitOptions: @unchecked Sendable {
    let draw: screens_draw_function?
    let drawData: UnsafeMutableRawPointer?
    let contentEnd: screens_content_function?
    let event: screens_event_function?
    let eventData: UnsafeMutableRawPointer?
    private let selection: ScreenSelection
    private let mode: ModePolicy
    private let frameInterval: Int
    private let simulated: [SimulatedScreen]?
    private let hasManualClock: Bool

    init(_ options: screens_options) throws(ScreenError) {
        draw = options.draw
        drawData = options.draw_data
        contentEnd = options.content_end
        event = options.event
        eventData = options.event_data
        selection =
            switch try text(options.selection, "selection") ?? "external" {
            case "external", "": .external
            case "all": .all
            case "none": .none
            case let names: .named(try Self.names(names))
            }
        mode = try ModePolicy(optional: try text(options.mode, "mode") ?? "") ?? .preferred
        frameInterval = options.frame_interval == 0 ? 1 : Int(options.frame_interval)
        simulated = try text(options.simulate, "simulate").map { (text) throws(ScreenError) in
            try SimulatedScreen.list(text)
        }
        hasManualClock = options.manual_clock != 0
        guard simulated != nil || !hasManualClock else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "a manual clock",
                remedy: "only simulated screens have one: give it `simulate` too")
        }
    }

    private static func names(_ text: String) throws(ScreenError) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "the selection '\(text)'",
                remedy: "a name is empty: write external, all, none, or names such as HDMI-A-1,card1/DP-2")
        }
        return names
    }

    func makeCard() throws(ScreenError) -> SimulatedCard? {
        guard let simulated else { return nil }
        return try SimulatedCard(screens: simulated, clock: hasManualClock ? ManualClock() : nil)
    }

    func settings(_ card: SimulatedCard?) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        if let card { settings.cards = .simulated(card) }
        settings.selection = selection
        settings.mode = mode
        settings.frameInterval = frameInterval
        return settings
    }
}

/// Returns a part of a list without the spaces around it.
private func trimmed(_ part: Substring) -> String {
    let end = part.reversed().drop { $0.isWhitespace }.reversed()
    return String(end.drop { $0.isWhitespace })
}

extension ModePolicy {
    /// - Parameter text: the text; empty for nil.
    init?(optional text: String) throws(ScreenError) {
        guard !text.isEmpty else { return nil }
        guard let policy = ModePolicy(text) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "the mode '\(text)'",
                remedy: "write preferred, largest, smallest, current, or a mode such as 1920x1080@60")
        }
        self = policy
    }
}
