import Synchronization

/// The drawing of a layer: its settings, and its picture.
///
/// Unchecked: any thread sets the settings, under a lock. One session at a time has claimed the layer, and only the
/// thread of that session uses the other properties.
final class LayerDrawing: @unchecked Sendable {
    /// The pixels to show.
    enum Source: Sendable {
        case image(Image)
        case strip(ScrollingStrip)
        /// The function of the layer's link draws them.
        case function(isOpaque: Bool)
        /// The function of the layer's link chooses a strip.
        case strips
    }

    struct Settings: Sendable {
        var placement: LayerPlacement
        var source: Source
    }

    private struct State {
        var settings: Settings
        /// The settings that the screen's thread no longer uses. The next change releases them, and not that thread.
        var former: Settings?
        /// The size of the screen's picture; nil if it is not known.
        var bounds: Size?
    }

    /// A number that increases from one layer to the next.
    let number: UInt64
    private let content: ContentID
    private let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)
    private let isClaimed = Atomic<Bool>(false)

    // The properties of the session that has claimed the layer.
    private var current: Settings
    private var version: UInt64 = 0
    private var canvas: ScreenCanvas?
    /// Whether the function has drawn on the canvas.
    private var hasPicture = false
    /// The size of the screen's picture.
    private var pictureSize = Size(width: 0, height: 0)
    /// The strip that the function has chosen; nil if it shows nothing.
    private var strip: ScrollingStrip?
    private var position = ScrollPosition()
    /// The changed parts of the screen's picture. A layer that shows nothing changes none.
    private(set) var damage = Damage()

    init(_ settings: Settings, content: ContentID, bounds: Size?) {
        number = content.number
        self.content = content
        current = settings
        state = Mutex(State(settings: settings, bounds: bounds))
    }

    // MARK: Any thread

    var settings: Settings { state.withLock(\.settings) }
    /// The size of the screen's picture, or of its last one.
    var bounds: Size? { state.withLock(\.bounds) }

    func change(_ body: (inout Settings) -> Void) {
        let former = state.withLock { state in
            defer { state.former = nil }
            body(&state.settings)
            changes.add(1, ordering: .releasing)
            return state.former
        }
        withExtendedLifetime(former) {}
    }

    // MARK: Sessions

    /// Gives the picture to a session, and shows all of it.
    ///
    /// - Returns: false if another session has not released it: a call of that session has not returned.
    func claim(for canvas: ScreenCanvas) -> Bool {
        guard !isClaimed.exchange(true, ordering: .acquiring) else { return false }
        state.withLock { $0.bounds = canvas.size }
        pictureSize = canvas.size
        takeChanges(on: canvas.screen)
        self.canvas?.move(to: canvas.screen)
        damage = Damage()
        markChanged()
        return true
    }

    func release() {
        isClaimed.store(false, ordering: .releasing)
    }

    // MARK: The screen's thread

    var rectangle: Rectangle { current.placement.rectangle }
    var order: Int { current.placement.order }

    /// The picture to blend.
    var picture: LayerPicture {
        let source: LayerPicture.Source =
            switch current.source {
            case .image(let image): .image(image)
            case .strip(let strip): .strip(strip, offset: position.offset)
            case .function: if hasPicture, let canvas { .canvas(canvas) } else { .nothing }
            case .strips: strip.map { .strip($0, offset: position.offset) } ?? .nothing
            }
        return LayerPicture(rectangle: rectangle, opacity: current.placement.opacitySteps, source: source)
    }

    /// Whether it shows anything: it has pixels, an opacity, and a part inside the picture.
    var isVisible: Bool {
        let placement = current.placement
        guard placement.opacitySteps > 0, placement.rectangle.intersects(Rectangle(pictureSize)) else { return false }
        return switch current.source {
        case .image, .strip: true
        case .function: hasPicture
        case .strips: strip != nil
        }
    }

    func damageTaken() {
        damage.removeAll()
    }

    /// Marks all of it as changed. It is called before a change, for what was visible, and after it.
    private func markChanged() {
        if isVisible { damage.insert(rectangle) }
    }

    /// Takes new settings, and makes the canvas of the function in the size of the layer. It is called between frames.
    ///
    /// - Parameter screen: the screen of the session.
    func takeChanges(on screen: Screen) {
        takeSettings()
        guard case .function(let isOpaque) = current.source, canvas?.size != rectangle.size else { return }
        canvas = ScreenCanvas(content: content, screen: screen, size: rectangle.size, isOpaque: isOpaque)
        hasPicture = false
    }

    /// Moves the strip or calls the function. It is called in the frame path, as the function of the layer's link.
    ///
    /// - Parameters:
    ///   - view: the view of the screen, for the time only.
    ///   - function: draws the layer.
    func draw(on view: inout ExternalView, by function: ((inout ExternalView) -> Void)?) {
        switch current.source {
        case .image: view.nextUpdate = .whenNeeded
        case .strip(let strip): view.nextUpdate = scroll(strip, view.timing)
        case .function:
            guard let function, let canvas else { return }
            var isEmpty = false
            view.nextUpdate = canvas.lend(view.timing) { view in
                function(&view)
                isEmpty = view.isLayerEmpty
            }
            if hasPicture ? isEmpty : !isEmpty && !canvas.damage.isEmpty {
                markChanged()
                hasPicture = !isEmpty
                markChanged()
            }
            if isVisible {
                for index in 0..<canvas.damage.count {
                    damage.insert(canvas.damage[index].offset(x: rectangle.x, y: rectangle.y))
                }
            }
            canvas.damageTaken()
        case .strips: break
        }
    }

    /// Calls the function that chooses the strip, and moves the strip. It is called in the frame path, as the function
    /// of the layer's link.
    func draw(on view: inout ExternalView, choosing function: (inout StripView) -> Void) {
        let (isFirst, wasVisible) = (strip == nil, isVisible)
        var strips = StripView(timing: view.timing, size: rectangle.size, strip: strip.take())
        function(&strips)
        strip = strips.strip
        view.nextUpdate = strips.nextUpdate
        if strips.isNew, wasVisible || isVisible { damage.insert(rectangle) }
        guard let strip else { return }
        // A strip begins to move when it is shown, however long the layer was empty.
        if isFirst { position = ScrollPosition() }
        view.nextUpdate = strips.nextUpdate.earlier(
            scroll(strip, view.timing, isFirst: isFirst), after: view.timing.targetTimestamp)
    }

    private func takeSettings() {
        let version = changes.load(ordering: .acquiring)
        guard version != self.version else { return }
        self.version = version
        markChanged()
        state.withLock { state in
            state.former = current
            current = state.settings
        }
        markChanged()
    }

    private func scroll(_ strip: ScrollingStrip, _ timing: FrameTiming, isFirst: Bool = false) -> NextUpdate {
        let steps = ScrollPosition.Steps(speed: strip.speed, period: timing.duration)
        guard steps.pixels != 0, timing.duration > .zero else { return .whenNeeded }
        let former = position.offset
        position.advance(
            refreshes: isFirst ? 0 : Int((timing.elapsed / timing.duration).rounded()), steps, length: strip.length)
        if position.offset != former { markChanged() }
        let rest = position.refreshes(until: steps)
        return rest == 1 ? .nextRefresh : .after(timing.duration * rest)
    }
}
