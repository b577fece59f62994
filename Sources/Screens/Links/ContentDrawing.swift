/// Draws the frames of one content, by its delegate or by the painter that this makes for it.
struct ContentDrawing {
    private enum Painter {
        /// The delegate has not been asked.
        case unknown
        /// The delegate draws by itself.
        case none
        case some(any ViewPainter)
    }

    private var painter = Painter.unknown

    /// Draws a frame. In the frame path.
    ///
    /// - Throws: the error of the delegate that can make no painter. It is asked again for the next frame.
    mutating func draw(on view: inout ExternalView, by delegate: any VideoKitDelegate) throws {
        if case .unknown = painter {
            painter =
                if let delegate = delegate as? any PaintingDelegate {
                    .some(try Self.makePainter(of: delegate, for: view))
                } else {
                    .none
                }
        }
        guard case .some(var current) = painter else { return delegate.updateExternalView(&view) }
        // Out of the state while it draws, so that its storage is not copied.
        painter = .none
        current.draw(on: &view)
        painter = .some(current)
    }

    private static func makePainter(
        of delegate: some PaintingDelegate, for view: borrowing ExternalView
    ) throws -> any ViewPainter {
        try delegate.makePainter(for: view)
    }
}
