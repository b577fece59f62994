/// The direct scanout of a canvas: the buffers with video frames that the plane shows in its place.
///
/// Only the screen's own thread uses it. It keeps no buffer longer than the session of the pipe for which it was made,
/// because the buffer keeps the card open.
final class DirectScanout {
    /// The number of a buffer's showing, among all of one canvas.
    struct Number: Sendable, Hashable {
        fileprivate let value: UInt64
    }

    /// Whether direct scanout is possible once the mode is set.
    private var isComing = false
    /// Makes the buffers; nil while the canvas alone can be shown.
    private var offered: (any DirectBufferSource)?
    /// The pause after the kernel has refused a buffer although its test succeeded.
    private var pause = RefusalPause()
    /// The buffers to write to; empty if the driver does not show the format at that place.
    private var written: (placement: DirectPlacement, buffers: [DirectBuffer])?
    /// A buffer of the memory of a device or another program; nil if the driver does not show it.
    private struct Shared {
        weak var memory: SharedVideoMemory?
        let placement: DirectPlacement
        let frame: DirectBuffer?
    }

    private var shared: [Shared] = []
    /// The placement of a film whose buffers are made as soon as the plane is offered; nil once something else follows.
    private var announced: DirectPlacement?

    /// The buffer that is the picture since the canvas was last drawn on; nil if the canvas is the picture.
    private var latest: DirectBuffer?
    /// Whether a frame waits until something beside it has gone, and a buffer may be the picture.
    private var isAwaited = false
    private var number: UInt64 = 0
    private var isNew = false
    /// The buffer on the screen; nil if the canvas is on the screen.
    private(set) var shown: DirectBuffer?
    /// The buffer that is committed and not on the screen yet.
    private var flying: DirectBuffer?

    /// Allows direct scanout from now on.
    ///
    /// - Parameters:
    ///   - source: makes the buffers; nil if only the canvas can be shown.
    ///   - isComing: whether direct scanout is possible once the mode is set.
    func offer(_ source: (any DirectBufferSource)?, isComing: Bool) {
        offered = source
        self.isComing = isComing
        makeAnnounced()
    }

    private func makeAnnounced() {
        if let announced, source != nil, written?.placement != announced { _ = writable(announced) }
    }

    // MARK: The delegate

    /// Makes the buffers for a placement before its first frame: at once, or when the plane is offered.
    func announce(_ placement: DirectPlacement) {
        announced = placement
        makeAnnounced()
    }

    /// Returns a buffer to write to, before it is shown. It is called in the frame path; the first call for a placement
    /// that was not announced makes the buffers.
    ///
    /// - Returns: nil if the plane cannot show it.
    func writable(_ placement: DirectPlacement) -> DirectBuffer? {
        guard let source else { return nil }
        if written?.placement != placement { written = (placement, source.makeBuffers(placement)) }
        return written?.buffers.first { $0 !== shown && $0 !== flying }
    }

    /// Returns the buffer of the memory of a device or another program. It is called in the frame path; the first call
    /// for a memory passes it to the card.
    ///
    /// - Returns: nil if the plane cannot show it.
    func buffer(in memory: SharedVideoMemory, _ placement: DirectPlacement) -> DirectBuffer? {
        guard let source else { return nil }
        for known in shared where known.memory === memory && known.placement == placement { return known.frame }
        // The buffers of clients that have gone are dropped too.
        shared.removeAll { $0.memory == nil || $0.memory === memory }
        let made = source.makeBuffer(placement, in: memory)
        shared.append(Shared(memory: memory, placement: placement, frame: made))
        return made
    }

    /// Makes a buffer the picture, from the next refresh on.
    func show(_ frame: DirectBuffer) -> Number {
        latest = frame
        isNew = true
        number += 1
        return Number(value: number)
    }

    /// Records that something beside a frame keeps the plane from showing it. It is called in the frame path.
    func noteWait() { isAwaited = true }

    /// Whether direct scanout is possible.
    var isOffered: Bool { source != nil }

    /// Whether direct scanout is possible at one of the next refreshes, once the mode is set.
    var isExpected: Bool { isComing && !pause.isRunning }

    /// Whether direct scanout pauses because the kernel has refused a buffer.
    var isPaused: Bool { pause.isRunning }

    /// Makes the buffers; nil while the canvas alone can be shown.
    private var source: (any DirectBufferSource)? { pause.isRunning ? nil : offered }

    /// Whether the buffer of a showing is still the picture.
    func isLatest(_ number: Number) -> Bool { latest != nil && number.value == self.number }

    /// Whether the picture is a buffer, and not the canvas.
    var isPicture: Bool { latest != nil }

    // MARK: The screen

    /// The buffer that became the picture since the last call; nil if the picture is the same.
    func takeNew() -> DirectBuffer? {
        guard isNew else { return nil }
        isNew = false
        return latest
    }

    /// Whether a frame waits, and a buffer may be the picture now. Each wait is reported once.
    func takeAwaited() -> Bool {
        guard isAwaited, source != nil else { return false }
        isAwaited = false
        return true
    }

    /// Makes the canvas the picture, and releases the buffers that are not on the screen. An announced film keeps its
    /// buffers until its first frame.
    func leave() {
        guard latest != nil || written != nil || !shared.isEmpty else { return }
        if latest != nil { announced = nil }
        latest = nil
        isNew = false
        if announced == nil { written = nil }
        shared = []
    }

    /// Records that the kernel refused a buffer: no buffer is shown for some time, even in later sessions.
    func refuse(at now: MonotonicTime) {
        pause.begin(at: now)
    }

    /// Ends the pause after a refusal if it has lasted long enough. It is called in the frame path, before each frame.
    func frameBegins(at now: MonotonicTime) {
        pause.timePassed(to: now)
    }

    /// Records that the kernel accepted a buffer.
    func wasCommitted(_ buffer: DirectBuffer) {
        flying = buffer
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

    /// Ends the session. The buffers of an announced film are made again when the next one offers the plane.
    func end() {
        let announced = announced
        leave()
        written = nil
        self.announced = announced
        offered = nil
        isComing = false
        shown = nil
        flying = nil
    }
}
