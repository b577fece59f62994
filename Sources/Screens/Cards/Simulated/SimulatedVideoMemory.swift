import ScreensRaster

/// Memory for a video frame of a simulated card. All bytes are 0 at first.
final class SimulatedVideoMemory: Sendable {
    let placement: DirectPlacement
    let frame: VideoMemory
    private let memory: OwnedPixels

    init(_ placement: DirectPlacement) {
        self.placement = placement
        memory = OwnedPixels(Size(width: (placement.format.byteCount + 3) / 4, height: 1))
        frame = VideoMemory(base: memory.pixels.base, planes: placement.format.packedPlanes)
    }
}
