/// The frames that a plane shows in place of a canvas: those that were made for it, and the one that is shown.
///
/// Only the screen's own thread uses it. It has no frame beyond the session of the pipe that they are for, whose card would stay open.
final class ScanoutFrames {
    /// A frame that was shown, among all of one canvas.
    struct Number: Sendable, Hashable {
        fileprivate let value: UInt64
    }

    /// Whether frames can be shown once the mode is set.
    private(set) var isComing = false
    /// Whether the kernel has refused a frame that it took as a test: it would do so again.
    private var isRefused = false
    /// Makes the frames; nil while the canvas alone can be shown.
    private var source: (any ScanoutFrameSource)?
    /// Frames to write to, none where the driver does not show the form.
    private var written: (form: ScanoutForm, frames: [ScanoutFrame])?
    /// A frame in memory of others, nil where the driver does not show it.
    private struct Shared {
        weak var memory: SharedVideoMemory?
        let form: ScanoutForm
        let frame: ScanoutFrame?
    }

    private var shared: [Shared] = []

    /// The frame that is the picture since the canvas was drawn on last; nil where the canvas is the picture.
    private var latest: ScanoutFrame?
    private var number: UInt64 = 0
    private var isNew = false
    /// The frame on the screen; nil where the canvas is.
    private(set) var shown: ScanoutFrame?
    /// The one on the way there.
    private var flying: ScanoutFrame?

    /// Lets a plane show frames from now on.
    ///
    /// - Parameters:
    ///   - source: nil where the canvas alone can be shown.
    ///   - isComing: whether frames can be shown once the mode is set.
    func offer(_ source: (any ScanoutFrameSource)?, isComing: Bool) {
        self.source = isRefused ? nil : source
        self.isComing = isComing && !isRefused
    }

    // MARK: The delegate

    /// A frame to write to, before it is shown. In the frame path; the first of a form makes them.
    ///
    /// - Returns: nil where the plane cannot show it.
    func writable(_ form: ScanoutForm) -> ScanoutFrame? {
        guard let source else { return nil }
        if written?.form != form { written = (form, source.makeFrames(form)) }
        return written?.frames.first { $0 !== shown && $0 !== flying }
    }

    /// The frame in memory of others. In the frame path; the first in a memory gives it to the card.
    ///
    /// - Returns: nil where the plane cannot show it.
    func frame(in memory: SharedVideoMemory, _ form: ScanoutForm) -> ScanoutFrame? {
        guard let source else { return nil }
        for known in shared where known.memory === memory && known.form == form { return known.frame }
        // Also that of clients that have gone.
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

    /// Whether a frame is the picture.
    var isPicture: Bool { latest != nil }

    // MARK: The screen

    /// The frame that was shown since the last call; nil where the picture is as it was.
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

    /// The kernel refused a frame: none is shown any more, also in later sessions.
    func refuse() {
        isRefused = true
        source = nil
    }

    /// The kernel accepted a frame.
    func frameCommitted(_ frame: ScanoutFrame) {
        flying = frame
    }

    /// The commit before is on the screen.
    ///
    /// - Parameter isCanvas: whether that is a buffer with the canvas.
    /// - Returns: whether anything was on its way.
    func landed(isCanvas: Bool) -> Bool {
        guard isCanvas || flying != nil else { return false }
        shown = isCanvas ? nil : flying
        flying = nil
        return true
    }

    /// The session ends.
    func end() {
        leave()
        source = nil
        isComing = false
        shown = nil
        flying = nil
    }
}
