import Screens
import ScreensContents
import Synchronization

/// The places in which the screens are drawn. The thread of each screen finds its own place here.
final class ScreenPlaces: Sendable {
    private struct Places {
        /// The places, by qualified name of the screen.
        var all: [String: ScreenPlace] = [:]
        /// The text on all places.
        var notice: String?
    }

    private final class Directory: Sendable {
        let places = Mutex(Places())

        func place(of name: String) -> ScreenPlace {
            places.withLock { places in
                if let place = places.all[name] { return place }
                let place = ScreenPlace(ColorContent(.black))
                place.setNotice(places.notice)
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

    /// Removes the labels over the pictures, on all places.
    func removeLabels() {
        for place in directory.places.withLock({ Array($0.all.values) }) { place.removeLabels() }
    }

    /// Writes a line over the pictures on all places, or removes it.
    ///
    /// - Returns: whether the line has changed.
    func setNotice(_ text: String?) -> Bool {
        directory.places.withLock { places in
            guard places.notice != text else { return false }
            places.notice = text
            for place in places.all.values { place.setNotice(text) }
            return true
        }
    }
}
