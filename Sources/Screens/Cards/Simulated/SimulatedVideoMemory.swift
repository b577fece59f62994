import ScreensRaster

/// Memory for a frame of video, of a simulated card: all bytes are 0 at first.
final class SimulatedVideoMemory: Sendable {
    let form: ScanoutForm
    let frame: VideoMemory

    init(_ form: ScanoutForm) {
        self.form = form
        let count = form.format.byteCount
        let base = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        var planes: [(offset: Int, stride: Int)] = []
        var offset = 0
        for shape in form.format.planeShapes {
            planes.append((offset, shape.rowBytes))
            offset += shape.rowBytes * shape.rows
        }
        frame = VideoMemory(base: base, planes: planes)
    }

    deinit {
        frame.deallocate()
    }
}
