import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// The CRTCs that a modeset without atomic commits disables, and enables again if it is refused.
@Suite struct RetiredCRTCsTests {
    /// A card that records the calls for its CRTCs.
    private final class Calls: LegacyCRTCs {
        let all = Mutex<[String]>([])

        func setCRTC(
            _ crtc: CRTCID, mode: ModeTimings, framebuffer: FramebufferID, x: UInt32, y: UInt32,
            connectors: [ConnectorID]
        ) throws(KMSError) {
            all.withLock { $0.append("\(crtc): \(mode.name) of \(framebuffer) at \(x),\(y) on \(connectors)") }
        }

        func disableCRTC(_ crtc: CRTCID) throws(KMSError) {
            all.withLock { $0.append("\(crtc) off") }
        }
    }

    /// A laptop whose panel shows the picture of another program.
    private let card: CardSnapshot
    private let panel: Connector
    private let display: Connector

    init() throws {
        let replayed = try #require(try SimulatedCard.replaying(HardwareDocuments.own("i915-laptop")).first)
        let laptop = try #require(replayed.snapshot)
        // The state as the legacy calls report it.
        card = CardSnapshot(
            driver: laptop.driver, capabilities: CardCapabilities(isAtomic: false),
            framebufferLimits: laptop.framebufferLimits,
            connectors: laptop.connectors,
            crtcs: laptop.crtcs.map {
                CRTC(
                    id: $0.id, index: $0.index, mode: $0.mode, isActive: $0.isActive, framebuffer: 77, x: 3, y: 4,
                    properties: $0.properties)
            }, planes: laptop.planes, blobs: laptop.blobs)
        panel = try #require(card.connectors.first { $0.name == "eDP-1" })
        display = try #require(card.connectors.first { $0.name == "DP-1" })
    }

    private func calls(_ card: CardSnapshot, displacing displaced: [ConnectorID], errno: Int32?) throws -> [String] {
        let variant = ModesetVariant(crtcIndex: 1, displaced: displaced)
        let target = try #require(ModesetTarget(connector: display.id, variant, in: card))
        let calls = Calls()
        func modeset() throws(KMSError) {
            calls.all.withLock { $0.append("modeset") }
            if let errno { throw KMSError(call: "drmModeSetCrtc", object: "CRTC", errno: errno) }
        }
        var error: KMSError?
        do throws(KMSError) {
            try RetiredCRTCs(of: target).disabled(on: calls, during: modeset)
        } catch let failure {
            error = failure
        }
        #expect(error?.errno == errno)
        return calls.all.withLock(\.self)
    }

    /// The calls that show a CRTC's picture again.
    private func shown(_ crtc: CRTC) throws -> String {
        let (mode, framebuffer) = (try #require(crtc.mode), try #require(crtc.framebuffer))
        return "\(crtc.id): \(mode.name) of \(framebuffer) at \(crtc.x),\(crtc.y) on \([panel.id])"
    }

    @Test func aDisplacedDisplayShowsItsPictureAgainAfterARefusal() throws {
        let crtc = try #require(card.crtcs.first { $0.id == panel.crtc })
        #expect(try calls(card, displacing: [panel.id], errno: EINVAL) == ["\(crtc.id) off", "modeset", shown(crtc)])
    }

    @Test func itStaysDisabledBesideAModeThatIsSet() throws {
        let crtc = try #require(panel.crtc)
        #expect(try calls(card, displacing: [panel.id], errno: nil) == ["\(crtc) off", "modeset"])
    }

    @Test func otherDisplaysAreLeftAlone() throws {
        #expect(try calls(card, displacing: [], errno: EINVAL) == ["modeset"])
    }

    /// A former master left its CRTC enabled.
    @Test func aDisplayThatIsGoneShowsNothingAgain() throws {
        let crtc = try #require(panel.crtc)
        let gone = card.replacingDisplay(of: panel.id, connection: .disconnected, modes: [], edid: [])
        #expect(try calls(gone, displacing: [], errno: EINVAL) == ["\(crtc) off", "modeset"])
    }
}
