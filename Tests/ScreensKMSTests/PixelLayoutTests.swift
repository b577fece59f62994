import Testing

@testable import ScreensKMS

@Suite struct PixelLayoutTests {
    private static func code(_ text: String) -> UInt32 {
        text.utf8.enumerated().reduce(0) { $0 | UInt32($1.element) << UInt32($1.offset * 8) }
    }

    private func converted(_ bytes: [UInt8], _ layout: PixelLayout, count: Int = 1) -> [UInt32] {
        var target = [UInt32](repeating: 0xDEAD_BEEF, count: count)
        target.withUnsafeMutableBufferPointer { target in bytes.withUnsafeBytes { layout.convert($0, into: target) } }
        return target
    }

    @Test(
        arguments: [
            // Orange in each format, half transparent if the format has alpha; the lowest byte comes first.
            ("XR24", [0x00, 0x80, 0xFF, 0x12], 0xFFFF_8000), ("AR24", [0x00, 0x80, 0xFF, 0x7F], 0x7FFF_8000),
            ("XB24", [0xFF, 0x80, 0x00, 0x12], 0xFFFF_8000), ("AB24", [0xFF, 0x80, 0x00, 0x7F], 0x7FFF_8000),
            ("RX24", [0x12, 0x00, 0x80, 0xFF], 0xFFFF_8000), ("RA24", [0x7F, 0x00, 0x80, 0xFF], 0x7FFF_8000),
            ("BX24", [0x12, 0xFF, 0x80, 0x00], 0xFFFF_8000), ("BA24", [0x7F, 0xFF, 0x80, 0x00], 0x7FFF_8000),
            ("RG24", [0x00, 0x80, 0xFF], 0xFFFF_8000), ("BG24", [0xFF, 0x80, 0x00], 0xFFFF_8000),
            ("RG16", [0x00, 0xFC], 0xFFFF_8200), ("BG16", [0x1F, 0x04], 0xFFFF_8200),
            ("XR15", [0x00, 0x7E], 0xFFFF_8400), ("XB15", [0x1F, 0x02], 0xFFFF_8400),
            ("AR15", [0x00, 0x7E], 0x00FF_8400), ("AR15", [0x00, 0xFE], 0xFFFF_8400),
            ("XR30", [0x00, 0x08, 0xF8, 0x3F], 0xFFFF_8000), ("XB30", [0xFF, 0x0B, 0x08, 0x20], 0xFFFF_8080),
            ("AR30", [0x00, 0x00, 0xF0, 0x7F], 0x55FF_0000), ("AB30", [0xFF, 0x03, 0x00, 0x80], 0xAAFF_0000),
        ] as [(String, [UInt8], UInt32)])
    func pixelsOfEveryFormatBecomeColoursOf8Bits(format: String, bytes: [UInt8], argb: UInt32) throws {
        let layout = try #require(PixelLayout(format: Self.code(format)))
        #expect(layout.bytesPerPixel == bytes.count)
        let found = converted(bytes, layout)[0]
        #expect(String(found, radix: 16) == String(argb, radix: 16))
    }

    @Test(arguments: ["NV12", "C8  ", "XR4H", "YUYV", "\0\0\0\0"])
    func aFormatOfOtherThanPlainColoursIsNotRead(format: String) {
        #expect(PixelLayout(format: Self.code(format)) == nil)
    }

    @Test func aFormatInTheOtherByteOrderIsNotRead() {
        #expect(PixelLayout(format: Self.code("XR24") | 1 << 31) == nil)
    }

    @Test func pixelsAreWrittenOnlyFromTheSourceAndIntoTheTarget() throws {
        for format in ["XR24", "AB24", "RG16"] {
            let layout = try #require(PixelLayout(format: Self.code(format)))
            let few = converted([UInt8](repeating: 0, count: layout.bytesPerPixel * 2 + 1), layout, count: 4)
            #expect(few[2...] == [0xDEAD_BEEF, 0xDEAD_BEEF])
            #expect(few[1] != 0xDEAD_BEEF)
            _ = converted([UInt8](repeating: 0, count: layout.bytesPerPixel * 9), layout, count: 2)
        }
    }

    @Test func aModifierHasItsNameOrItsNumber() {
        #expect(PixelLayout.text(ofModifier: 0x0100_0000_0000_0001).contains("X_TILED"))
        #expect(PixelLayout.text(ofModifier: 0xFE12_3456_789A_BCDE).contains("fe123456789abcde"))
    }
}
