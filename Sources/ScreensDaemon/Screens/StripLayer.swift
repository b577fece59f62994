import Glibc
import Screens
import ScreensLinux

/// The layer of a screen that scrolls a frame of a client's surface. The screen's own thread moves it, so it moves on
/// while the client does nothing.
@MainLoop
final class StripLayer: SurfaceLayer {
    /// How a strip moves.
    struct Motion: Sendable, Hashable {
        let axis: ScrollingStrip.Axis
        /// The speed in pixels a second.
        let speed: Double

        /// - Throws: ``ScreenError/Code/invalidArgument`` if frames are shorter than the layer.
        func check(_ frame: Size, in rectangle: Rectangle) throws(ScreenError) {
            try ScrollingStrip.check(axis == .horizontal ? frame.width : frame.height, along: axis, in: rectangle)
        }
    }

    let surface: ClientSurface
    private let kit: VideoKit
    private let motion: Motion
    private var screen: ScreenID
    private(set) var placement: LayerPlacement
    /// The last strip; nil until the client has shown a frame.
    private var strip: ScrollingStrip?
    /// The buffers that the last strip was copied from.
    private weak var stripBuffers: ClientBuffers?
    private var layer: ScreenLayer?
    private var isRemoved = false
    /// Answers the requests of the surface. It draws nothing.
    private var link: DisplayLink
    /// The size in its answers.
    private var linkSize: Size

    init(
        of surface: ClientSurface, moving motion: Motion, at placement: LayerPlacement, on screen: ScreenID,
        by kit: VideoKit
    ) throws(ScreenError) {
        self.surface = surface
        self.kit = kit
        self.motion = motion
        self.screen = screen
        self.placement = placement
        linkSize = placement.rectangle.size
        link = try Self.link(for: surface, linkSize, on: screen, by: kit)
    }

    /// Replaces the link, which answers with another size or for another display then.
    private func makeLink(_ size: Size) throws(ScreenError) {
        let next = try Self.link(for: surface, size, on: screen, by: kit)
        endLater { [link] in link.invalidate() }
        (link, linkSize) = (next, size)
        // A request may wait.
        next.setNeedsDisplay()
    }

    private static func link(
        for surface: ClientSurface, _ size: Size, on screen: ScreenID, by kit: VideoKit
    ) throws(ScreenError) -> DisplayLink {
        try kit.makeDisplayLink(for: screen) { view in view.nextUpdate = surface.answer(view.timing, size) }
    }

    func setNeedsDisplay() { link.setNeedsDisplay() }

    func place(_ placement: LayerPlacement) throws(ScreenError) {
        // Without its display, the link is made again when one comes.
        if placement.rectangle.size != linkSize { try? makeLink(placement.rectangle.size) }
        // If the strip is too short for the place, the next strip goes there.
        if let layer, layer.isValid, let strip, strip.isLongEnough(for: placement.rectangle) {
            try layer.show(strip, at: placement)
        }
        self.placement = placement
    }

    /// Copies the frame, and scrolls it from the next refresh on.
    func take(_ frame: ClientSurface.Buffer) async throws(DrawRefusal) {
        guard let planes = frame.buffers.planes(frame.number) else { throw .notShown }
        let buffers = frame.buffers
        let image: Image
        do throws(Failure) {
            // The memory stays mapped as long as its buffers exist.
            image = try await DetachedThread.value {
                withExtendedLifetime(buffers) { Image(planes, buffers.format) }
            }
        } catch {
            throw .system(SystemError(call: "pthread_create", object: "a strip", errno: EAGAIN))
        }
        guard !isRemoved else { throw .ended }
        do throws(ScreenError) {
            let strip = try ScrollingStrip([image], axis: motion.axis, speed: motion.speed)
            if let layer, layer.isValid {
                try layer.show(strip, at: placement)
            } else {
                try show(strip)
            }
            self.strip = strip
            stripBuffers = buffers
        } catch {
            throw .screen(error)
        }
    }

    /// Shows a strip in a layer of its own. Without its display it waits for the next one.
    private func show(_ strip: ScrollingStrip) throws(ScreenError) {
        let former = layer
        do throws(ScreenError) {
            layer = try kit.addLayer(to: screen, placement, strip: strip)
        } catch  where error.code == .noSuchScreen {
            layer = nil
        }
        if let former { endLater { former.remove() } }
    }

    func clear(unlessIn buffers: ClientBuffers) {
        guard stripBuffers !== buffers else { return }
        strip = nil
        guard let layer else { return }
        self.layer = nil
        endLater { layer.remove() }
    }

    func follow(_ screen: ScreenID) throws(ScreenError) {
        self.screen = screen
        if kit.screen(of: link) != screen || !link.isValid || placement.rectangle.size != linkSize {
            try makeLink(placement.rectangle.size)
        }
        // A strip on the same display goes on where it is.
        if let strip, !(layer.map { $0.isValid && kit.screen(of: $0) == screen } ?? false) { try show(strip) }
    }

    func leaveOtherScreen() {
        guard kit.screen(of: link) != nil else { return }
        endLater { [link, layer] in
            link.invalidate()
            layer?.remove()
        }
        layer = nil
    }

    func remove(_ memory: MemoryGrant) {
        isRemoved = true
        endLater(memory) { [link, layer] in
            link.invalidate()
            layer?.remove()
        }
        layer = nil
        strip = nil
    }
}
