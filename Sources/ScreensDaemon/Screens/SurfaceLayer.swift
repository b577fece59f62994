import Screens
import ScreensContents
import ScreensLinux

/// The layer of a screen for the frames of a client's surface.
///
/// The surface alone decides which frame is shown and when. The screen's thread asks it, and draws the frame, or
/// scrolls the strip that was made of it.
@MainLoop
final class SurfaceLayer {
    /// How frames are shown.
    enum Kind: Sendable {
        /// Each is drawn in the rectangle of the layer.
        case picture(isOpaque: Bool)
        /// Each is a strip.
        case strips(StripMotion)
    }

    let surface: ClientSurface
    private let kit: VideoKit
    private let kind: Kind
    private(set) var placement: LayerPlacement
    private var layer: ScreenLayer

    /// Adds a layer, which is not shown until the surface has a frame.
    init(
        of surface: ClientSurface, _ kind: Kind, at placement: LayerPlacement, on screen: ScreenID, by kit: VideoKit
    ) throws(ScreenError) {
        self.surface = surface
        self.kit = kit
        self.kind = kind
        self.placement = placement
        layer = try Self.layer(of: surface, kind, at: placement, on: screen, by: kit)
    }

    private static func layer(
        of surface: ClientSurface, _ kind: Kind, at placement: LayerPlacement, on screen: ScreenID, by kit: VideoKit
    ) throws(ScreenError) -> ScreenLayer {
        switch kind {
        case .picture(let isOpaque):
            let content = LayerContent(surface)
            return try kit.addLayer(to: screen, placement, isOpaque: isOpaque) { view in content.draw(on: &view) }
        case .strips: return try kit.addLayer(to: screen, placement) { view in surface.scroll(on: &view) }
        }
    }

    /// Requests a drawing, which answers a request of the surface.
    func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Prepares a frame that is about to be requested.
    func prepare(_ frame: ClientSurface.Buffer) async throws(DrawRefusal) -> ClientSurface.Buffer {
        guard case .strips(let motion) = kind else { return frame }
        var frame = frame
        frame.strip = try await motion.strip(of: frame)
        return frame
    }

    /// Removes the picture, unless it is a frame of these buffers. The next frame is shown again.
    func clear(unlessIn buffers: ClientBuffers) {
        surface.dropFrame(unlessIn: buffers)
        layer.setNeedsDisplay()
    }

    /// Moves the layer, from the next refresh on.
    func place(_ placement: LayerPlacement) throws(ScreenError) {
        // A layer whose display has gone is added again at its place when a display comes.
        if layer.isValid { try layer.place(placement) }
        self.placement = placement
    }

    /// Shows the layer on the display that the screen has now, also if it has ended, because the former one was away
    /// for long.
    func follow(_ screen: ScreenID) throws(ScreenError) {
        guard kit.screen(of: layer) != screen || !layer.isValid else { return }
        let next = try Self.layer(of: surface, kind, at: placement, on: screen, by: kit)
        layer.removeLater(keeping: surface)
        layer = next
    }

    /// Leaves the display if it is connected to another screen now.
    func leaveOtherScreen() {
        if kit.screen(of: layer) != nil { layer.removeLater(keeping: surface) }
    }

    /// Removes the layer for good.
    ///
    /// - Parameter memory: the memory of the layer, which is given back when the screen no longer uses it.
    func remove(_ memory: MemoryGrant) { layer.removeLater(keeping: (surface, memory)) }
}

/// Draws the frames of a surface on the picture of a layer, on the screen's thread.
private final class LayerContent {
    private var content: SurfaceContent
    /// The size of the picture; nil without one. A picture of another size is empty.
    private var size: Size?

    init(_ surface: ClientSurface) {
        content = SurfaceContent(surface)
    }

    /// Draws in the frame path.
    func draw(on view: inout ExternalView) {
        let size = view.bounds.size
        let outcome = content.draw(ContentFrame(isComplete: size != self.size), on: &view)
        self.size = outcome.hasPicture ? size : nil
        view.isLayerEmpty = !outcome.hasPicture
        view.nextUpdate = outcome.next
    }
}

extension ClientSurface {
    /// Chooses the strip of a layer, in the frame path.
    fileprivate func scroll(on view: inout StripView) {
        let step = step(view.timing, view.size)
        if let strip = step.frame?.strip {
            if step.isNew || view.strip == nil { view.strip = strip }
        } else if view.strip != nil {
            view.strip = nil
        }
        if var outcome = step.outcome {
            outcome.kind = step.isNew ? .copied : nil
            answer(outcome)
        }
        view.nextUpdate = step.next
    }
}
