import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// The occupant of a screen, whose picture it shows. Each kind of occupant is a case, with a type in a file of its own.
enum Occupancy {
    /// No program has the screen: the configured content is shown.
    case content
    /// A client draws video frames in its own memory. The configured content goes on below, and is shown again
    /// afterwards.
    case drawing(ClientDrawing)
    /// A program sets modes and flips by itself.
    case lease(ClientLease)

    /// The client that has the screen.
    var occupant: (any ScreenOccupant)? {
        switch self {
        case .content: nil
        case .drawing(let drawing): drawing
        case .lease(let lease): lease
        }
    }
}

/// A client that has a screen until it disconnects, or until its last frame has lingered. Meanwhile the screen is
/// driven, even without a content.
@MainLoop
protocol ScreenOccupant: AnyObject, Sendable {
    /// The number of the client's connection.
    var client: UInt64 { get }
    /// The client's program, for people.
    var program: Lessee { get }
    /// The words for how it has the screen, as in "is leased to".
    var verb: String { get }
    /// Whether a picture of the program is on the screen.
    var hasPicture: Bool { get }
    /// Whether the program has the screen only as its content.
    var isForContent: Bool { get }
    /// The program whose frames are shown in place of the content; nil if there is none.
    var drawnBy: Lessee? { get }
    /// Whether the client has left, and only its last frame stays. Another client may take the screen.
    var lingers: Bool { get }

    /// Called when the client has hung up, while its calls are still carried out.
    func clientHungUp()

    /// Called when the connection is over. Gives the screen back, which shows its content again, unless the last frame
    /// lingers.
    func clientLeft()

    /// Takes the screen from the client, and disconnects it.
    func revoke() async

    /// Gives the screen back, after earlier changes of its occupant.
    func end() async

    /// Checks whether the occupancy has ended by itself.
    func follow()

    /// Called when the screen has its settings. Its display may be another one.
    func followDisplay()

    /// Called when the content of the screen has been decided.
    func followContent()

    /// Called when the daemon ends, and disconnects the client.
    func daemonEnds()
}

extension ScreenOccupant {
    var isForContent: Bool { false }
    var drawnBy: Lessee? { nil }
    var lingers: Bool { false }
    func clientHungUp() {}
    func follow() {}
    func followDisplay() {}
    func followContent() {}
    func daemonEnds() {}
}

/// The use of a screen by a program, for its content.
extension ScreenRecord {
    var use: Circumstances.Use {
        if let occupant = occupancy.occupant, occupant.hasPicture { return .drawn }
        if case .drawing(let drawing) = occupancy, drawing.isForContent {
            return .leased(drawing.program, isContent: true)
        }
        return screen.lessee.map { .leased($0, isContent: isLeasedForContent) } ?? .free
    }

    /// Whether a program has the screen as its content. A client without other rights has it only for that; a client
    /// with all rights has it so if its program has the content's name.
    var isLeasedForContent: Bool {
        let content = content.program
        return occupancy.occupant?.isForContent == true || content != nil && content?.name == screen.lessee?.name
    }
}
