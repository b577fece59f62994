import Synchronization

/// How a lit screen's colours are changed. The card's thread sets it; the screen's thread reads the level.
final class ScreenColors: Sendable {
    private let state: Mutex<ColorAdjustment>
    private let copyLevel: Atomic<UInt8>

    init(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        state = Mutex(adjustment)
        copyLevel = Atomic(Self.copyLevel(adjustment, pipe))
    }

    /// What is wanted, and is so as far as it can be.
    var adjustment: ColorAdjustment { state.withLock { $0 } }

    /// How light the copy makes the picture: 255 is as drawn.
    var level: UInt8 { copyLevel.load(ordering: .relaxed) }

    func set(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        state.withLock { $0 = adjustment }
        copyLevel.store(Self.copyLevel(adjustment, pipe), ordering: .relaxed)
    }

    /// What the CRTC does not do is left for the copy.
    private static func copyLevel(_ adjustment: ColorAdjustment, _ pipe: any DisplayPipe) -> UInt8 {
        pipe.outcome.adjustsColors ? 255 : adjustment.level
    }
}

extension ScreenSession {
    /// Changes colours while the screen goes on.
    ///
    /// - Returns: whether that is so; else a modeset is needed.
    func adjust(_ adjustment: ColorAdjustment) -> Bool {
        guard pipe.adjust(adjustment) != .needsModeset else { return false }
        colors.set(adjustment, by: pipe)
        links.post(.orders)
        return true
    }

    /// How its picture comes to the glass.
    var layout: PictureLayout { pipe.layout(colors.adjustment) }
}

extension DisplayPipe {
    /// What is told of how the picture comes to the glass with its colours changed.
    func layout(_ adjustment: ColorAdjustment) -> PictureLayout {
        var layout = layout
        if adjustment != .neutral {
            layout.adjustment = outcome.adjustsColors ? .gamma : adjustment.level < 255 ? .copy : .none
        }
        return layout
    }
}
