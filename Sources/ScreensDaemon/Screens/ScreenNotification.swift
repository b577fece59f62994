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

    /// The first and the longest pause before a layer is made again that could not be made.
    private static let pauses = (shortest: Duration.seconds(1), longest: Duration.seconds(30))

    private let kit: VideoKit
    private let words: (any WordsDrawer)?
    private let log: EventLog
    private let onEnd: @MainLoop () -> Void
    private var shown: Shown?
    /// The words as another program draws them; nil if none does.
    private var requested: RequestedWords?
    /// The timer for the next change of the request.
    private var change: LoopTimer?
    private var screen: Screen?
    private var layer: (layer: ScreenLayer, form: Form)?
    private var pause = ScreenNotification.pauses.shortest
    /// Why the words are not shown, or not in their letters, for people; nil if they are, or are about to be.
    private var problem: String?

    /// - Parameters:
    ///   - words: lets another program draw words; nil if none does.
    ///   - onEnd: called when the time of the words is over.
    init(_ kit: VideoKit, _ words: (any WordsDrawer)?, _ log: EventLog, onEnd: @escaping @MainLoop () -> Void) {
        self.kit = kit
        self.words = words
        self.log = log
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
        let lacksLetters = drawn == nil && message.needsProgram
        let reason = lacksLetters ? requested?.problem ?? "screens-words has not drawn them so far" : nil
        let lack = reason.map { "the built-in font lacks letters of the words: \($0)" }
        if let layer, layer.form == form, kit.screen(of: layer.layer) == screen.id { return report(lack, on: screen) }
        do throws(ScreenError) {
            let words = try message.placed(in: bounds, as: drawn)
            let placement = LayerPlacement(words.place, order: LayerOrder.notification)
            layer = (try kit.addLayer(to: screen.id, placement, image: words.image), form)
            pause = Self.pauses.shortest
            report(lack, on: screen)
        } catch {
            layer = nil
            // A screen that has gone meanwhile gets its words when it returns.
            guard error.code != .noSuchScreen else { return }
            report("the words are not shown: \(error)", on: screen)
            retry()
        }
    }

    /// Makes the layer again after a while.
    private func retry() {
        change = LoopTimer(after: pause) { [weak self] in self?.update() }
        pause = min(pause * 2, Self.pauses.longest)
    }

    private func report(_ problem: String?, on screen: Screen) {
        guard problem != self.problem else { return }
        self.problem = problem
        if let problem { log.warning("\(screen.qualifiedName): Notify: \(problem)") }
    }

    private func remove() {
        (shown, requested, change, layer, problem) = (nil, nil, nil, nil, nil)
        pause = Self.pauses.shortest
    }

    /// The words and the rest of their time, for clients; nil without words.
    var document: NotificationDocument? {
        shown.map { shown in
            let rest = MonotonicTime.now.duration(to: shown.end)
            let hiding = screen?.lessee.map { "'\($0.name)' has the screen by a lease, without the words" }
            return NotificationDocument(
                shown.message.text, seconds: max(0, Int(rest.components.seconds)), message: hiding ?? problem)
        }
    }
}
