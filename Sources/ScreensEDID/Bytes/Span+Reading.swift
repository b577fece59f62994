/// Total reading: an offset outside the span reads as zero.
///
/// The standards let a sender cut a block short if the rest would be zero (CTA-861 section 7.5), so a missing byte and
/// a zero byte both mean "not supported". If a short block is an oddity, the reader of the block records it.
extension Span where Element == UInt8 {
    /// Returns the byte at `offset`, widened so that sums and shifts cannot overflow.
    func byte(_ offset: Int) -> Int {
        guard offset >= 0, offset < count else { return 0 }
        return Int(self[offset])
    }

    /// Returns whether `bit` (0 is the lowest) of the byte at `offset` is set.
    func bit(_ bit: Int, of offset: Int) -> Bool {
        (byte(offset) >> bit) & 1 == 1
    }

    /// Returns two bytes, the lower one first.
    func littleEndian16(_ offset: Int) -> Int {
        byte(offset) | byte(offset &+ 1) << 8
    }

    /// Returns three bytes, the lowest one first.
    func littleEndian24(_ offset: Int) -> Int {
        littleEndian16(offset) | byte(offset &+ 2) << 16
    }

    /// Returns four bytes, the lowest one first.
    func littleEndian32(_ offset: Int) -> Int {
        littleEndian16(offset) | littleEndian16(offset &+ 2) << 16
    }

    /// Returns the part of `start ..< start + length` inside the span.
    func clamped(from start: Int, length: Int) -> Range<Int> {
        let lower = Swift.min(Swift.max(start, 0), count)
        let upper = Swift.min(lower &+ Swift.max(length, 0), count)
        return lower..<upper
    }

    /// The sum of all bytes, modulo 256; zero if a checksum is right.
    var byteSum: Int {
        var sum = 0
        for index in 0..<count {
            sum &+= Int(self[index])
        }
        return sum & 0xFF
    }

    /// The last byte that would make ``byteSum`` zero; nil if it is zero.
    var correctedChecksum: Int? {
        let sum = byteSum
        return sum == 0 ? nil : (byte(count - 1) - sum) & 0xFF
    }

    /// Returns whether every byte equals `value`.
    func isFilled(with value: UInt8) -> Bool {
        for index in 0..<count where self[index] != value {
            return false
        }
        return true
    }
}
