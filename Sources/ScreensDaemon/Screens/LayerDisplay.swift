import Screens
import ScreensLinux

/// The part of a client's layer that the screen shows.
@MainLoop
protocol LayerDisplay: AnyObject {
    var placement: LayerPlacement { get }

    /// Moves the layer, from the next refresh on.
    func place(_ placement: LayerPlacement) throws(ScreenError)

    /// Takes a frame that is about to be requested, if the layer does not draw it from the surface.
    func take(_ frame: ClientSurface.Buffer) async throws(DrawRefusal)

    /// Requests a drawing, which answers a request of the surface.
    func setNeedsDisplay()

    /// Shows the layer on the display that the screen has now, also if it has ended, because the former one was away
    /// for long.
    func follow(_ screen: ScreenID) throws(ScreenError)

    /// Removes the layer for good.
    ///
    /// - Parameter memory: the memory of the layer, which is given back when the screen no longer uses it.
    func remove(_ memory: MemoryGrant)
}
