import Glibc
import ScreensLinux
import Synchronization

/// Video frames of one size between the thread that writes them and the thread that shows them.
///
/// There are four places: one for the frame that is shown, and three for waiting frames. The writer sleeps while three
/// frames wait. The other thread neither sleeps nor locks.
///
/// Unchecked because of the memory: a place belongs to the writer from its release until its frame is counted in
/// `given`, and then to the other thread until the next frame is taken.
final class VideoQueue: @unchecked Sendable {
    /// The number of frames that may wait.
    static let capacity = 3
    private static let places = UInt64(capacity + 1)

    private let byteCount: Int
    private let memory: UnsafeMutableRawPointer
    /// The number of bytes from one place to the next, in whole pages.
    private let stride: Int
    private let given = Atomic<UInt64>(0)
    private let taken = Atomic<UInt64>(0)
    private let finished = Atomic<Bool>(false)
    private let cancelled = Atomic<Bool>(false)
    private let sleeps = Atomic<Bool>(false)
    /// A word that changes with each frame that is taken.
    private let room = FutexWord()
    /// A lock that lets in one writer at a time.
    private let writer = Mutex<Void>(())
    private let waker = Mutex<(@Sendable () -> Void)?>(nil)
    private let hasWaker = Atomic<Bool>(false)

    /// - Throws: ``ScreenError`` if the system has no memory.
    init(byteCount: Int) throws(ScreenError) {
        self.byteCount = byteCount
        stride = (byteCount + 4095) & ~4095
        let size = stride * Int(Self.places)
        let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else {
            throw ScreenError(.system, operation: "allocate", object: "four frames of \(byteCount) bytes", errno: errno)
        }
        memory = address
    }

    deinit {
        munmap(memory, stride * Int(Self.places))
    }

    // MARK: The writer

    /// Whether a frame can be enqueued without waiting. On any thread: frames may be enqueued and taken between the two
    /// reads.
    var hasRoom: Bool {
        let given = given.load(ordering: .acquiring)
        return Int64(bitPattern: given &- taken.load(ordering: .acquiring)) < Self.capacity
    }

    /// Waits for a place, lets `body` fill it, and enqueues its frame.
    ///
    /// - Returns: false, without a call of `body`, if the queue was finished or cancelled.
    func give<Failure: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void) throws(Failure) -> Bool {
        let isGiven = try writer.withLock { _ throws(Failure) in
            guard waitForRoom(), !finished.load(ordering: .acquiring) else { return false }
            let number = given.load(ordering: .relaxed)
            try body(UnsafeMutableRawBufferPointer(start: place(number), count: byteCount))
            given.store(number + 1, ordering: .sequentiallyConsistent)
            return true
        }
        if isGiven { wake() }
        return isGiven
    }

    /// - Returns: false if the queue was cancelled.
    private func waitForRoom() -> Bool {
        while !cancelled.load(ordering: .acquiring) {
            let seen = room.pointer.pointee.load(ordering: .acquiring)
            if hasRoom { return true }
            room.wait(while: seen)
        }
        return false
    }

    /// Announces that no further frame comes.
    func finish() {
        finished.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Ends the taking of frames: a writer that waits goes on.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
        room.pointer.pointee.add(1, ordering: .releasing)
        room.wakeAll()
        finish()
    }

    // MARK: Waking

    /// Sets the function that ends a sleep of the other thread. It may be called on any thread.
    func setWaker(_ body: (@Sendable () -> Void)?) {
        waker.withLock { $0 = body }
        hasWaker.store(body != nil, ordering: .sequentiallyConsistent)
        // The other thread may have gone to sleep with the former function.
        body?()
    }

    private func wake() {
        guard sleeps.exchange(false, ordering: .sequentiallyConsistent) else { return }
        waker.withLock(\.self)?()
    }

    // MARK: The thread that shows

    /// The number of frames that wait.
    var waiting: Int { Int(given.load(ordering: .sequentiallyConsistent) - taken.load(ordering: .relaxed)) }

    /// Whether no further frame comes; read it before ``waiting``.
    var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    /// Takes some of the waiting frames, at least one, and releases the shown frame.
    func take(_ count: Int) {
        taken.add(UInt64(count), ordering: .releasing)
        room.pointer.pointee.add(1, ordering: .releasing)
        room.wakeOne()
    }

    /// The frame that was taken last, unchanged until the next one is taken; nil before the first.
    var latest: UnsafeRawPointer? {
        let number = taken.load(ordering: .relaxed)
        return number > 0 ? UnsafeRawPointer(place(number - 1)) : nil
    }

    /// Announces that this thread sleeps until it is woken.
    ///
    /// - Returns: false if a frame or the end came meanwhile, or nothing would wake the thread.
    func beginSleep(after waiting: Int, isFinished: Bool) -> Bool {
        sleeps.store(true, ordering: .sequentiallyConsistent)
        return self.waiting == waiting && self.isFinished == isFinished
            && hasWaker.load(ordering: .sequentiallyConsistent)
    }

    private func place(_ number: UInt64) -> UnsafeMutableRawPointer { memory + Int(number % Self.places) * stride }
}
