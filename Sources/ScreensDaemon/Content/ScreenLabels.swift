import Screens
import ScreensContents
import ScreensLinux

/// Shows words over the pictures of the screens: their names for some time, and a notice. Each is a layer.
@MainLoop
final class ScreenLabels {
    private enum Words: Hashable {
        case name(ScreenLabel)
        case notice(ScreenNotice)

        var order: Int {
            switch self {
            case .name: LayerOrder.name
            case .notice: LayerOrder.notice
            }
        }

        func placed(in bounds: Size) -> PlacedWords? {
            switch self {
            case .name(let label): label.placed(in: bounds)
            case .notice(let notice): notice.placed(in: bounds)
            }
        }
    }

    /// The words of one layer, which fit one screen in one size.
    private struct Place: Hashable {
        let screen: ScreenID
        let bounds: Size
        let words: Words
    }

    private struct Shown {
        let place: Place
        let layer: ScreenLayer
    }

    private let kit: VideoKit
    private var shown: [Shown] = []
    /// The screens that have their names; nil for all of them.
    private var named: (screen: ScreenID?, timer: LoopTimer)?
    private var notice: ScreenNotice?

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// Writes a line at the bottom of every screen, or removes it. It is called after each change of the screens, too:
    /// the words follow their pictures to other sizes.
    func setNotice(_ text: String?) {
        notice = text.map(ScreenNotice.init)
        update()
    }

    /// Labels one screen or all. Earlier labels are removed.
    func show(on screen: Screen? = nil, for duration: Duration) {
        let timer = LoopTimer(after: duration) { [weak self] in
            self?.named = nil
            self?.update()
        }
        named = (screen?.id, timer)
        update()
    }

    /// Shows the words that belong on the screens now, and removes all others.
    private func update() {
        let screens = kit.screens
        let wanted = screens.flatMap { screen in
            places(on: screen, mirroring: screens.first { $0.qualifiedName == screen.mirrorSource })
        }
        shown.removeAll { !wanted.contains($0.place) || !$0.layer.isValid }
        for place in wanted where !shown.contains(where: { $0.place == place }) {
            guard let words = place.words.placed(in: place.bounds) else { continue }
            let placement = LayerPlacement(words.place, order: place.words.order)
            // A screen that has gone meanwhile gets its words when it returns.
            guard let layer = try? kit.addLayer(to: place.screen, placement, image: words.image) else { continue }
            shown.append(Shown(place: place, layer: layer))
        }
    }

    /// The words that belong on a screen. A dark one gets its words when it is lit.
    ///
    /// - Parameter source: the screen that it mirrors; nil for none. The mirrored picture has the words of the source.
    private func places(on screen: Screen, mirroring source: Screen?) -> [Place] {
        guard let bounds = screen.layout?.bounds else { return [] }
        var words: [Words] = []
        if isNamed(screen) {
            let label = ScreenLabel(of: screen)
            if let source, isNamed(source), let size = source.layout?.bounds {
                words.append(.name(label.covering(ScreenLabel(of: source), of: size, on: bounds)))
            } else {
                words.append(.name(label))
            }
        }
        if let notice, source == nil { words.append(.notice(notice)) }
        return words.map { Place(screen: screen.id, bounds: bounds, words: $0) }
    }

    /// Whether a screen has its name over its picture.
    private func isNamed(_ screen: Screen) -> Bool { named.map { $0.screen ?? screen.id == screen.id } ?? false }
}
