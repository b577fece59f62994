import ScreensRaster
import Testing

@testable import Screens

/// Parts of frames in other orientations and places.
@Suite struct VideoPlacementTests {
    private static let size = Size(width: 3, height: 2)
    /// Six colours, or six translucent ones of the same channels.
    private static let colors: [UInt32] = [0x10, 0x2000, 0x30_0000, 0x40, 0x5000, 0x60_0000]

    private func shown(
        _ placement: VideoPlacement, _ pixels: VideoPixelFormat = .xrgb8888, aspect: Size = Size(width: 1, height: 1)
    ) throws -> Picture {
        let format = try VideoFormat(size: Self.size, pixels: pixels, pixelAspect: aspect)
        var painter = VideoPainter(format, placement, .white)
        var view = try OffscreenView(size: Size(width: 5, height: 4))
        Self.colors.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let planes = format.packedPlanes.map { (base: base + $0.offset, stride: $0.stride) }
            guard let frame = format.frame(at: planes) else { return }
            view.draw { #expect(painter.draw(frame, isComplete: true, on: &$0) == .copied) }
        }
        return view.picture
    }

    private func rows(_ picture: Picture) -> [[UInt32]] {
        (0..<4).map { y in (0..<5).map { picture[$0, y].rgb } }
    }

    private static let white: UInt32 = 0xFF_FFFF

    @Test func aPartIsShownInEachOrientation() throws {
        let crop = Rectangle(x: 1, y: 0, width: 2, height: 2)
        let (a, b, c, d, w) = (Self.colors[1], Self.colors[2], Self.colors[4], Self.colors[5], Self.white)
        let rest = [[w, w, w, w, w], [w, w, w, w, w]]
        let expected: [(Orientation, [UInt32])] = [
            (.upright, [a, b, c, d]), (.clockwise, [c, a, d, b]), (.upsideDown, [d, c, b, a]),
            (.counterclockwise, [b, d, a, c]), (Orientation(clockwiseQuarters: 0, isReflected: true), [b, a, d, c]),
        ]
        for (orientation, colors) in expected {
            let picture = try shown(VideoPlacement(.topLeft, crop: crop, orientation: orientation))
            #expect(
                rows(picture) == [[colors[0], colors[1], w, w, w], [colors[2], colors[3], w, w, w]] + rest,
                "\(orientation)")
        }
    }

    @Test func theWholeFrameTurnsWithoutACrop() throws {
        let picture = try shown(VideoPlacement(.topLeft, orientation: .clockwise))
        #expect((0..<3).map { picture[0, $0].rgb } == Array(Self.colors[3...]))
        #expect((0..<3).map { picture[1, $0].rgb } == Array(Self.colors[..<3]) && picture[2, 0] == .white)
    }

    @Test func aFrameIsPlacedInAnAreaWhichMayBePartlyOutside() throws {
        let one = Rectangle(x: 0, y: 1, width: 1, height: 1)
        let area = Rectangle(x: 3, y: -1, width: 4, height: 3)
        let picture = try shown(VideoPlacement(.stretch, crop: one, area: area))
        for y in 0..<4 {
            for x in 0..<5 {
                #expect(picture[x, y].rgb == (area.contains(x: x, y: y) ? Self.colors[3] : Self.white))
            }
        }
    }

    @Test(arguments: [VideoPixelFormat.xrgb8888, .nv12])
    func aFrameIsCutOffAtItsArea(_ pixels: VideoPixelFormat) throws {
        let area = Rectangle(x: 1, y: 1, width: 2, height: 2)
        for mode in [ContentMode.fill, .center, .topLeft] {
            let picture = try shown(VideoPlacement(mode, area: area), pixels)
            for y in 0..<4 {
                for x in 0..<5 where !area.contains(x: x, y: y) { #expect(picture[x, y] == .white, "\(mode)") }
            }
            #expect(picture[1, 1] != .white && picture[2, 2] != .white)
        }
    }

    @Test func theShapeOfThePixelsCountsForTheShownPart() throws {
        // Two pixels of double width fit the five columns.
        let crop = Rectangle(x: 0, y: 0, width: 2, height: 1)
        let placement = VideoPlacement(.fit, crop: crop)
        let format = try VideoFormat(size: Self.size, pixels: .gray8, pixelAspect: Size(width: 2, height: 1))
        let bounds = Rectangle(x: 0, y: 0, width: 80, height: 40)
        #expect(placement.rectangle(of: format, in: bounds) == Rectangle(x: 0, y: 10, width: 80, height: 20))
        var turned = placement
        turned.orientation = .clockwise
        #expect(turned.rectangle(of: format, in: bounds) == Rectangle(x: 35, y: 0, width: 10, height: 40))
    }
}
