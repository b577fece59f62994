/// The frames that a plane shows in place of a canvas: the frames that were made for it, and the shown frame.
///
/// Only the screen's own thread uses it. It keeps no frame longer than the session of the pipe for which it was made,
/// whose card would stay open.
final class ScanoutFrames {
    /// The number of a frame that was shown, among all frames of one canvas.
    struct Number: Sendable, Hashable {
        fileprivate let value: UInt64
    }

    /// Whether frames can be shown once the mode is set.
    private(set) var isComing = false
    /// Whether the kernel has refused a frame although its test succeeded. It would refuse the next one too.
    private var isRefused = false
    /// Makes the frames; nil while the canvas alone can be shown.
    private var source: (any ScanoutFrameSource)?
    /// The frames to write to; empty if the driver does not show the form.
    private var written: (form: ScanoutForm, frames: [ScanoutFrame])?
    /// A frame in memory of a device or another program; nil if the driver does not show it.
    private struct Shared {
        weak var memory: SharedVideoMemory?
        let form: ScanoutForm
        let frame: ScanoutFrame?
    }

    private var shared: [Shared] = []

    /// The frame that is the picture since the canvas was last drawn on; nil if the canvas is the picture.
    private var latest: ScanoutFrame?
    private var number: UInt64 = 0
    private var isNew = false
    /// The frame on the screen; nil if the canvas is on the screen.
    private(set) var shown: ScanoutFrame?
    /// The frame that is committed and not on the screen yet.
    private var flying: ScanoutFrame?

    /// Lets a plane show frames from now on.
    ///
    /// - Parameters:
    ///   - source: makes the frames; nil if only the canvas can be shown.
    ///   - isComing: whether frames can be shown once the mode is set.
    func offer(_ source: (any ScanoutFrameSource)?, isComing: Bool) {
        self.source = isRefused ? nil : source
        self.isComing = isComing && !isRefused
    }

    // MARK: The delegate

    /// Returns a frame to write to, before it is shown. In the frame path; the first call for a form makes the frames.
    ///
    /// - Returns: nil if the plane cannot show it.
    func writable(_ form: ScanoutForm) -> ScanoutFrame? {
        guard let source else { return nil }
        if written?.form != form { written = (form, source.makeFrames(form)) }
        return written?.frames.first { $0 !== shown && $0 !== flying }
    }

    /// Returns the frame in memory of a device or another program. In the frame path; the first call for a memory
    /// passes it to the card.
    ///
    /// - Returns: nil if the plane cannot show it.
    func frame(in memory: SharedVideoMemory, _ form: ScanoutForm) -> ScanoutFrame? {
        guard let source else { return nil }
        for known in shared where known.memory === memory && known.form == form { return known.frame }
        // The frames of clients that have gone are dropped too.
        shared.removeAll { $0.memory == nil || $0.memory === memory }
        let made = source.makeFrame(form, in: memory)
        shared.append(Shared(memory: memory, form: form, frame: made))
        return made
    }

    /// Makes a frame the picture, from the next refresh on.
    func show(_ frame: ScanoutFrame) -> Number {
        latest = frame
        isNew = true
        number += 1
        return Number(value: number)
    }

    /// Whether frames can be shown.
    var isOffered: Bool { source != nil }

    /// Whether a frame is still the picture.
    func isLatest(_ number: Number) -> Bool { latest != nil && number.value == self.number }

    /// Whether the picture is a frame, and not the canvas.
    var isPicture: Bool { latest != nil }

    // MARK: The screen

    /// The frame that became the picture since the last call; nil if the picture is the same.
    func takeNew() -> ScanoutFrame? {
        guard isNew else { return nil }
        isNew = false
        return latest
    }

    /// Makes the canvas the picture, and releases the frames that are not on the screen.
    func leave() {
        guard latest != nil || written != nil || !shared.isEmpty else { return }
        latest = nil
        isNew = false
        written = nil
        shared = []
    }

    /// Records that the kernel refused a frame. No frame is shown from now on, even in later sessions.
    func refuse() {
        isRefused = true
        source = nil
    }

    /// Records that the kernel accepted a frame.
    func frameCommitted(_ frame: ScanoutFrame) {
        flying = frame
    }

    /// Records that the last commit is on the screen.
    ///
    /// - Parameter isCanvas: whether it showed a buffer with the canvas.
    /// - Returns: whether anything was on its way.
    func landed(isCanvas: Bool) -> Bool {
        guard isCanvas || flying != nil else { return false }
        shown = isCanvas ? nil : flying
        flying = nil
        return true
    }

    /// Ends the session.
    func end() {
        leave()
        source = nil
        isComing = false
        shown = nil
        flying = nil
    }
}
