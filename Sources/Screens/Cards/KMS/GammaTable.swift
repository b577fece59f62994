import KMS

/// The table of a lit CRTC that changes colours (`GAMMA_LUT`).
struct GammaTable: Sendable {
    private let crtc: CRTC
    private let size: Int
    private let device: CardDevice

    /// - Returns: nil where the CRTC has none.
    init?(of target: ModesetTarget, on device: CardDevice) {
        guard let size = target.gammaTableSize else { return nil }
        self.size = size
        crtc = target.crtc
        self.device = device
    }

    /// Sets it without a modeset, and returns when it is at work: so the thread that draws may wait a refresh for the
    /// CRTC, and nothing flickers. To be called by the card's thread.
    ///
    /// - Returns: whether it is set; else nothing has changed.
    func set(_ adjustment: ColorAdjustment) -> Bool {
        do {
            // The kernel keeps a blob that it uses.
            let blob = adjustment == .neutral ? nil : try SharedBlob(ColorRamp(adjustment).bytes(size), on: device)
            var request = AtomicRequest()
            request.set("GAMMA_LUT", of: crtc, to: blob?.id)
            try request.commit(on: device, .testOnly)
            try request.commit(on: device, [])
            return true
        } catch {
            return false
        }
    }
}
