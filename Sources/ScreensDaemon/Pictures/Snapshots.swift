import Screens
import ScreensJSON
import ScreensPictures
import ScreensProgramKit

/// Takes pictures of screens, one at a time: each takes memory by the million and most of a second.
@MainLoop
final class Snapshots {
    private let kit: VideoKit
    private var isTaking = false
    /// The calls that wait for the snapshots of others, in their order.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The picture of a screen as a PNG file in Base64, once the snapshots that were requested before are taken.
    ///
    /// - Throws: ``ScreenError``, ``Failure``, or `CancellationError` where the client has disconnected.
    func png(of screen: ScreenID) async throws -> String {
        if isTaking { await withCheckedContinuation { waiters.append($0) } }
        isTaking = true
        defer {
            // Passes the turn on: a new call must not overtake those that wait.
            if waiters.isEmpty { isTaking = false } else { waiters.removeFirst().resume() }
        }
        try Task.checkCancellation()
        let picture = try await capture(screen).picture
        return try await DetachedThread.value { () throws(Failure) in
            Base64.encode(try Failure.mapping(picture.png))
        }
    }

    /// For how long a screen is captured again that shows nothing between two settings, and how often.
    private static let attempts = (count: 20, interval: Duration.milliseconds(50))

    /// Captures a screen. One that is not dark may show nothing for a moment, while other settings are applied.
    private func capture(_ screen: ScreenID) async throws(ScreenError) -> ScreenCapture {
        for _ in 1..<Self.attempts.count {
            do throws(ScreenError) {
                return try await kit.capture(screen)
            } catch {
                guard error.code == .dark, kit.screens.first(where: { $0.id == screen })?.dark == nil else {
                    throw error
                }
            }
            try? await Task.sleep(for: Self.attempts.interval)
        }
        return try await kit.capture(screen)
    }
}
