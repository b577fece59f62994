import Screens
import ScreensLinux

/// The frames of a client, in place of the content of a screen or in a layer over it.
@MainLoop
protocol FrameSource: AnyObject {
    /// The format of the frames.
    var format: VideoFormat { get }

    /// Adds buffers, which are free to draw in.
    ///
    /// - Returns: the numbers of the buffers, also of buffers that are there already.
    func add(
        _ places: [ClientBuffers.Place], in files: [ReceivedFile], _ budget: MemoryBudget
    ) throws(ClientBuffers.Problem) -> [Int]

    /// Waits for the timing of a refresh. The first frame can follow it.
    func nextRefresh() async throws(DrawRefusal) -> ClientSurface.Outcome

    /// Shows a frame, or waits for a refresh.
    ///
    /// - Parameters:
    ///   - number: the number of the buffer; nil to show nothing.
    ///   - fence: the descriptor of a fence that is waited for; nil for none.
    func frame(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32?
    ) async throws(DrawRefusal) -> ClientStream.Shown
}
