import Screens
import ScreensContents
import Synchronization

/// The places in which the screens are drawn. The thread of each screen finds its own place here.
final class ScreenPlaces: Sendable {
    private struct Places {
        /// The places, by qualified name of the screen.
        var all: [String: ScreenPlace] = [:]
    }

    private final class Directory: Sendable {
        let places = Mutex(Places())

        func place(of name: String) -> ScreenPlace {
            places.withLock { places in
                if let place = places.all[name] { return place }
                let place = ScreenPlace(ColorContent(.black))
                places.all[name] = place
                return place
            }
        }
    }

    private let directory: Directory
    /// Draws each screen in its place.
    let delegate: ContentDelegate

    init() {
        let directory = Directory()
        self.directory = directory
        delegate = ContentDelegate { _, screen, _ in directory.place(of: screen.qualifiedName) }
    }

    /// The place of a screen, black until it gets a content.
    func place(of name: String) -> ScreenPlace { directory.place(of: name) }
}
