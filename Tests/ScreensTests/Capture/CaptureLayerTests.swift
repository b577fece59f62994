import Testing

@testable import Screens
@testable import ScreensKMS

@Suite struct CaptureLayerTests {
    private let crtc = CRTC(
        id: 40, index: 0, mode: nil, isActive: true, framebuffer: 7, x: 5, y: 6, properties: Properties())
    private let size = Size(width: 640, height: 480)

    private func plane(_ values: [String: UInt64], crtc: CRTCID? = 40, framebuffer: FramebufferID? = 7) -> Plane {
        Plane(
            id: 30, possibleCRTCs: 1, crtc: crtc, framebuffer: framebuffer, formats: [], linearFormats: [],
            properties: Properties(values.mapValues { Properties.Entry(id: 1, value: $0) }))
    }

    @Test func aLayerIsPlacedByThePropertiesOfItsPlane() throws {
        let overlay = plane([
            "type": 0, "SRC_X": 10 << 16, "SRC_Y": 20 << 16 | 0x8000, "SRC_W": 30 << 16 | 1, "SRC_H": 40 << 16,
            "CRTC_X": UInt64(bitPattern: -8), "CRTC_Y": 9, "CRTC_W": 60, "CRTC_H": 80, "zpos": 3, "rotation": 4,
            "alpha": 0x8000, "pixel blend mode": 1,
        ])
        let layer = try #require(CaptureLayer(overlay, on: crtc, size: size))
        #expect(layer.kind == .overlay)
        #expect(layer.source == Rectangle(x: 10, y: 20, width: 31, height: 40))
        #expect(layer.destination == Rectangle(x: -8, y: 9, width: 60, height: 80))
        #expect(layer.level == 3)
        #expect(layer.transform == CaptureTransform(rotation: 4))
        #expect(layer.opacity == 0x8000)
        #expect(layer.blending == .coverage)
    }

    @Test func aPrimaryPlaneWithoutPropertiesIsPlacedByItsCRTC() throws {
        let layer = try #require(CaptureLayer(plane(["type": 1]), on: crtc, size: size))
        #expect(layer.kind == .primary)
        #expect(layer.source == Rectangle(x: 5, y: 6, width: 640, height: 480))
        #expect(layer.destination == Rectangle(size))
        #expect(layer == CaptureLayer(of: crtc, size: size))
    }

    @Test func aCursorWithoutPropertiesIsOnTop() throws {
        let layer = try #require(CaptureLayer(plane(["type": 2]), on: crtc, size: size))
        #expect(layer.kind == .cursor)
        #expect(layer.source == nil)
        #expect(layer.level == .max)
    }

    @Test func aPlaneOfAnotherCRTCIsNotALayer() {
        #expect(CaptureLayer(plane([:], crtc: nil), on: crtc, size: size) == nil)
        #expect(CaptureLayer(plane([:], crtc: 41), on: crtc, size: size) == nil)
        #expect(CaptureLayer(plane([:], framebuffer: nil), on: crtc, size: size) == nil)
    }
}
