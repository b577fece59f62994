import Synchronization

/// The end of a screen that shows the picture of another screen (a mirror) or a part of a larger picture (in a wall).
///
/// The card's thread chooses the source; the source opens the way with a ``PictureSink``; the screen's own thread takes
/// pictures through a ``PictureReader``.
final class PictureReceiver: Sendable {
    private struct State {
        /// The owner of the picture: the links of a screen, or the surface of a wall.
        var source: (any AnyObject & Sendable)?
        /// The buffer that this source publishes into, once it has opened the way.
        var buffer: TripleBuffer?
        var wakeUp: WakeUp?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// Changes whenever the buffer does, so that the reader locks only then.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var buffer: TripleBuffer? { state.withLock(\.buffer) }
    var wakeUp: WakeUp? { state.withLock(\.wakeUp) }

    /// Sets the link and the signal that wake the screen's thread from now on.
    func attach(_ link: DisplayLink, _ signal: FrameSignal) {
        state.withLock { $0.wakeUp = WakeUp(link: link, signal: signal) }
    }

    /// Ends the reception: the screen has no source, and nothing wakes it.
    func detach() {
        receive(from: nil)
        // The link holds the painter, which holds this.
        state.withLock { $0.wakeUp = nil }
    }

    /// Receives from another source, or from none. Pictures that the former source has published, or still publishes, are
    /// not taken any more.
    func receive(from source: (any AnyObject & Sendable)?) {
        let wakeUp: WakeUp? = state.withLock { state in
            guard state.source !== source else { return nil }
            state.source = source
            state.buffer = nil
            changes.add(1, ordering: .releasing)
            return state.wakeUp
        }
        wakeUp?.post()
    }

    /// Opens the way from a source, for the thread that draws its picture, or will.
    ///
    /// - Parameter part: of the source's picture. Where it has the size of before, the buffer stays the same.
    /// - Returns: nil where the screen receives from another source meanwhile.
    func open(_ part: Rectangle, of source: any AnyObject & Sendable) -> PictureSink? {
        state.withLock { state in
            guard state.source === source, let wakeUp = state.wakeUp else { return nil }
            let kept = state.buffer.flatMap { $0.size == part.size ? $0 : nil }
            let buffer = kept ?? TripleBuffer(size: part.size)
            state.buffer = buffer
            if kept == nil { changes.add(1, ordering: .releasing) }
            return PictureSink(receiver: self, buffer: buffer, part: part, wakeUp: wakeUp)
        }
    }
}

/// Takes the pictures of a receiver, on its screen's own thread. In the frame path: it locks only when the buffer changes.
struct PictureReader {
    private let receiver: PictureReceiver
    private var version: UInt64?
    private var buffer: TripleBuffer?

    init(_ receiver: PictureReceiver) {
        self.receiver = receiver
    }

    /// Goes over to the receiver's buffer of now.
    ///
    /// - Returns: whether that is another one than before: of another source or size, or none.
    @discardableResult
    mutating func follow() -> Bool {
        let version = receiver.version
        guard version != self.version else { return false }
        self.version = version
        let former = buffer
        buffer = receiver.buffer
        return buffer !== former
    }

    /// The newest picture and its changes, as of ``TripleBuffer/take()``.
    func take() -> (picture: PixelBuffer, changes: Damage)? { buffer?.take() }
}

/// The source's end of the way that a picture, or a part of it, takes to another screen's thread.
///
/// The source's thread has a list of them and publishes each frame's damage to all. At the other end is a
/// ``PictureReceiver``, which makes them.
struct PictureSink {
    let receiver: PictureReceiver
    let buffer: TripleBuffer
    /// The part of the source's picture that is published.
    let part: Rectangle
    let wakeUp: WakeUp

    /// Whether the receiver takes what is published here: not after it has had another source, even if it has this one again.
    var isConnected: Bool { receiver.buffer === buffer }

    /// Publishes the damage inside the part and wakes the receiver. In the frame path of the source: without a lock.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        let changes = damage.clipped(to: part)
        guard !changes.isEmpty else { return }
        buffer.publish(changes, of: picture.part(part))
        wakeUp.post()
    }
}

/// The link to request a frame of, and the signal that wakes its screen's thread.
struct WakeUp {
    let link: DisplayLink
    let signal: FrameSignal

    /// After the receiver has been detached, the signal may be another screen's, which then wakes up for nothing.
    func post() { link.requestFrame(by: signal) }
}
