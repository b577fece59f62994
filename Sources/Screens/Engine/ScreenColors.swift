import Synchronization

/// How the colours of an enabled screen are changed. The card's thread sets it; the screen's thread reads the level.
final class ScreenColors: Sendable {
    private let state: Mutex<ColorAdjustment>
    private let copyLevel: Atomic<UInt8>

    init(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        state = Mutex(adjustment)
        copyLevel = Atomic(Self.copyLevel(adjustment, pipe))
    }

    /// As configured, and done as far as it can be.
    var adjustment: ColorAdjustment { state.withLock { $0 } }

    /// How light the copy makes the picture: 255 is as drawn.
    var level: UInt8 { copyLevel.load(ordering: .relaxed) }

    func set(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        state.withLock { $0 = adjustment }
        copyLevel.store(Self.copyLevel(adjustment, pipe), ordering: .relaxed)
    }

    /// The copy does the rest that the CRTC cannot do.
    private static func copyLevel(_ adjustment: ColorAdjustment, _ pipe: any DisplayPipe) -> UInt8 {
        pipe.outcome.adjustsColors ? 255 : adjustment.level
    }
}
