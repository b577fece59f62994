import ProgramKit
import Screens
import Synchronization

/// Paints each screen with what belongs on it.
final class ContentPainter: VideoKitDelegate {
    /// By qualified name.
    private let places = Mutex<[String: ScreenPlace]>([:])
    /// Where content is drawn, for as long as its display is connected there: a name is put together anew each time that
    /// it is asked for, and that is no work for a frame.
    private let drawn = Mutex<[ContentID: (screen: ScreenID, place: ScreenPlace)]>([:])

    /// The place of a screen, black until something else is to be there.
    func place(of name: String) -> ScreenPlace {
        places.withLock { places in
            if let place = places[name] { return place }
            let place = ScreenPlace(StillPainting { _ in SolidPattern(color: .black) })
            places[name] = place
            return place
        }
    }

    /// Takes what is written over pictures away, on all places.
    func removeLabels() {
        for place in places.withLock({ Array($0.values) }) { place.setLabel(nil) }
    }

    func updateExternalView(_ view: inout ExternalView) {
        let (content, screen) = (view.content, view.screen.id)
        let known = drawn.withLock { $0[content].flatMap { $0.screen == screen ? $0.place : nil } }
        (known ?? beginDrawing(content, on: view.screen)).draw(on: &view)
    }

    func contentDidEnd(_ content: ContentID) {
        drawn.withLock { $0[content] = nil }
    }

    private func beginDrawing(_ content: ContentID, on screen: Screen) -> ScreenPlace {
        let place = place(of: screen.qualifiedName)
        drawn.withLock { $0[content] = (screen.id, place) }
        return place
    }
}
