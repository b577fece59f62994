import ScreensConfiguration


/// The state of the content of a screen, which is another thing than whether the screen is lit.
public struct ContentDocument: Codable, Sendable, Hashable {
    /// The states.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// The content is shown.
        case shown
        /// Its pictures are being read, and the content before stays meanwhile; or the program that is to show it has not taken the
        /// screen, and the substitute is shown.
        case waiting
        /// It cannot be shown: the screen has words that say so, or its former picture.
        case failed
        /// It cannot be shown, and the configured substitute is shown.
        case fallback
        /// The screen has no content of the daemon: the console or another program may show something.
        case notOurs
    }

    /// The state.
    public let state: State
    /// The reason, for people, where it is not shown.
    @Nullable public private(set) var message: String?
    /// The picture or the folder that cannot be shown.
    @Nullable public private(set) var path: String?
    /// Whether its former picture is shown; nil where it is not, and of an older daemon.
    @Nullable public private(set) var showsFormer: Bool?

    /// The program that a client is to run now, where the content is one; nil also while the screen is off.
    @Nullable package private(set) var program: ContentProgram?

    /// The unit of systemd whose client runs that program; nil without one, and of an older daemon.
    @Nullable public private(set) var unit: String?

    /// The client that draws on the screen in place of its content; nil without one, and of an older daemon.
    @Nullable public var drawnBy: ProgramDocument?

    package init(
        _ state: State, message: String? = nil, path: String? = nil, showsFormer: Bool? = nil,
        program: ContentProgram? = nil, unit: String? = nil
    ) {
        self.state = state
        self.message = message
        self.path = path
        self.showsFormer = showsFormer
        self.program = program
        self.unit = unit
    }
}
