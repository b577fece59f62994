import ScreensKMS

/// The table of an enabled CRTC that changes colours (`GAMMA_LUT`).
struct GammaTable: Sendable {
    private let crtc: CRTC
    private let size: Int
    private let device: CardDevice

    /// - Returns: nil if the CRTC has no table.
    init?(of target: ModesetTarget, on device: CardDevice) {
        guard let size = target.gammaTableSize else { return nil }
        self.size = size
        crtc = target.crtc
        self.device = device
    }

    /// Sets the table without a modeset, and returns when it is in effect. So the thread that draws may wait a refresh
    /// for the CRTC, and nothing flickers. Only the card's thread calls it.
    ///
    /// - Returns: whether it is set. If not, nothing has changed.
    func set(_ adjustment: ColorAdjustment) -> Bool {
        do {
            let table = adjustment == .neutral ? nil : ColorRamp(adjustment).bytes(size)
            var request = AtomicRequest()
            request.set("GAMMA_LUT", of: crtc, to: table.map { .blob($0) } ?? .number(0))
            // The kernel keeps a blob that it uses.
            let blobs = BlobTable(on: device)
            let commit = try AtomicCommit(request, blobs: blobs)
            try commit.perform(on: device, .testOnly)
            try commit.perform(on: device, [])
            return true
        } catch {
            return false
        }
    }
}
