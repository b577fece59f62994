import Synchronization

/// Hands a picture that changes from one thread to another: neither ever waits, and what is read is always whole.
///
/// There are three copies: the writer has one, the reader one, and the third lies between them and is exchanged. Each
/// comes with what has changed since the reader took the one before.
///
/// Unchecked: of what is not atomic the writer's part is used by one thread, and the reader's by another; a copy and its
/// changes belong to whoever got its number out of the exchange.
final class TripleBuffer: @unchecked Sendable {
    private static let fresh: UInt8 = 0b100
    private static let number: UInt8 = 0b11

    let size: Size
    private let copies: [OwnedPixels]
    private var changes: InlineArray<3, Damage>
    private let between = Atomic<UInt8>(1)

    // The writer's.
    private var back = 0
    /// The damage that each copy lacks.
    private var stale: InlineArray<3, Damage>
    /// The damage that the reader may not have seen.
    private var unseen: Damage

    // The reader's.
    private var front = 2

    init(size: Size) {
        self.size = size
        copies = (0..<3).map { _ in OwnedPixels(size) }
        let whole = Damage(Rectangle(size))
        changes = InlineArray(repeating: Damage())
        stale = InlineArray(repeating: whole)
        unseen = whole
    }

    /// Takes over what has changed of a picture of the same size. In the frame path of who draws it.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        for copy in 0..<3 { stale[copy].insert(damage) }
        unseen.insert(damage)
        copies[back].pixels.copy(stale[back], from: picture)
        stale[back].removeAll()
        changes[back] = unseen
        let before = between.exchange(UInt8(back) | Self.fresh, ordering: .acquiringAndReleasing)
        // The one before was taken, so that less than all of it is news.
        if before & Self.fresh == 0 { unseen = copy damage }
        back = Int(before & Self.number)
    }

    /// The newest picture, where there is a newer one than was taken before, and what is different in it. It stays as it
    /// is until the next one is taken.
    func take() -> (picture: PixelBuffer, changes: Damage)? {
        guard between.load(ordering: .acquiring) & Self.fresh != 0 else { return nil }
        front = Int(between.exchange(UInt8(front), ordering: .acquiringAndReleasing) & Self.number)
        return (copies[front].pixels, changes[front])
    }
}
