/// Draws the pictures of the screens.
///
/// One delegate draws all screens, several at the same time. So it is `Sendable` and changes no state of its own
/// without a lock. For state that changes from frame to frame use a ``PainterDelegate``, whose painters need neither.
public protocol VideoKitDelegate: AnyObject, Sendable {
    /// Draws one frame of one screen.
    ///
    /// It is called once per refresh on that screen's own thread: one call at a time for a screen, concurrently for
    /// several screens. The picture is shown at the next refresh. A call that draws nothing flips nothing;
    /// ``ExternalView/nextUpdate`` sets when the next call follows. A call that takes longer than a refresh makes this
    /// screen miss frames, which are counted. Other screens are not affected.
    ///
    /// - Parameter view: the view of the screen. It keeps its picture from call to call, and is lent for this call
    ///   only.
    func updateExternalView(_ view: inout ExternalView)

    /// Reports that a content has ended: it is no longer shown, and data that is kept for it can be released.
    ///
    /// It is called once for each ``ExternalView/content``, on any thread, after the last call that drew it has
    /// returned: when its display has been gone for longer than ``VideoKit/Settings/contentRetention``, when a mode of
    /// another size was set, and on ``VideoKit/stop()``. A short disconnect, a screen that is off and a pause do not
    /// end it.
    func contentDidEnd(_ content: ContentID)
}

extension VideoKitDelegate {
    /// Does nothing. It serves delegates that keep nothing for each screen.
    public func contentDidEnd(_ content: ContentID) {}
}

/// Draws one content, frame after frame, and keeps the state for it.
///
/// Only the thread of its screen uses it, so it needs no lock, and need not be `Sendable`. A structure with mutating
/// methods is enough.
public protocol ViewPainter {
    /// Draws one frame, as ``VideoKitDelegate/updateExternalView(_:)`` does.
    ///
    /// - Parameter view: the view of the screen. It keeps its picture from call to call, and is lent for this call
    ///   only.
    mutating func draw(on view: inout ExternalView)
}

/// A delegate with a painter for each content, for state that changes from frame to frame.
///
/// ```swift
/// struct Ball: ViewPainter {
///     var x = 0
///
///     mutating func draw(on view: inout ExternalView) {
///         x = (x + 4) % view.bounds.width
///         view.backgroundColor = .black
///         view.fill(view.bounds, with: .black)
///         view.fill(Rectangle(x: x, y: 40, width: 20, height: 20), with: .white)
///     }
/// }
///
/// final class Balls: PainterDelegate {
///     func makePainter(for view: borrowing ExternalView) -> Ball { Ball() }
/// }
/// ```
public protocol PainterDelegate: VideoKitDelegate {
    /// Draws the frames of one content.
    associatedtype Painter: ViewPainter

    /// Makes the painter of a content.
    ///
    /// It is called on the screen's own thread, right before the painter's first frame. The painter is kept as long as
    /// the content (``ExternalView/content``), even while its screen is dark, and released on any thread after
    /// ``VideoKitDelegate/contentDidEnd(_:)``.
    ///
    /// - Parameter view: the view of the first frame, for the size and the screen. Nothing has been drawn on it.
    /// - Throws: any error, for example about a picture that it cannot read. The error becomes a warning among the
    ///   ``VideoKit/events``, and is shown on the screen while that has no picture. The delegate is asked again after
    ///   ``VideoKit/setNeedsDisplay(_:)``.
    func makePainter(for view: borrowing ExternalView) throws -> Painter
}

extension PainterDelegate {
    /// Ends the program with a message. `VideoKit` does not call it, since the painters draw. A test draws with
    /// ``OffscreenView/draw(by:)``.
    public func updateExternalView(_ view: inout ExternalView) {
        preconditionFailure("a PainterDelegate draws by its painters: make one, or call OffscreenView.draw(by:)")
    }
}

/// The delegate to call, as long as it exists.
final class DelegateReference: Sendable {
    /// The warning if the delegate no longer exists.
    static let missing = "the delegate was released: VideoKit holds it weakly, so keep a reference to it"

    weak let delegate: (any VideoKitDelegate)?

    init(_ delegate: any VideoKitDelegate) {
        self.delegate = delegate
    }

    /// Draws a warning on a screen that has no picture yet, which would be black without a reason.
    static func show(_ warning: String, on view: inout ExternalView) {
        // A line ends after a colon or a comma. `replacing` is avoided: it would link the parser of regular
        // expressions, a megabyte, into each program.
        let text = warning.split(separator: " ").reduce(into: "") { text, word in
            if let last = text.last { text.append(last == ":" || last == "," ? "\n" : " ") }
            text += word
        }
        let width = ExternalView.size(of: text).width
        let scale = max(1, view.bounds.width / 2 / max(width, 1))
        view.fill(view.bounds, with: view.backgroundColor)
        view.draw(text, at: (x: 8 * scale, y: 8 * scale), scale: scale, color: .white)
    }
}

/// A delegate that calls a closure.
final class ClosureDelegate: VideoKitDelegate {
    private let draw: @Sendable (inout ExternalView) -> Void

    init(_ draw: @escaping @Sendable (inout ExternalView) -> Void) {
        self.draw = draw
    }

    func updateExternalView(_ view: inout ExternalView) {
        draw(&view)
    }
}
