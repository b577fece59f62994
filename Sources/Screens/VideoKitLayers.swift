extension VideoKit {
    /// Shows an image over the content of a screen.
    ///
    /// It may be called on any thread.
    ///
    /// - Parameters:
    ///   - screen: a connected screen. While it is dark the layer waits.
    ///   - placement: the place of the layer.
    ///   - image: the image, in its own size from the upper left corner of the layer.
    /// - Returns: the layer, which is shown as long as the program keeps it.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if no such screen is connected, or
    ///   ``ScreenError/Code/invalidArgument`` for a rectangle of no size or outside the picture, an opacity that is not
    ///   from 0 to 1, or a kit without a delegate, which only observes.
    public func addLayer(
        to screen: ScreenID, _ placement: LayerPlacement, image: Image
    ) throws(ScreenError) -> ScreenLayer {
        try addLayer(to: screen, LayerDrawing.Settings(placement: placement, source: .image(image))) { drawing, view in
            drawing.draw(on: &view, by: nil)
        }
    }

    /// Shows a strip over the content of a screen, and moves it. It may be called on any thread.
    ///
    /// - Parameters:
    ///   - screen: a connected screen. While it is dark the layer waits.
    ///   - placement: the place of the layer.
    ///   - strip: the strip, at least as long as the layer.
    /// - Returns: the layer, which is shown as long as the program keeps it.
    /// - Throws: the errors of ``addLayer(to:_:image:)``, and ``ScreenError/Code/invalidArgument`` for a strip that is
    ///   too short.
    public func addLayer(
        to screen: ScreenID, _ placement: LayerPlacement, strip: ScrollingStrip
    ) throws(ScreenError) -> ScreenLayer {
        try strip.check(in: placement.rectangle)
        let settings = LayerDrawing.Settings(placement: placement, source: .strip(strip))
        return try addLayer(to: screen, settings) { drawing, view in drawing.draw(on: &view, by: nil) }
    }

    /// Shows strips over the content of a screen, and moves them. A function chooses the strip.
    ///
    /// It may be called on any thread.
    ///
    /// - Parameter choose: called on the screen's own thread, as the function of a layer that is drawn. The layer shows
    ///   nothing until it sets a strip.
    /// - Throws: the errors of ``addLayer(to:_:image:)``.
    package func addLayer(
        to screen: ScreenID, _ placement: LayerPlacement, choosing choose: sending @escaping (inout StripView) -> Void
    ) throws(ScreenError) -> ScreenLayer {
        try addLayer(to: screen, LayerDrawing.Settings(placement: placement, source: .strips)) { drawing, view in
            drawing.draw(on: &view, choosing: choose)
        }
    }

    /// Draws a layer over the content of a screen by a function.
    ///
    /// The function is called on the screen's own thread, at first for the next frame, and then as
    /// ``ExternalView/nextUpdate`` of its view requests. The view has the size of the layer, and keeps its picture from
    /// call to call. Its pixels are premultiplied `0xAARRGGBB`, transparent at first, or XRGB8888 if the layer is
    /// opaque. The layer is not shown until its function has drawn on it. A film is an opaque layer whose function
    /// calls ``Presenter/draw(on:)``.
    ///
    /// It may be called on any thread.
    ///
    /// - Parameters:
    ///   - screen: a connected screen. While it is dark the layer waits.
    ///   - placement: the place of the layer.
    ///   - isOpaque: whether the pixels have no alpha. Such a layer is blended faster.
    ///   - draw: draws a frame of the layer. It may have state that is not `Sendable`, which moves to that thread. It
    ///     is released when the layer ends.
    /// - Returns: the layer, which is shown as long as the program keeps it.
    /// - Throws: the errors of ``addLayer(to:_:image:)``.
    public func addLayer(
        to screen: ScreenID, _ placement: LayerPlacement, isOpaque: Bool = false,
        draw: sending @escaping (inout ExternalView) -> Void
    ) throws(ScreenError) -> ScreenLayer {
        let settings = LayerDrawing.Settings(placement: placement, source: .function(isOpaque: isOpaque))
        return try addLayer(to: screen, settings) { drawing, view in drawing.draw(on: &view, by: draw) }
    }

    private func addLayer(
        to screen: ScreenID, _ settings: LayerDrawing.Settings,
        by draw: sending @escaping (LayerDrawing, inout ExternalView) -> Void
    ) throws(ScreenError) -> ScreenLayer {
        guard let found = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError.noScreen(screen, to: "show a layer on")
        }
        guard shared.settings.delegate != nil else { throw Self.observes(found) }
        let bounds = found.layout?.bounds
        try settings.placement.check(in: bounds, of: found.name)
        let drawing = LayerDrawing(settings, content: shared.contents.makeID(), bounds: bounds)
        let link = try shared.displays.addLink(to: screen, cadence: .interval(1), layer: drawing) { view in
            draw(drawing, &view)
        }
        return ScreenLayer(link, drawing, on: found.name)
    }

    /// The screen that a layer is on; nil while its display is away, or if the layer has ended.
    package func screen(of layer: ScreenLayer) -> ScreenID? { screen(of: layer.link) }

    /// The screen that a link is called for; nil while its display is away, or if the link has ended.
    package func screen(of link: DisplayLink) -> ScreenID? {
        link.isValid ? link.home.flatMap(shared.displays.screen) : nil
    }

    private static func observes(_ screen: Screen) -> ScreenError {
        ScreenError(
            .invalidArgument, operation: "show a layer on", object: screen.name,
            remedy: "this VideoKit only observes: make it with a delegate")
    }
}
