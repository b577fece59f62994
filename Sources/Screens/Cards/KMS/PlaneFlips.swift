import KMS

/// The flips of a screen's plane, and what is told to its driver of what has changed.
///
/// Unchecked: the screen's thread alone flips.
final class PlaneFlips: @unchecked Sendable {
    private let device: CardDevice
    private let request: FlipRequest
    private var clips: DamageClips
    /// Flips that are still to show all of a buffer: after a modeset a driver has none of them.
    private var wholeFlips: Int

    init(plane: Plane, size: Size, buffers: Int, on device: CardDevice) throws(KMSError) {
        request = try FlipRequest(plane: plane)
        clips = DamageClips(size: size, on: device)
        wholeFlips = buffers
        self.device = device
    }

    func flip(to framebuffer: FramebufferID, damage: borrowing Damage, token: UInt64) throws(KMSError) {
        let blob = request.takesDamage && wholeFlips == 0 ? clips.blob(for: damage) : nil
        try request.commit(framebuffer: framebuffer, damage: blob, userData: token, on: device)
        wholeFlips = max(wholeFlips - 1, 0)
    }
}
