import ScreensKMS
import Synchronization

@testable import Screens

/// An enabled screen that cannot be disabled while a test forbids it.
final class FaultyPipe: DisplayPipe {
    let pipe: any DisplayPipe
    let staysLit = Mutex(false)
    /// The number of calls that disable the pipe.
    let switchOffs = Mutex(0)
    /// The stamps of flips, if set: nothing is flipped, and each flip is reported at once with the next stamp; further
    /// flips are never reported.
    let stamps = Mutex<[FlipStamp]?>(nil)
    /// The gate that each flip waits for, if set, as in a driver that hangs.
    let hang = Mutex<Gate?>(nil)
    /// The buffers that were to be shown, in order.
    let flips = Mutex<[Int]>([])

    init(_ pipe: any DisplayPipe) {
        self.pipe = pipe
    }

    var mode: ScreenMode { pipe.mode }
    var crtcIndex: CRTCIndex { pipe.crtcIndex }
    var signal: FrameSignal { pipe.signal }
    var pacing: Pacing { pipe.pacing }
    var longestPeriod: Int64? { pipe.longestPeriod }
    var plan: ScanoutPlan { pipe.plan }
    var outcome: PipeOutcome { pipe.outcome }
    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer { pipe.adjust(adjustment) }
    var buffers: [ScanoutSurface] { pipe.buffers }

    func readsFast() -> Bool { pipe.readsFast() }
    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        let number = flips.withLock { flips in
            flips.append(buffer)
            return flips.count - 1
        }
        hang.withLock { $0 }?.wait()
        guard let stamps = stamps.withLock({ $0 }) else { return pipe.flip(to: buffer, damage: damage) }
        if number < stamps.count { signal.post(stamps[number], generation: signal.currentGeneration) }
        return 0
    }
    func isOn() -> Bool { pipe.isOn() }
    func isInMode() -> Bool { pipe.isInMode() }
    func leavePicture() -> Bool { pipe.leavePicture() }
    func disable() -> Bool {
        switchOffs.withLock { $0 += 1 }
        return staysLit.withLock { $0 } ? false : pipe.disable()
    }
}
