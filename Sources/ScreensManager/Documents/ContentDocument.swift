import ScreensConfiguration

/// The state of the content of a screen, which is independent of whether the screen is lit.
public struct ContentDocument: Codable, Sendable, Equatable {
    /// The states.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// The content is shown.
        case shown
        /// Its pictures are being read, and the former content stays meanwhile; or its program has not taken the screen
        /// yet, and the substitute is shown.
        case waiting
        /// The content cannot be shown. The screen shows words that say so, or its former picture.
        case failed
        /// The content cannot be shown, and the configured substitute is shown.
        case fallback
        /// The screen has no content of the daemon: the console or another program may show something.
        case notOurs
    }

    /// The state.
    public let state: State
    /// The reason why it is not shown, for people.
    @Nullable public private(set) var message: String?
    /// The picture or the folder that cannot be shown.
    @Nullable public private(set) var path: String?
    /// Whether its former picture is shown; nil if it is not, and from an older daemon.
    @Nullable public private(set) var showsFormer: Bool?

    /// The program that a client must run now; nil if the content is not a program, and while the screen is off.
    @Nullable package private(set) var program: ContentProgram?

    /// The systemd unit whose client runs that program; nil without one, and from an older daemon.
    @Nullable public private(set) var unit: String?

    /// The client that draws on the screen in place of its content; nil without one, and from an older daemon.
    @Nullable public var drawnBy: ProgramDocument?

    /// The playlist that is shown, and the playlists in it, the outermost first; nil without one, while something else
    /// is on the screen, and from an older daemon.
    @Nullable public var playing: [PlayingDocument]?

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
