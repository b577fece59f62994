import ScreensKMS

/// The calls that enable and disable CRTCs without atomic commits.
protocol LegacyCRTCs {
    func setCRTC(
        _ crtc: CRTCID, mode: ModeTimings, framebuffer: FramebufferID, x: UInt32, y: UInt32, connectors: [ConnectorID]
    ) throws(KMSError)
    func disableCRTC(_ crtc: CRTCID) throws(KMSError)
}

extension CardDevice: LegacyCRTCs {}

/// The CRTCs that are disabled for a modeset without atomic commits. Such a modeset cannot be tested: if it is refused,
/// the pictures that other programs showed on them are shown again.
struct RetiredCRTCs: Sendable {
    private struct Retired {
        let crtc: CRTC
        /// The connectors with a display.
        let connectors: [ConnectorID]
    }

    private let retired: [Retired]

    init(of target: ModesetTarget) {
        retired = target.retiredCRTCs.map { crtc in
            let fed = target.displacedConnectors.filter { $0.crtc == crtc.id && $0.connection != .disconnected }
            return Retired(crtc: crtc, connectors: fed.map(\.id))
        }
    }

    /// Disables the CRTCs, and makes a modeset.
    func disabled(on card: some LegacyCRTCs, during modeset: () throws(KMSError) -> Void) throws(KMSError) {
        for one in retired { try? card.disableCRTC(one.crtc.id) }
        do throws(KMSError) {
            try modeset()
        } catch {
            putBack(on: card)
            throw error
        }
    }

    private func putBack(on card: some LegacyCRTCs) {
        for one in retired where !one.connectors.isEmpty {
            guard let mode = one.crtc.mode, let framebuffer = one.crtc.framebuffer else { continue }
            // The framebuffer may have gone with its owner.
            try? card.setCRTC(
                one.crtc.id, mode: mode, framebuffer: framebuffer, x: one.crtc.x, y: one.crtc.y,
                connectors: one.connectors)
        }
    }
}
