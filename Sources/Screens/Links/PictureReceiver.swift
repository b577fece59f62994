import Synchronization

/// Receives the picture of another screen (for a mirror) or a part of a larger picture (in a wall).
///
/// The card's thread chooses the source; the source connects with a ``PictureSender``; the screen's own thread takes
/// pictures through a ``ReceivedPictures``.
final class PictureReceiver: Sendable {
    private struct State {
        /// The owner of the picture: the links of a screen, or the surface of a wall.
        var source: (any AnyObject & Sendable)?
        /// The buffer into which this source publishes, after it has connected.
        var buffer: TripleBuffer?
        var wakeUp: WakeUp?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// A number that changes whenever the buffer does, so that the reader locks only then.
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
        // The link holds the painter, which holds this receiver.
        state.withLock { $0.wakeUp = nil }
    }

    /// Receives from another source, or from none. Pictures that the former source has published, or still publishes,
    /// are no longer taken.
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

    /// Connects a source, for the thread that draws its picture, or is about to.
    ///
    /// - Parameter part: the part of the source's picture. If it has the same size as before, the buffer stays the
    ///   same.
    /// - Returns: nil if the screen receives from another source meanwhile.
    func open(_ part: Rectangle, of source: any AnyObject & Sendable) -> PictureSender? {
        state.withLock { state in
            guard state.source === source, let wakeUp = state.wakeUp else { return nil }
            let kept = state.buffer.flatMap { $0.size == part.size ? $0 : nil }
            let buffer = kept ?? TripleBuffer(size: part.size)
            state.buffer = buffer
            if kept == nil { changes.add(1, ordering: .releasing) }
            return PictureSender(receiver: self, buffer: buffer, part: part, wakeUp: wakeUp)
        }
    }
}

/// Takes the pictures of a receiver, on its screen's own thread. It is called in the frame path, and locks only when
/// the buffer changes.
struct ReceivedPictures {
    private let receiver: PictureReceiver
    private var version: UInt64?
    private var buffer: TripleBuffer?

    init(_ receiver: PictureReceiver) {
        self.receiver = receiver
    }

    /// Switches to the receiver's present buffer.
    ///
    /// - Returns: whether the buffer is another one than before: of another source or size, or none.
    @discardableResult
    mutating func follow() -> Bool {
        let version = receiver.version
        guard version != self.version else { return false }
        self.version = version
        let former = buffer
        buffer = receiver.buffer
        return buffer !== former
    }

    /// The newest picture and its changes, as from ``TripleBuffer/take()``.
    func take() -> (picture: PixelBuffer, changes: Damage)? { buffer?.take() }
}

/// The sending end of a connection over which a picture, or a part of it, goes to another screen's thread.
///
/// The source's thread has a list of senders and publishes each frame's damage to all of them. At the other end is a
/// ``PictureReceiver``, which makes the senders.
struct PictureSender {
    let receiver: PictureReceiver
    let buffer: TripleBuffer
    /// The part of the source's picture that is published.
    let part: Rectangle
    let wakeUp: WakeUp

    /// Whether the receiver takes what is published here. It no longer does after it had another source, even if it has
    /// this one again.
    var isConnected: Bool { receiver.buffer === buffer }

    /// Publishes the damage inside the part and wakes the receiver. It is called in the frame path of the source, and
    /// takes no lock.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        let changes = damage.clipped(to: part)
        guard !changes.isEmpty else { return }
        buffer.publish(changes, of: picture.part(part))
        wakeUp.post()
    }
}

/// The link that is to get a frame, and the signal that wakes its screen's thread.
struct WakeUp {
    let link: DisplayLink
    let signal: FrameSignal

    /// Requests a frame. After the receiver has been detached, the signal may be another screen's, which then wakes up
    /// for nothing.
    func post() { link.requestFrame(by: signal) }
}
