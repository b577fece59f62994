import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// HDR metadata beside pictures with few and with many bits for each colour, on a board with an HDR output.
@Suite struct HDRPictureTests {
    @Test(arguments: [
        ("pq", PixelFormat.xrgb8888, false), ("hlg", .argb8888, false), ("hdr", .rgb565, false),
        ("pq", .xrgb2101010, true), ("sdr", .xrgb8888, true), ("off", .xrgb8888, true),
    ])
    func metadataIsSetOnlyBesideEnoughBits(_ text: String, _ format: PixelFormat, isSet: Bool) throws {
        let optional = try optional(text, format, planeFormats: [format])
        #expect(optional.properties.contains { $0.name == "HDR_OUTPUT_METADATA" } == isSet)
        #expect(optional.problems.isEmpty == isSet)
    }

    @Test func aPlaneWithoutSuchAFormatTakesNoHDR() throws {
        let problems = try optional("pq", .xrgb2101010, planeFormats: [.xrgb8888]).problems
        #expect(
            problems == [
                "'HDR_OUTPUT_METADATA' cannot be 'pq': the picture has 8 bits for each colour, and HDR needs 10 "
                    + "(xrgb2101010)"
            ])
    }

    private func optional(
        _ text: String, _ format: PixelFormat, planeFormats: [PixelFormat]
    ) throws -> OptionalProperties {
        let document = try CardDocument(decoding: HardwareDocuments.own("vc4-board"))
        let card = try #require(document.cards.first).snapshot
        let formats = planeFormats.map(\.fourCC)
        let planes = card.planes.map { plane in
            Plane(
                id: plane.id, possibleCRTCs: plane.possibleCRTCs, crtc: plane.crtc, framebuffer: plane.framebuffer,
                formats: formats, linearFormats: formats, properties: plane.properties)
        }
        let board = CardSnapshot(
            driver: card.driver, capabilities: card.capabilities, connectors: card.connectors, crtcs: card.crtcs,
            planes: planes)
        var options = PipeOptions()
        options.format = format
        options.properties = ["HDR_OUTPUT_METADATA": text]
        let variant = ModesetVariant(crtcIndex: 0)
        let target = try #require(ModesetTarget(connector: board.connectors[0].id, variant, in: board))
        return OptionalProperties(options, target, former: [:])
    }
}
