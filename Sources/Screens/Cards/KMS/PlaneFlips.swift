import KMS

/// The flips of a screen's plane, with the damage that its driver takes.
///
/// Unchecked: the screen's thread alone flips.
final class PlaneFlips: @unchecked Sendable {
    private let device: CardDevice
    private let request: FlipRequest
    private var clips: DamageClips
    /// How many of the next flips show a whole buffer: after a modeset the driver has not uploaded any.
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
