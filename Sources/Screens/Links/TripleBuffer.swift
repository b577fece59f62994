import Synchronization

/// Passes a changing picture from one thread to another. Neither thread ever waits, and the reader never sees half a
/// frame.
///
/// There are three copies: the writer has one, the reader has one, and the third lies between them and is exchanged.
/// Each comes with the changes since the copy that the reader took before.
///
/// Unchecked: one thread uses the writer's properties, and another the reader's. A copy and its changes belong to the
/// thread that has its number; `between` passes a number on.
final class TripleBuffer: @unchecked Sendable {
    private static let fresh: UInt8 = 0b100
    private static let number: UInt8 = 0b11

    let size: Size
    private let copies: [OwnedPixels]
    private var changes: InlineArray<3, Damage>
    private let between = Atomic<UInt8>(1)

    // The writer's properties.
    private var back = 0
    /// The damage that each copy lacks.
    private var stale: InlineArray<3, Damage>
    /// The damage that the reader may not have seen.
    private var unseen: Damage

    // The reader's property.
    private var front = 2

    init(size: Size) {
        self.size = size
        copies = (0..<3).map { _ in OwnedPixels(size) }
        let whole = Damage(Rectangle(size))
        changes = InlineArray(repeating: Damage())
        stale = InlineArray(repeating: whole)
        unseen = whole
    }

    /// Copies the damage of a picture of the same size and publishes the copy. It is called in the frame path of the
    /// writer.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        for copy in 0..<3 { stale[copy].insert(damage) }
        unseen.insert(damage)
        copies[back].pixels.copy(stale[back], from: picture)
        stale[back].removeAll()
        changes[back] = unseen
        let before = between.exchange(UInt8(back) | Self.fresh, ordering: .acquiringAndReleasing)
        // The reader has taken the copy before, so only this damage is new to it.
        if before & Self.fresh == 0 { unseen = copy damage }
        back = Int(before & Self.number)
    }

    /// Returns the newest picture and its changes since the picture that was taken before; nil if there is no newer
    /// one. The picture does not change until the next one is taken. It is called in the frame path of the reader.
    func take() -> (picture: PixelBuffer, changes: Damage)? {
        guard between.load(ordering: .acquiring) & Self.fresh != 0 else { return nil }
        front = Int(between.exchange(UInt8(front), ordering: .acquiringAndReleasing) & Self.number)
        return (copies[front].pixels, changes[front])
    }
}
