import Screens
import ScreensLinux

/// The screens that snapshots are taken of.
@MainLoop
struct SnapshotSource {
    /// The numbers of frames and modesets that the daemon has shown on a screen.
    struct Shown: Hashable {
        let frames: UInt64
        let modesets: UInt64
    }

    /// The number of pixels of a screen.
    let pixels: @MainLoop (ScreenID) -> Int
    /// The numbers of a screen; nil if it is dark, if another program has it, or if they are not known.
    let shown: @MainLoop (ScreenID) -> Shown?
    /// Reads the picture of a screen.
    let capture: @MainLoop (ScreenID) async throws(ScreenError) -> Picture
}

extension SnapshotSource {
    /// The screens of the daemon.
    init(_ kit: VideoKit) {
        self.init { id in
            let mode = kit.screens.first { $0.id == id }?.currentMode
            return mode.map { $0.width * $0.height } ?? 0
        } shown: { id in
            guard let screen = kit.screens.first(where: { $0.id == id }), screen.lessee == nil, screen.dark == nil,
                let statistics = kit.statistics().first(where: { $0.screen == id })
            else { return nil }
            return Shown(frames: statistics.presented, modesets: statistics.modesets)
        } capture: { id throws(ScreenError) in
            try await kit.capture(id).picture
        }
    }
}
