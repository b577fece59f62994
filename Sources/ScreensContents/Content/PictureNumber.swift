import Synchronization

/// The number of a picture that a screen was given: another one for each item of a playlist, and for each content.
package struct PictureNumber: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    private let rawValue: UInt64

    /// Makes a number that no other picture of this process has.
    package static func next() -> PictureNumber {
        PictureNumber(rawValue: last.add(1, ordering: .relaxed).newValue)
    }
}
