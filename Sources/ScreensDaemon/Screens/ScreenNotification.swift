import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// The words that a client shows over the picture of a screen for some time. Other words replace them.
@MainLoop
final class ScreenNotification {
    private struct Shown {
        let message: ScreenMessage
        let end: MonotonicTime
        let timer: LoopTimer
    }

    /// The form of the words on a layer.
    private struct Form: Equatable {
        /// The size of the picture that it is made for.
        let bounds: Size
        let isBuiltIn: Bool
    }

    private let kit: VideoKit
    private let words: (any WordsDrawer)?
    private let onEnd: @MainLoop () -> Void
    private var shown: Shown?
    /// The words as another program draws them; nil if none does.
    private var requested: RequestedWords?
    /// The timer for the next change of the request.
    private var change: LoopTimer?
    private var screen: Screen?
    private var layer: (layer: ScreenLayer, form: Form)?

    /// - Parameters:
    ///   - words: lets another program draw words; nil if none does.
    ///   - onEnd: called when the time of the words is over.
    init(_ kit: VideoKit, _ words: (any WordsDrawer)?, onEnd: @escaping @MainLoop () -> Void) {
        self.kit = kit
        self.words = words
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
        shown = Shown(message: ScreenMessage(text), end: .now.advanced(by: length), timer: timer)
        requested = words.map { RequestedWords($0) { [weak self] in self?.update() } }
        followDisplay(screen)
    }

    /// Makes the layer for the picture that the screen has now. A dark screen shows the words when it is lit.
    func followDisplay(_ screen: Screen) {
        self.screen = screen
        if let layer, kit.isElsewhere(layer.layer, than: screen) { self.layer = nil }
        update()
    }

    private func update() {
        change = nil
        guard let shown, let screen, let bounds = screen.layout?.bounds else { return }
        let message = shown.message
        if let requested {
            requested.want(message.order(in: bounds), at: .now, needsProgram: message.needsProgram)
            change = requested.nextChange.map { time in
                LoopTimer(after: max(.zero, MonotonicTime.now.duration(to: time))) { [weak self] in self?.update() }
            }
        }
        let drawn: DrawnWords?
        switch requested?.form ?? .builtIn {
        case .awaited: return
        case .picture(let words, let order): drawn = order.size == bounds ? words : nil
        case .builtIn: drawn = nil
        }
        let form = Form(bounds: bounds, isBuiltIn: drawn == nil)
        if let layer, layer.form == form, kit.screen(of: layer.layer) == screen.id { return }
        guard let words = message.placed(in: bounds, as: drawn) else {
            layer = nil
            return
        }
        // A screen that has gone meanwhile gets its words when it returns.
        let new = try? kit.addLayer(
            to: screen.id, LayerPlacement(words.place, order: LayerOrder.notification), image: words.image)
        layer = new.map { ($0, form) }
    }

    private func remove() {
        (shown, requested, change, layer) = (nil, nil, nil, nil)
    }

    /// The words and the rest of their time, for clients; nil without words.
    var document: NotificationDocument? {
        shown.map { shown in
            let rest = MonotonicTime.now.duration(to: shown.end)
            return NotificationDocument(shown.message.text, seconds: max(0, Int(rest.components.seconds)))
        }
    }
}
