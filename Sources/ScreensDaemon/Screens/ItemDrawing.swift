import Screens
import ScreensContents
import ScreensLinux

/// The frames of a client for an item of a content.
@MainLoop
final class ItemDrawing: VideoSource {
    let client: UInt64
    let stream: ClientStream
    private let record: ScreenRecord
    private let first: FirstFrame

    /// The first frame of an item, which its content waits for.
    @MainLoop
    private final class FirstFrame {
        var isPosted = false
        var onFrame: (@MainLoop () -> Void)?

        func report() {
            guard isPosted else { return }
            onFrame?()
            onFrame = nil
        }
    }

    /// - Parameters:
    ///   - redraw: called when the item has another frame.
    ///   - onFirst: called when the surface has the first frame.
    init(
        _ buffers: ClientBuffers, on surface: ClientSurface, of record: ScreenRecord, by client: UInt64,
        redraw: @escaping @MainLoop () -> Void, onFirst: @escaping @MainLoop () -> Void
    ) {
        let first = FirstFrame()
        first.onFrame = onFirst
        self.first = first
        self.client = client
        self.record = record
        stream = ClientStream(buffers, on: surface, reads: record.devices) {
            first.report()
            redraw()
        } forecast: { [weak record] in
            record?.forecast($0) ?? .impossible
        }
    }

    func frame(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32?
    ) async throws(DrawRefusal) -> ClientStream.Shown {
        if number != nil {
            first.isPosted = true
            record.idleness.pictureChanged()
        }
        let shown = try await stream.frame(number, due, after: fence)
        if shown.outcome.isDropped { record.frameDropped() }
        return shown
    }
}
