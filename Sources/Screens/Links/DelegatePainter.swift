/// Draws the frames of one content, with its delegate or with a painter that it makes through the delegate.
///
/// It is a class: if it were a structure inside another object, the runtime would check exclusive access for each
/// frame. One thread at a time uses it.
final class DelegatePainter {
    /// How the frames are drawn. Checking the painter itself would copy it for each frame.
    private enum Way {
        /// The delegate decides at the first frame.
        case unknown
        case byDelegate
        case byPainter
    }

    private var way = Way.unknown
    private var painter: (any ViewPainter)?

    /// Draws a frame. It is called in the frame path.
    ///
    /// - Throws: the error of a delegate that can make no painter. The delegate is asked again for the next frame.
    func draw(on view: inout ExternalView, by delegate: any VideoKitDelegate) throws {
        if way == .unknown {
            if let delegate = delegate as? any PainterDelegate {
                painter = try Self.makePainter(of: delegate, for: view)
            }
            way = painter == nil ? .byDelegate : .byPainter
        }
        guard way == .byPainter, var current = painter else { return delegate.updateExternalView(&view) }
        // The painter is moved out of the state while it draws, so that its storage is not copied.
        painter = nil
        current.draw(on: &view)
        painter = current
    }

    private static func makePainter(
        of delegate: some PainterDelegate, for view: borrowing ExternalView
    ) throws -> any ViewPainter {
        try delegate.makePainter(for: view)
    }
}
