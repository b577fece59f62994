import ScreensRaster

extension Image {
    /// Makes an image of a frame, whose bytes may change meanwhile.
    package init(_ frame: VideoPlanes, _ format: VideoFormat) {
        let pixels = OwnedPixels(format.size, hasGaps: false)
        let isOpaque = !format.pixels.hasAlpha
        VideoKernel(format, isOpaque: isOpaque).convert(frame, to: pixels.pixels.rows)
        self.init(pixels, isOpaque: isOpaque)
    }
}
