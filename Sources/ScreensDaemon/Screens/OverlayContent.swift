import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// One content over the picture of a screen, which a layer of the screen draws in its area.
@MainLoop
final class OverlayContent {
    private struct Shown {
        let layer: ScreenLayer
        let isOpaque: Bool
        /// The grant for its picture.
        let memory: MemoryGrant
    }

    private let index: Int
    private let kit: VideoKit
    private let budget: MemoryBudget
    private let place = ScreenPlace()
    private let name: String
    private let environment: ContentEnvironment
    private lazy var content = makeContent()
    private weak var owner: (any OverlayOwner)?
    private var item: OverlayItem?
    private var shown: Shown?
    private var rectangle = Rectangle.zero
    /// Why the screen has no layer for it.
    private var problem: String?

    /// - Parameter index: its number, from 0 for the lowest one.
    init(
        _ index: Int, on name: String, in environment: ContentEnvironment, for owner: (any OverlayOwner)?
    ) {
        self.index = index
        self.owner = owner
        kit = environment.kit
        budget = environment.pictures.budget
        self.name = name
        self.environment = environment
    }

    private func makeContent() -> ConfiguredContent {
        let content = ConfiguredContent(
            on: name, place, as: "\(name), overlay \(index + 1)", in: environment
        ) { [weak self] _ in self?.shown?.layer.setNeedsDisplay() }
        content.begin(for: self)
        return content
    }

    /// Shows a content, unless it is shown already. The parameters are as for ``ScreenOverlays``.
    ///
    /// - Parameter isHidden: whether a program has leased the screen.
    func show(_ item: OverlayItem, on screen: Screen, isOff: Bool, isHidden: Bool, isClockKnown: Bool) {
        self.item = item
        content.show(
            item.content, or: .none, on: screen, isOff: isOff, used: isHidden ? .drawn : .free,
            isClockKnown: isClockKnown, size: item.area.contentSize(in: screen.pictureSize))
    }

    /// Places the layer on the picture that the screen has now. A dark screen keeps it as it is.
    func followDisplay(_ screen: Screen) {
        if let shown, kit.isElsewhere(shown.layer, than: screen) { removeLayer() }
        guard let item, screen.isConnected, let bounds = screen.layout?.bounds else { return }
        rectangle = item.area.rectangle(in: bounds)
        let former = problem
        problem = nil
        if rectangle.intersects(Rectangle(bounds)) {
            let order = LayerOrder.lowestOverlay + index
            place(LayerPlacement(rectangle, order: order, opacity: item.opacity), on: screen, item)
        } else {
            problem = "its area is outside of the picture, which has \(bounds) pixels"
            removeLayer()
        }
        if problem != former { owner?.overlayChanged() }
    }

    private func place(_ placement: LayerPlacement, on screen: Screen, _ item: OverlayItem) {
        let isOpaque = !item.content.isTransparent
        if let shown, shown.isOpaque == isOpaque, kit.screen(of: shown.layer) == screen.id {
            guard shown.layer.placement != placement else { return }
            if shown.layer.placement.rectangle.size == placement.rectangle.size {
                do throws(ScreenError) { try shown.layer.place(placement) } catch { problem = error.description }
                return
            }
        }
        do {
            let memory = try budget.grant(4 * rectangle.width * rectangle.height, for: .pictures)
            let drawing = OverlayDrawing(place)
            let layer = try kit.addLayer(to: screen.id, placement, isOpaque: isOpaque) { drawing.draw(on: &$0) }
            removeLayer()
            shown = Shown(layer: layer, isOpaque: isOpaque, memory: memory)
        } catch let refusal as MemoryBudget.Refusal {
            problem = "its layer \(refusal)"
        } catch let error as ScreenError {
            // An event reports a screen that is disconnected meanwhile.
            if error.code != .noSuchScreen { problem = error.description }
        } catch {
            problem = "\(error)"
        }
    }

    private func removeLayer() {
        shown.take().map { $0.layer.removeLater(keeping: $0.memory) }
    }

    /// Ends the content, because the screen is no longer connected.
    func end() { content.end() }

    /// Reads pictures again if their files have changed.
    func readAgain() { content.readAgain() }

    /// Ends it for good.
    func remove() {
        content.end()
        removeLayer()
    }

    var followsClock: Bool { content.followsClock }
    var notices: [StatusNotice] { content.notices }

    /// Its state for clients; nil before its first pass.
    ///
    /// - Parameter lessee: the program that has leased the screen.
    func document(hiddenBy lessee: Lessee?) -> OverlayDocument? {
        guard let item else { return nil }
        var (state, message) = (ContentDocument.State.shown, content.state?.problem?.message)
        if let problem = problem ?? message {
            (state, message) = (.failed, problem)
        } else if let lessee {
            (state, message) = (.waiting, "the screen is leased to '\(lessee.name)', which hides it")
        } else if content.state != .shown {
            state = .waiting
        }
        return OverlayDocument(item.title, at: rectangle, opacity: item.opacity, state, message)
    }
}

extension OverlayContent: ContentOwner {
    // The picture of the content below decides whether the screen is idle, and what is played.
    func contentBegins() {}
    func contentMoved() {}
    func contentHasPictures() {}
    func pictureChanged() {}
    func contentChanged() { owner?.overlayChanged() }
    func contentNoticesChanged() { owner?.overlayNoticesChanged() }
}

/// Draws a content on the picture of a layer, on the screen's thread.
private final class OverlayDrawing {
    private let place: ScreenPlace
    /// The size of the picture; a picture of another size is empty.
    private var size: Size?

    init(_ place: ScreenPlace) {
        self.place = place
    }

    /// Draws in the frame path.
    func draw(on view: inout ExternalView) {
        let size = view.bounds.size
        place.draw(on: &view, isComplete: size != self.size)
        self.size = size
    }
}
