import ScreensLinux

/// The frames of a client, in place of the content of a screen or in a layer over it.
@MainLoop
protocol VideoSource: AnyObject {
    /// The buffers, and the present call.
    var stream: ClientStream { get }

    /// Shows a frame, or waits for a refresh.
    ///
    /// - Parameters:
    ///   - number: the number of the buffer; nil to show nothing.
    ///   - fence: the descriptor of a fence that is waited for; nil for none.
    func frame(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32?
    ) async throws(DrawRefusal) -> ClientStream.Shown
}
