import Screens
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures

/// Takes snapshots of screens, one at a time: each takes megabytes of memory and most of a second.
@MainLoop
final class Snapshots {
    private let kit: VideoKit
    private var isTaking = false
    /// The calls that wait for earlier snapshots, in their order.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The picture of a screen as a PNG file in Base64, after the snapshots that were requested before.
    ///
    /// - Throws: ``ScreenError``, ``Failure``, or `CancellationError` if the client has disconnected.
    func png(of screen: ScreenID) async throws -> String {
        if isTaking { await withCheckedContinuation { waiters.append($0) } }
        isTaking = true
        defer {
            // Passes the turn on directly, so that a new call cannot overtake waiting calls.
            if waiters.isEmpty { isTaking = false } else { waiters.removeFirst().resume() }
        }
        try Task.checkCancellation()
        let picture = try await kit.capture(screen).picture
        return try await DetachedThread.value { () throws(Failure) in
            Base64.encode(try Failure.mapping(picture.png))
        }
    }
}
