import Screens
import ScreensConfiguration
import ScreensContents
import ScreensManager
import ScreensLinux

/// The occupant of a screen, whose picture it shows. Another kind of occupant is another case, and a type in a file of its own.
enum Occupancy {
    /// No program: the configured content is shown.
    case content
    /// A client draws frames in its own memory. The configured content goes on below, and is shown again afterwards.
    case frames(ClientFrames)
    /// A program sets modes and flips by itself.
    case lease(ClientLease)

    /// The client that has the screen.
    var occupant: (any ScreenOccupant)? {
        switch self {
        case .content: nil
        case .frames(let frames): frames
        case .lease(let lease): lease
        }
    }
}

/// A client that has a screen until it disconnects. Meanwhile the screen is driven, though it may have no content.
@MainLoop
protocol ScreenOccupant: AnyObject, Sendable {
    /// The number of its connection.
    var client: UInt64 { get }
    /// Its program, for people.
    var program: Lessee { get }
    /// How it has the screen, as in "is leased to".
    var verb: String { get }
    /// Whether a picture of the program is on the screen.
    var hasPicture: Bool { get }
    /// Whether the program has the screen as its content, and for that alone.
    var isForContent: Bool { get }
    /// The program whose frames are shown in place of the content; nil if none are.
    var drawnBy: Lessee? { get }

    /// The other side of the connection is gone, while its calls are still carried out.
    func clientHungUp()

    /// The connection is over: the screen is given back, and shows its content again.
    func clientLeft()

    /// Gives the screen back, after the changes before.
    func end() async

    /// The holding may have ended by itself.
    func follow()

    /// The screen has its settings; its display may be another one.
    func followDisplay()

    /// The content of the screen has been decided.
    func followContent()

    /// The client is disconnected with the daemon.
    func daemonEnds()
}

extension ScreenOccupant {
    var isForContent: Bool { false }
    var drawnBy: Lessee? { nil }
    func clientHungUp() {}
    func follow() {}
    func followDisplay() {}
    func followContent() {}
    func daemonEnds() {}
}

/// The use of a screen by a program, as its content takes it.
extension ScreenRecord {
    var use: Circumstances.Use {
        if let occupant = occupancy.occupant, occupant.hasPicture { return .drawn }
        return screen.lessee.map { .leased($0, isContent: isLeasedForContent) } ?? .free
    }

    /// Whether a program has the screen as its content: a client without other rights has it for that alone, and one with all
    /// rights has a program of that name.
    var isLeasedForContent: Bool {
        let content = content.program
        return occupancy.occupant?.isForContent == true || content != nil && content?.name == screen.lessee?.name
    }
}
