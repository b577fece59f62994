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
    mutating func draw(on view: inout ExternalView, by delegate: any VideoKitDelegate) {
        if case .unknown = painter {
            painter = (delegate as? any PaintingDelegate).map { .some(Self.makePainter(of: $0, for: view)) } ?? .none
        }
        guard case .some(var current) = painter else { return delegate.updateExternalView(&view) }
        // Out of the state while it draws, so that its storage is not copied.
        painter = .none
        current.draw(on: &view)
        painter = .some(current)
    }

    private static func makePainter(
        of delegate: some PaintingDelegate, for view: borrowing ExternalView
    ) -> any ViewPainter {
        delegate.makePainter(for: view)
    }
}
