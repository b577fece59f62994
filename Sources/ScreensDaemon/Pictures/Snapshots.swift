import Screens
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures

/// Takes snapshots of screens, one at a time: each takes megabytes of memory and most of a second.
@MainLoop
final class Snapshots {
    /// A picture that a call requests. Calls with the same value may get the same file.
    struct Request: Hashable {
        let screen: ScreenID
        let format: PictureFormat
        /// The width of the file's picture in pixels; nil for the picture's own.
        let width: Int?
        /// Whether the picture must be the daemon's own. Such a request never gets the file of one without it.
        let isOwn: Bool
    }

    /// The request requires the daemon's own picture, and another program shows one, or has shown one meanwhile.
    struct NotOwn: Error {}

    private let kit: VideoKit
    private var isTaking = false
    /// The calls that wait for earlier snapshots, in their order.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The picture of a screen as a file in Base64, after the snapshots that were requested before.
    ///
    /// - Parameter ownPicture: returns a number that stays the same while the screen shows a picture of the daemon;
    ///   nil while it shows another program's.
    /// - Throws: ``ScreenError``, ``Failure``, ``NotOwn``, or `CancellationError` if the client has disconnected.
    func file(_ request: Request, while ownPicture: @MainLoop () -> Int?) async throws -> String {
        if isTaking { await withCheckedContinuation { waiters.append($0) } }
        isTaking = true
        defer {
            // Passes the turn on directly, so that a new call cannot overtake waiting calls.
            if waiters.isEmpty { isTaking = false } else { waiters.removeFirst().resume() }
        }
        try Task.checkCancellation()
        let own = ownPicture()
        if request.isOwn, own == nil { throw NotOwn() }
        let picture = try await kit.capture(request.screen).picture
        // A program may have had the screen meanwhile.
        if request.isOwn, ownPicture() != own { throw NotOwn() }
        return try await DetachedThread.value { () throws(Failure) in
            Base64.encode(
                try Failure.mapping { () throws(PictureError) in
                    try picture.encoded(as: request.format, width: request.width)
                })
        }
    }
}
