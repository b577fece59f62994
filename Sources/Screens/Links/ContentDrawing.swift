/// Draws the frames of one content, by its delegate or by the painter that this makes for it.
///
/// A class, since a structure in another object would be claimed by the runtime for each frame. One thread at a time uses it.
final class ContentDrawing {
    /// By whom the frames are drawn: to look at the painter itself would copy it for each frame.
    private enum Way {
        /// The delegate has not been asked.
        case unknown
        case byDelegate
        case byPainter
    }

    private var way = Way.unknown
    private var painter: (any ViewPainter)?

    /// Draws a frame. In the frame path.
    ///
    /// - Throws: the error of the delegate that can make no painter. It is asked again for the next frame.
    func draw(on view: inout ExternalView, by delegate: any VideoKitDelegate) throws {
        if way == .unknown {
            if let delegate = delegate as? any PaintingDelegate {
                painter = try Self.makePainter(of: delegate, for: view)
            }
            way = painter == nil ? .byDelegate : .byPainter
        }
        guard way == .byPainter, var current = painter else { return delegate.updateExternalView(&view) }
        // Out of the state while it draws, so that its storage is not copied.
        painter = nil
        current.draw(on: &view)
        painter = current
    }

    private static func makePainter(
        of delegate: some PaintingDelegate, for view: borrowing ExternalView
    ) throws -> any ViewPainter {
        try delegate.makePainter(for: view)
    }
}
