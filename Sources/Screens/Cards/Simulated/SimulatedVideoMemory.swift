import ScreensRaster

/// Memory for a video frame of a simulated card. All bytes are 0 at first.
final class SimulatedVideoMemory: Sendable {
    let form: ScanoutForm
    let frame: VideoMemory
    private let memory: OwnedPixels

    init(_ form: ScanoutForm) {
        self.form = form
        memory = OwnedPixels(Size(width: (form.format.byteCount + 3) / 4, height: 1))
        frame = VideoMemory(base: memory.pixels.base, planes: form.format.packedPlanes)
    }
}
