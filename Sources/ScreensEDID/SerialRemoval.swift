/// A removal of the numbers in an EDID that distinguish one display from others of the same product.
///
/// These are the number of the base block (E-EDID A.2 section 3.4.3), the serial descriptors (section 3.10.3.1),
/// also in a CTA-861 extension, and the container id of Microsoft's vendor block; in DisplayID sections, the
/// serials of the product and of the tiles, the serial block and the container id. Manufacturers' own blocks are not
/// understood, and stay unchanged.
package enum SerialRemoval {
    private static let blockSize = 128

    /// Returns the EDID without these numbers. Any bytes are safe.
    ///
    /// Right checksums stay right, and wrong ones stay wrong by the same amount, so that the kernel treats the result
    /// like the original.
    package static func removing(from edid: [UInt8]) -> [UInt8] {
        var blocks: [Block] = []
        for start in stride(from: 0, to: edid.count, by: blockSize) {
            var block = Block(bytes: Array(edid[start..<min(start + blockSize, edid.count)]))
            if start == 0 {
                block.removeFromBase()
            } else {
                block.removeFromExtension()
            }
            blocks.append(block)
        }
        return blocks.flatMap(\.bytes)
    }

    /// A block of 128 bytes, or fewer if it is cut off.
    private struct Block {
        private(set) var bytes: [UInt8]

        mutating func removeFromBase() {
            keepingSum(of: 0..<blockSize) { block in
                block.fill(12..<16, with: 0)
                for start in stride(from: 54, to: 126, by: 18) { block.removeDescriptor(at: start) }
            }
        }

        mutating func removeFromExtension() {
            guard let tag = bytes.first else { return }
            keepingSum(of: 0..<blockSize) { block in
                switch tag {
                case ExtensionBlock.Kind.cta.tag: block.removeFromCTA()
                case ExtensionBlock.Kind.displayID.tag: block.removeFromDisplayID()
                default: break
                }
            }
        }

        private func byte(_ offset: Int) -> Int { bytes.indices.contains(offset) ? Int(bytes[offset]) : 0 }

        private mutating func fill(_ range: Range<Int>, with byte: UInt8) {
            for index in range.clamped(to: bytes.indices) { bytes[index] = byte }
        }

        /// Makes a change, and adjusts the last byte of a range so that the sum of the range stays the same.
        private mutating func keepingSum(of range: Range<Int>, _ change: (inout Block) -> Void) {
            guard let last = range.last, bytes.indices.contains(last) else { return change(&self) }
            let before = bytes[range].reduce(0, &+)
            change(&self)
            bytes[last] &+= before &- bytes[range].reduce(0, &+)
        }

        private mutating func removeDescriptor(at start: Int) {
            guard byte(start) == 0, byte(start + 1) == 0, byte(start + 3) == 0xFF, bytes.count >= start + 4 else {
                return
            }
            // An empty text: its end, and the padding.
            fill(start + 5..<start + 18, with: 0x20)
            fill(start + 5..<start + 6, with: 0x0A)
        }

        private mutating func removeFromCTA() {
            let timings = byte(2)
            let end = (4...127).contains(timings) ? timings : timings == 0 ? 4 : 127
            var offset = 4
            while offset < end {
                let (code, length) = (byte(offset) >> 5, byte(offset) & 31)
                // Microsoft's block: three bytes of the manufacturer, the version and the flags come first.
                if code == 3, length >= 21, byte(offset + 1) == 0x5C, byte(offset + 2) == 0x12, byte(offset + 3) == 0xCA
                {
                    fill(offset + 6..<offset + 22, with: 0)
                }
                offset += 1 + length
            }
            guard (4...127).contains(timings) else { return }
            for start in stride(from: timings, through: 127 - 18, by: 18) { removeDescriptor(at: start) }
        }

        private mutating func removeFromDisplayID() {
            let section = 1..<min(1 + byte(2) + 5, blockSize - 1)
            keepingSum(of: section) { block in
                var offset = 5
                while offset + 3 <= section.upperBound - 1 {
                    let (tag, revision, length) = (block.byte(offset), block.byte(offset + 1), block.byte(offset + 2))
                    if tag == 0, revision == 0, length == 0 { break }
                    let start = offset + 3
                    let end = min(start + length, section.upperBound - 1)
                    func part(_ first: Int, _ count: Int) -> Range<Int> {
                        min(start + first, end)..<min(start + first + count, end)
                    }
                    switch tag {
                    // The product: three bytes of the manufacturer and two of the product come first.
                    case 0x00, 0x20: block.fill(part(5, 4), with: 0)
                    case 0x0A: block.fill(part(0, length), with: 0x20)
                    // The tiles: capabilities, places, sizes and bezels, and the product as above.
                    case 0x12, 0x28: block.fill(part(18, 4), with: 0)
                    case 0x29: block.fill(part(0, 16), with: 0)
                    default: break
                    }
                    offset = start + length
                }
            }
        }
    }
}
