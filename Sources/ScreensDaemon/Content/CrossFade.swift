import Screens

/// Mixes two pictures of one size.
enum CrossFade {
    /// - Parameters:
    ///   - share: that of the second one, 0 to 256.
    ///   - stride: pixels from one row of the target to the next.
    static func mix(
        _ first: Picture, _ second: Picture, share: UInt32, into target: inout MutableSpan<UInt32>, stride: Int
    ) {
        let size = first.size
        guard second.size == size, stride >= size.width, target.count >= stride * (size.height - 1) + size.width
        else { return }
        let rest = 256 - share
        first.pixels.withUnsafeBufferPointer { first in
            second.pixels.withUnsafeBufferPointer { second in
                target.withUnsafeMutableBufferPointer { target in
                    for row in 0..<size.height {
                        let source = row * size.width
                        let place = row * stride
                        for column in 0..<size.width {
                            let (one, other) = (first[source + column], second[source + column])
                            // Red and blue at once: sixteen bits are between them.
                            let outer = (one & 0xFF00FF) &* rest &+ (other & 0xFF00FF) &* share &+ 0x800080
                            let green = (one & 0xFF00) &* rest &+ (other & 0xFF00) &* share &+ 0x8000
                            target[place + column] = outer >> 8 & 0xFF00FF | green >> 8 & 0xFF00
                        }
                    }
                }
            }
        }
    }
}
