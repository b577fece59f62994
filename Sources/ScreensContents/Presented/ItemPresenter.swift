import ScreensConfiguration
import ScreensLinux

/// Lets other programs draw items of contents: each item is drawn by one program, from an open file.
@MainLoop
package protocol ItemPresenter: AnyObject {
    /// Begins an item, which lasts as long as the returned object.
    ///
    /// - Parameters:
    ///   - screen: the qualified name of the screen on which the program may draw the item.
    ///   - redraw: called when the item has another frame: the object that draws its content draws it again.
    ///   - onReport: called with each report about the item; never before this function returns.
    func begin(
        _ video: VideoKind, from file: PresentedFile, on screen: String, redraw: @escaping @MainLoop () -> Void,
        onReport: @escaping @MainLoop (ItemReport) -> Void
    ) -> any Sendable
}

/// A report about an item that another program draws.
package enum ItemReport: Sendable {
    /// The item has its first frame, which this content draws with all that follow.
    case picture(any Content)
    /// The item is over, and its last frame stays.
    case ended
    /// The program cannot show the item from its file. The value is a sentence for people.
    case failed(String)
    /// The program cannot be reached, or has left. The value is a sentence for people.
    case lost(String)
}
