/// A layer: a picture over the content of a screen, in a rectangle of its own.
///
/// ``VideoKit/addLayer(to:_:image:)`` and its companions make one. It is shown until ``remove()``, or until it is
/// released. The content below is not drawn again because of it, and a layer that does not change costs nothing. The
/// layer owns the function that draws it: a function that holds its own layer must hold it weakly, or keeps it until
/// ``remove()``.
///
/// It follows its display as a ``DisplayLink`` does: over a short disconnect, and over changes of the mode, the
/// rotation and the overscan. Its rectangle stays the same then, and only its part inside the picture is shown. It lies
/// on one screen, also of a wall. Mirrors, captures and snapshots have it, and so do pictures whose colours are
/// changed. It ends when its display has been gone for longer than ``VideoKit/Settings/contentRetention``, and with
/// ``VideoKit/stop()``.
///
/// Its methods may be called on any thread.
public final class ScreenLayer: Sendable {
    /// The link that shows it.
    let link: DisplayLink
    private let drawing: LayerDrawing
    private let name: String

    init(_ link: DisplayLink, _ drawing: LayerDrawing, on name: String) {
        self.link = link
        self.drawing = drawing
        self.name = name
    }

    deinit {
        link.invalidate()
    }

    /// Its place.
    public var placement: LayerPlacement { drawing.settings.placement }

    /// Whether it has not ended.
    public var isValid: Bool { link.isValid }

    /// Changes its place, from the next refresh on. A layer that a function draws gets an empty picture if its size
    /// changes, and its function is called.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a rectangle of no size or outside the
    ///   picture, an opacity that is not from 0 to 1, or a rectangle that is longer than its strip;
    ///   ``ScreenError/Code/noSuchScreen`` if the layer has ended.
    public func place(_ placement: LayerPlacement) throws(ScreenError) {
        try placement.check(in: drawing.bounds, of: name)
        if case .strip(let strip) = drawing.settings.source { try strip.check(in: placement.rectangle) }
        try change { $0.placement = placement }
    }

    /// Shows an image, from the next refresh on. It is not scaled: it begins at the upper left corner of the layer, and
    /// its part beyond the layer is not shown.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if the layer has ended.
    public func show(_ image: Image) throws(ScreenError) {
        try change { $0.source = .image(image) }
    }

    /// Shows a strip that scrolls, from the next refresh on. A strip in place of another one goes on at the same pixel.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if it is shorter than the layer;
    ///   ``ScreenError/Code/noSuchScreen`` if the layer has ended.
    public func show(_ strip: ScrollingStrip) throws(ScreenError) {
        try strip.check(in: placement.rectangle)
        try change { $0.source = .strip(strip) }
    }

    /// Shows a strip at another place, from the next refresh on. The strip may be too short for the former place, and
    /// the former strip for the new one.
    ///
    /// - Throws: the errors of ``place(_:)``, with ``ScreenError/Code/invalidArgument`` for a strip that is shorter
    ///   than the layer. Nothing changes then.
    public func show(_ strip: ScrollingStrip, at placement: LayerPlacement) throws(ScreenError) {
        try placement.check(in: drawing.bounds, of: name)
        try strip.check(in: placement.rectangle)
        try change { settings in
            settings.placement = placement
            settings.source = .strip(strip)
        }
    }

    /// Requests a call of the function that draws the layer, if its last call set ``NextUpdate/whenNeeded``.
    public func setNeedsDisplay() {
        link.setNeedsDisplay()
    }

    /// Removes the layer for good, from the next refresh on. It waits for a running call of its function, unless it is
    /// called from within that call, as ``DisplayLink/invalidate()`` does. Repeating it does nothing.
    public func remove() {
        link.invalidate()
    }

    private func change(_ body: (inout LayerDrawing.Settings) -> Void) throws(ScreenError) {
        guard isValid else {
            throw ScreenError(
                .noSuchScreen, operation: "change", object: "a layer of \(name)", circumstances: "the layer has ended",
                remedy: "add another one")
        }
        drawing.change(body)
        link.setNeedsDisplay()
    }
}
