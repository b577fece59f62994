/// The drawing surface of a screen during one frame, which ``VideoKitDelegate/updateExternalView(_:)`` draws on.
///
/// The surface keeps its picture from frame to frame, so only changes need to be drawn. They are shown at the next
/// refresh; a frame that changes nothing causes no page flip. ``Drawable`` declares the drawing functions.
///
/// Pixels are XRGB8888: `0x00RRGGBB` in a `UInt32`.
public struct ExternalView: ~Copyable, Drawable {
    /// The timing of the frame.
    public let timing: FrameTiming
    /// The time of the next call of the delegate. The default is the next refresh.
    public var nextUpdate = NextUpdate.nextRefresh
    /// Whether the layer of the view shows nothing from this frame on, until its function draws again.
    package var isLayerEmpty = false
    let canvas: ScreenCanvas

    init(timing: FrameTiming, canvas: ScreenCanvas) {
        self.timing = timing
        self.canvas = canvas
    }

    /// The screen, as it was at its modeset.
    public var screen: Screen { canvas.screen }

    /// The id of the content. It stays the same until ``VideoKitDelegate/contentDidEnd(_:)``, across short disconnects
    /// and other pauses.
    public var content: ContentID { canvas.content }

    /// The area to draw in, in pixels. Use it for the layout instead of the mode: overscan and rotation change it.
    public var bounds: Rectangle { Rectangle(canvas.size) }

    /// The drawing functions' access to the pixels.
    public var drawing: DrawingAccess { DrawingAccess(canvas) }

    /// The colour behind everything; its alpha is ignored. Setting another colour fills the whole view and draws the
    /// ``image`` over it. Setting the same colour costs nothing and causes no flip.
    public var backgroundColor: Color {
        get { canvas.backgroundColor }
        set { canvas.setBackgroundColor(newValue) }
    }
}

extension ExternalView {
    /// Copies the present picture. It allocates: do not use it in every frame.
    public borrowing func picture() -> Picture {
        Picture(copying: canvas.pixels)
    }
}

extension ExternalView {
    /// The scale for drawings that are made for ordinary displays of about 100 pixels per inch: 2 on a display of about
    /// 200 pixels per inch. It is 1 if the display's size is unknown or implausible.
    public var scale: Int { DisplayDensity(canvas.screen).scale }

    /// The image over the background, or nil. It is drawn once, placed by ``contentMode``. Setting another image draws
    /// the difference. Setting the same image costs nothing and causes no flip.
    public var image: Image? {
        get { canvas.imageLayer.image }
        set { canvas.setImageLayer(ScreenCanvas.ImageLayer(image: newValue, mode: contentMode)) }
    }

    /// How ``image`` is placed in the view; by default ``ContentMode/fit``. Setting another mode draws the difference.
    /// Setting the same mode costs nothing and causes no flip.
    public var contentMode: ContentMode {
        get { canvas.imageLayer.mode }
        set { canvas.setImageLayer(ScreenCanvas.ImageLayer(image: image, mode: newValue)) }
    }
}

/// The pixel density of a display, and the scale that follows from it.
struct DisplayDensity {
    /// The pixels per inch that drawings are usually made for.
    private static let ordinary = 96.0
    private static let largestScale = 4

    let scale: Int

    init(_ screen: Screen) {
        self.init(size: screen.currentMode?.size, millimeters: screen.physicalSize)
    }

    /// - Parameter millimeters: the size that the display reports. Often it reports none, sometimes only its aspect
    ///   ratio.
    init(size: Size?, millimeters: Size?) {
        guard let size, let millimeters, millimeters.width >= 40, millimeters.height >= 20 else {
            scale = 1
            return
        }
        let density = Double(max(size.width, size.height)) * 25.4 / Double(max(millimeters.width, millimeters.height))
        scale = min(max(Int((density / Self.ordinary).rounded()), 1), Self.largestScale)
    }
}

/// Identifies the content that a delegate draws on a display.
///
/// Pauses do not end it: a short disconnect, a session in the background, a screen that is off. After a pause the view
/// still has its picture, and the frame numbers continue. A delegate can use it as a key for its data until
/// ``VideoKitDelegate/contentDidEnd(_:)``.
public struct ContentID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// The id as a number, for code in other languages. Each content of a kit has another number.
    public var rawValue: UInt64 { number }

    /// A text for logs; its form may change.
    public var description: String { "content#\(number)" }
}
