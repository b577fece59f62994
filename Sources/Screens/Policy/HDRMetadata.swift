/// HDR metadata for a display: the kernel's `hdr_output_metadata` with static metadata type 1 of CTA-861-G.
///
/// Its text form is `pq:max=1000,min=0.0001,cll=1000,fall=400`: the transfer function, then in cd/m² the maximum and
/// minimum luminance of the mastering display (`max`, `min`), the maximum content light level (`cll`) and the maximum
/// frame-average light level (`fall`). A missing field is 0, which means unknown.
struct HDRMetadata: Sendable, Hashable {
    /// The transfer function (`HDMI_EOTF_*`).
    enum Curve: UInt8, CaseIterable, Sendable {
        /// Traditional gamma with SDR luminance.
        case sdr = 0
        /// Traditional gamma with HDR luminance.
        case hdr = 1
        /// SMPTE ST 2084, with absolute luminance.
        case pq = 2
        /// ITU-R BT.2100 HLG, with relative luminance.
        case hlg = 3

        var name: String { "\(self)" }
    }

    /// The length of the kernel's structure.
    static let byteCount = 32
    /// Red, green, blue and white of BT.2020, in steps of 0.00002.
    private static let primaries: [UInt16] = [35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450]

    var curve: Curve
    /// The maximum luminance in cd/m².
    var maximum: UInt16 = 0
    /// The minimum luminance in 0.0001 cd/m².
    var minimum: UInt16 = 0
    /// The maximum content light level in cd/m².
    var brightestPixel: UInt16 = 0
    /// The maximum frame-average light level in cd/m².
    var brightestFrame: UInt16 = 0

    /// Whether 8 bits for each colour are too few: steps between colours would be visible, and the pictures that have
    /// so few bits are made for another curve.
    var needsDeepPicture: Bool { curve != .sdr }

    init(_ curve: Curve) {
        self.curve = curve
    }

    /// - Returns: nil for a malformed text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let curve = Curve.allCases.first(where: { $0.name == parts[0] }) else { return nil }
        self.curve = curve
        guard parts.count == 2 else { return }
        var seen: Set<Substring> = []
        for member in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let pair = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, seen.insert(pair[0]).inserted else { return nil }
            switch pair[0] {
            case "max": guard Self.take(pair[1], into: &maximum) else { return nil }
            case "cll": guard Self.take(pair[1], into: &brightestPixel) else { return nil }
            case "fall": guard Self.take(pair[1], into: &brightestFrame) else { return nil }
            case "min":
                guard let value = Double(pair[1]), let steps = UInt16(exactly: (value * 10_000).rounded()) else {
                    return nil
                }
                minimum = steps
            default: return nil
            }
        }
    }

    private static func take(_ text: Substring, into value: inout UInt16) -> Bool {
        guard let number = UInt16(text) else { return false }
        value = number
        return true
    }

    /// - Returns: nil for bytes that are not such a structure.
    init?(bytes: [UInt8]) {
        func word(at offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
        guard bytes.count >= Self.byteCount - 2, bytes[0..<4].allSatisfy({ $0 == 0 }), bytes[5] == 0,
            let curve = Curve(rawValue: bytes[4])
        else { return nil }
        self.curve = curve
        maximum = word(at: 22)
        minimum = word(at: 24)
        brightestPixel = word(at: 26)
        brightestFrame = word(at: 28)
    }

    /// The kernel's structure: `metadata_type`, then the curve, the descriptor's type and the words.
    var bytes: [UInt8] {
        let isHDR = curve == .pq || curve == .hlg
        let words =
            (isHDR ? Self.primaries : Self.primaries.map { _ in 0 })
            + [maximum, minimum, brightestPixel, brightestFrame]
        // The bytes are in little-endian order, as on every machine with HDR outputs.
        var bytes: [UInt8] = [0, 0, 0, 0, curve.rawValue, 0]
        for word in words { bytes += [UInt8(word & 0xFF), UInt8(word >> 8)] }
        return bytes + [0, 0]
    }

    /// The text form, without the unknown fields.
    var text: String {
        var members: [String] = []
        if maximum > 0 { members.append("max=\(maximum)") }
        if minimum > 0 { members.append("min=\(Self.decimal(minimum))") }
        if brightestPixel > 0 { members.append("cll=\(brightestPixel)") }
        if brightestFrame > 0 { members.append("fall=\(brightestFrame)") }
        return members.isEmpty ? curve.name : "\(curve.name):\(members.joined(separator: ","))"
    }

    /// A count of 0.0001 steps as a decimal number.
    private static func decimal(_ steps: UInt16) -> String {
        var digits = String(steps % 10_000)
        digits = String(repeating: "0", count: 4 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return digits.isEmpty ? "\(steps / 10_000)" : "\(steps / 10_000).\(digits)"
    }
}
