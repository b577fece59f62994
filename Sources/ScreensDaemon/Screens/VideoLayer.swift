import Screens
import ScreensContents
import ScreensLinux

/// The layer of a screen that shows the frames of a client's surface.
@MainLoop
final class VideoLayer: SurfaceLayer {
    let surface: ClientSurface
    private let kit: VideoKit
    private let isOpaque: Bool
    private(set) var placement: LayerPlacement
    private var layer: ScreenLayer

    /// Adds a layer, which is not shown until the surface has a frame.
    ///
    /// - Parameter isOpaque: whether the frames have no alpha.
    init(
        of surface: ClientSurface, isOpaque: Bool, at placement: LayerPlacement, on screen: ScreenID, by kit: VideoKit
    ) throws(ScreenError) {
        self.surface = surface
        self.kit = kit
        self.isOpaque = isOpaque
        self.placement = placement
        layer = try Self.layer(of: surface, isOpaque: isOpaque, at: placement, on: screen, by: kit)
    }

    private static func layer(
        of surface: ClientSurface, isOpaque: Bool, at placement: LayerPlacement, on screen: ScreenID, by kit: VideoKit
    ) throws(ScreenError) -> ScreenLayer {
        let content = LayerContent(surface)
        return try kit.addLayer(to: screen, placement, isOpaque: isOpaque) { view in content.draw(on: &view) }
    }

    func setNeedsDisplay() { layer.setNeedsDisplay() }

    func take(_ frame: ClientSurface.Buffer) {}

    func clear(unlessIn buffers: ClientBuffers) {
        surface.dropFrame(unlessIn: buffers)
        layer.setNeedsDisplay()
    }

    func place(_ placement: LayerPlacement) throws(ScreenError) {
        // A layer whose display has gone is added again at its place when a display comes.
        if layer.isValid { try layer.place(placement) }
        self.placement = placement
    }

    func follow(_ screen: ScreenID) throws(ScreenError) {
        guard kit.screen(of: layer) != screen || !layer.isValid else { return }
        let next = try Self.layer(of: surface, isOpaque: isOpaque, at: placement, on: screen, by: kit)
        endLater { [layer] in layer.remove() }
        layer = next
    }

    func leaveOtherScreen() {
        if kit.screen(of: layer) != nil { endLater { [layer] in layer.remove() } }
    }

    func remove(_ memory: MemoryGrant) { endLater(memory) { [layer] in layer.remove() } }
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
