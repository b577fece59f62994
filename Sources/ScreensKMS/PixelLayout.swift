import CScreensDRM
import Glibc

/// The places of the colours in a pixel of a format (`DRM_FORMAT_*`).
package struct PixelLayout: Sendable, Hashable {
    /// The bits of a colour, counted from the lowest bit of the pixel.
    struct Channel: Sendable, Hashable {
        let shift: UInt32
        let bits: UInt32
    }

    /// The size of a pixel in bytes, 2 to 4.
    package let bytesPerPixel: Int
    private let red: Channel
    private let green: Channel
    private let blue: Channel
    private let alpha: Channel?

    /// Whether pixels may be transparent.
    package var hasAlpha: Bool { alpha != nil }

    /// Makes the layout of a format.
    ///
    /// - Parameter format: `DRM_FORMAT_*`.
    /// - Returns: nil for a format whose pixels are not red, green and blue in one word of whole bytes.
    package init?(format: UInt32) {
        guard let known = Self.known[Self.text(of: format)] else { return nil }
        self = known
    }

    private init(_ bytes: Int, _ bits: [UInt32], _ shifts: [UInt32], alpha: Channel? = nil) {
        bytesPerPixel = bytes
        red = Channel(shift: shifts[0], bits: bits[0])
        green = Channel(shift: shifts[1], bits: bits[1])
        blue = Channel(shift: shifts[2], bits: bits[2])
        self.alpha = alpha
    }

    /// The known layouts by the four characters of their codes, with the bits from the highest to the lowest, as in
    /// their names.
    private static let known: [String: PixelLayout] = {
        let byte: [UInt32] = [8, 8, 8]
        let ten: [UInt32] = [10, 10, 10]
        let five: [UInt32] = [5, 5, 5]
        return [
            "XR24": PixelLayout(4, byte, [16, 8, 0]), "XB24": PixelLayout(4, byte, [0, 8, 16]),
            "RX24": PixelLayout(4, byte, [24, 16, 8]), "BX24": PixelLayout(4, byte, [8, 16, 24]),
            "AR24": PixelLayout(4, byte, [16, 8, 0], alpha: Channel(shift: 24, bits: 8)),
            "AB24": PixelLayout(4, byte, [0, 8, 16], alpha: Channel(shift: 24, bits: 8)),
            "RA24": PixelLayout(4, byte, [24, 16, 8], alpha: Channel(shift: 0, bits: 8)),
            "BA24": PixelLayout(4, byte, [8, 16, 24], alpha: Channel(shift: 0, bits: 8)),
            "XR30": PixelLayout(4, ten, [20, 10, 0]), "XB30": PixelLayout(4, ten, [0, 10, 20]),
            "AR30": PixelLayout(4, ten, [20, 10, 0], alpha: Channel(shift: 30, bits: 2)),
            "AB30": PixelLayout(4, ten, [0, 10, 20], alpha: Channel(shift: 30, bits: 2)),
            "RG24": PixelLayout(3, byte, [16, 8, 0]), "BG24": PixelLayout(3, byte, [0, 8, 16]),
            "RG16": PixelLayout(2, [5, 6, 5], [11, 5, 0]), "BG16": PixelLayout(2, [5, 6, 5], [0, 5, 11]),
            "XR15": PixelLayout(2, five, [10, 5, 0]), "XB15": PixelLayout(2, five, [0, 5, 10]),
            "AR15": PixelLayout(2, five, [10, 5, 0], alpha: Channel(shift: 15, bits: 1)),
        ]
    }()

    /// Converts pixels to ARGB8888; without alpha in the format they become opaque.
    ///
    /// - Parameters:
    ///   - bytes: whole pixels, read once and in order.
    ///   - target: memory for the pixels; pixels beyond its end are left out.
    package func convert(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt32>) {
        guard let base = bytes.baseAddress else { return }
        let count = min(bytes.count / bytesPerPixel, target.count)
        if bytesPerPixel == 4, let target = target.baseAddress {
            memcpy(target, base, count * 4)
            if isNative {
                if !hasAlpha { for index in 0..<count { target[index] |= 0xFF00_0000 } }
            } else {
                for index in 0..<count { target[index] = argb(target[index]) }
            }
            return
        }
        for index in 0..<count {
            var raw: UInt32 = 0
            for byte in 0..<bytesPerPixel { raw |= UInt32(bytes[index * bytesPerPixel + byte]) << UInt32(byte * 8) }
            target[index] = argb(raw)
        }
    }

    /// Whether the colours have the same places as in ARGB8888.
    private var isNative: Bool {
        let (red, green, blue) = (Channel(shift: 16, bits: 8), Channel(shift: 8, bits: 8), Channel(shift: 0, bits: 8))
        let alpha = alpha ?? Channel(shift: 24, bits: 8)
        return self.red == red && self.green == green && self.blue == blue && alpha == Channel(shift: 24, bits: 8)
    }

    private func argb(_ raw: UInt32) -> UInt32 {
        let opacity = alpha.map { Self.level($0, in: raw) } ?? 0xFF
        return opacity << 24 | Self.level(red, in: raw) << 16 | Self.level(green, in: raw) << 8
            | Self.level(blue, in: raw)
    }

    /// Returns a channel's level, 0 to 255.
    private static func level(_ channel: Channel, in raw: UInt32) -> UInt32 {
        let highest = (1 as UInt32) << channel.bits - 1
        let value = raw >> channel.shift & highest
        return channel.bits == 8 ? value : (value * 255 + highest / 2) / highest
    }

    /// Returns a format's code as its four characters, such as `XR24`; an unprintable byte becomes a question mark.
    package static func text(of format: UInt32) -> String {
        String(
            decoding: (0..<4).map { index in
                let byte = UInt8(truncatingIfNeeded: format >> UInt32(index * 8))
                return (0x20..<0x7F).contains(byte) ? byte : UInt8(ascii: "?")
            }, as: UTF8.self)
    }

    /// Returns libdrm's name of a modifier, such as `INTEL_X_TILED`, or its number. The corresponding C function is
    /// `drmGetFormatModifierName`.
    package static func text(ofModifier modifier: UInt64) -> String {
        let name = drmGetFormatModifierName(modifier)
        defer { free(name) }
        let vendor = drmGetFormatModifierVendor(modifier)
        defer { free(vendor) }
        guard let name else { return "0x" + String(modifier, radix: 16) }
        let text = String(cString: name)
        return vendor.map { "\(String(cString: $0))_\(text)" } ?? text
    }
}
