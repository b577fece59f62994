import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// The words that a client shows over the picture of a screen for some time. Other words replace them.
@MainLoop
final class ScreenNotification {
    private struct Shown {
        let text: String
        let end: MonotonicTime
        let timer: LoopTimer
    }

    private let kit: VideoKit
    private let onEnd: @MainLoop () -> Void
    private var shown: Shown?
    private var layer: ScreenLayer?
    /// The size of the picture that the layer is made for.
    private var bounds: Size?

    /// - Parameter onEnd: called when the time of the words is over.
    init(_ kit: VideoKit, onEnd: @escaping @MainLoop () -> Void) {
        self.kit = kit
        self.onEnd = onEnd
    }

    /// Shows words, in place of the former ones.
    ///
    /// - Parameter text: the words; empty for none.
    func show(_ text: String, for length: Duration, on screen: Screen) {
        remove()
        guard !text.isEmpty else { return }
        let timer = LoopTimer(after: length) { [weak self] in
            self?.remove()
            self?.onEnd()
        }
        shown = Shown(text: text, end: .now.advanced(by: length), timer: timer)
        followDisplay(screen)
    }

    /// Makes the layer for the picture that the screen has now. A dark screen shows the words when it is lit.
    func followDisplay(_ screen: Screen) {
        if let layer, kit.isElsewhere(layer, than: screen) { self.layer = nil }
        guard let shown, let bounds = screen.layout?.bounds else { return }
        if let layer, bounds == self.bounds, kit.screen(of: layer) == screen.id { return }
        guard let words = ScreenMessage(shown.text).placed(in: bounds) else {
            layer = nil
            return
        }
        // A screen that has gone meanwhile gets its words when it returns.
        layer = try? kit.addLayer(
            to: screen.id, LayerPlacement(words.place, order: LayerOrder.notification), image: words.image)
        self.bounds = bounds
    }

    private func remove() {
        shown = nil
        layer = nil
    }

    /// The words and the rest of their time, for clients; nil without words.
    var document: NotificationDocument? {
        shown.map { shown in
            let rest = MonotonicTime.now.duration(to: shown.end)
            return NotificationDocument(shown.text, seconds: max(0, Int(rest.components.seconds)))
        }
    }
}
