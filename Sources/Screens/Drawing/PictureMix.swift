import ScreensRaster

/// One picture on its way to become another one of the same size.
package struct PictureMix: Sendable {
    private let first: Picture
    private let second: Picture

    /// - Parameter second: of the size of the first one; else nothing is drawn.
    package init(_ first: Picture, _ second: Picture) {
        self.first = first
        self.second = second
    }

    /// Replaces the picture of a view.
    ///
    /// - Parameter share: the share of the second picture, 0 to 256.
    package func draw(share: Int, on view: inout ExternalView) {
        view.replacePixels { pixels, stride in draw(share: share, into: &pixels, stride: stride) }
    }

    /// - Parameter stride: pixels from one row of the target to the next.
    func draw(share: Int, into target: inout MutableSpan<UInt32>, stride: Int) {
        let size = first.size
        guard second.size == size, stride >= size.width, target.count >= stride * (size.height - 1) + size.width
        else { return }
        let share = UInt16(min(max(share, 0), 256))
        first.pixels.withUnsafeBufferPointer { first in
            second.pixels.withUnsafeBufferPointer { second in
                target.withUnsafeMutableBufferPointer { target in
                    guard let first = first.baseAddress, let second = second.baseAddress,
                        let target = target.baseAddress
                    else { return }
                    for row in 0..<size.height {
                        let start = row * size.width
                        MixKernel.row(
                            target + row * stride, first + start, second + start, count: size.width, share: share)
                    }
                }
            }
        }
    }
}
