import Screens

/// Everything that the daemon keeps about one screen: a connector, and the display on it.
///
/// Each part has a type of its own, which alone changes its state.
@MainLoop
final class ScreenRecord {
    /// The reports of records.
    struct Reports {
        /// The state of the content is another one.
        var content: @MainLoop (ScreenRecord) -> Void = { _ in }
        /// The notices about the content are others.
        var notices: @MainLoop () -> Void = {}
    }

    /// A change of the display.
    enum Change {
        /// There is another one, or another connection of it.
        case came
        case left
    }

    /// The screen's qualified name.
    let name: String
    /// The screen as it was taken last.
    private(set) var screen: Screen
    /// The connection of the display; nil without one.
    private var connection: ScreenID?
    /// The configured content.
    let content: ConfiguredContent
    private let idle: IdleTimers
    private let reports: @MainLoop () -> Reports

    init(
        _ screen: Screen, in environment: ContentEnvironment, _ idle: IdleTimers,
        reports: @escaping @MainLoop () -> Reports
    ) {
        name = screen.qualifiedName
        self.screen = screen
        content = ConfiguredContent(on: name, in: environment)
        self.idle = idle
        self.reports = reports
        content.begin(for: self)
    }

    /// Takes the screen as it is now.
    ///
    /// - Parameter screen: nil if there is no such connector now.
    func take(_ screen: Screen?) -> Change? {
        let former = connection
        if let screen { self.screen = screen }
        connection = screen.flatMap { $0.isConnected ? $0.id : nil }
        guard connection != former else { return nil }
        guard connection == nil else { return .came }
        content.end()
        return .left
    }
}

extension ScreenRecord: ContentOwner {
    func contentBegins() { idle.begin(name) }
    func contentChanged() { reports().content(self) }
    func contentNoticesChanged() { reports().notices() }
    func pictureChanged() { idle.pictureChanged(on: name) }
}
