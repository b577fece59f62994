import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// Shows the names of screens on them for some time.
@MainLoop
final class ScreenLabels {
    private let kit: VideoKit
    private let places: ScreenPlaces
    private var timer: LoopTimer?

    init(_ kit: VideoKit, _ places: ScreenPlaces) {
        self.kit = kit
        self.places = places
    }

    /// Writes a line at the bottom of every screen, or removes it.
    func setNotice(_ text: String?) {
        if places.setNotice(text) { kit.setNeedsDisplay() }
    }

    /// Labels one screen or all. Earlier labels are removed.
    func show(on screen: Screen? = nil, for duration: Duration) {
        places.removeLabels()
        let screens = kit.screens
        for shown in screens where screen == nil || shown.id == screen?.id {
            // The leading screen of a video wall has the picture of the whole wall.
            let drawn = shown.wallPart.map { part in
                screens.first { $0.wallPart?.isLeader == true && $0.wallPart?.surface == part.surface } ?? shown
            }
            places.place(of: (drawn ?? shown).qualifiedName).addLabel(ScreenLabel(of: shown))
        }
        kit.setNeedsDisplay()
        timer = LoopTimer(after: duration) { [weak self] in
            // Places of disconnected screens are included: the labels would return with the screens.
            self?.places.removeLabels()
            self?.kit.setNeedsDisplay()
        }
    }
}
