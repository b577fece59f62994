/// The formats of a plane with the modifiers that each may have: the blob `IN_FORMATS`, a `drm_format_modifier_blob`.
struct FormatList: Sendable, Hashable {
    /// The formats that may be linear, in the plane's order.
    let linear: [UInt32]

    /// - Returns: nil for bytes that are no such list.
    init?(_ bytes: [UInt8]) {
        func word(_ offset: Int) -> UInt32? {
            guard offset >= 0, offset <= bytes.count - 4 else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        func long(_ offset: Int) -> UInt64? {
            guard offset >= 0, offset <= bytes.count - 8 else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        }
        guard let formatCount = word(8), let formatsOffset = word(12), let modifierCount = word(16),
            let modifiersOffset = word(20), Int(formatCount) <= bytes.count / 4,
            Int(modifierCount) <= bytes.count / Self.modifierSize
        else { return nil }
        let formats = (0..<Int(formatCount)).compactMap { word(Int(formatsOffset) + $0 * 4) }
        guard formats.count == Int(formatCount) else { return nil }
        var isLinear = [Bool](repeating: false, count: formats.count)
        for index in 0..<Int(modifierCount) {
            let entry = Int(modifiersOffset) + index * Self.modifierSize
            // Which formats: 64 of them, from the one at an offset on.
            guard let mask = long(entry), let first = word(entry + 8), let modifier = long(entry + 16) else {
                return nil
            }
            guard modifier == Self.linearModifier else { continue }
            for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 {
                let place = Int(first) + bit
                if isLinear.indices.contains(place) { isLinear[place] = true }
            }
        }
        linear = zip(formats, isLinear).filter(\.1).map(\.0)
    }

    private static let modifierSize = 24
    /// `DRM_FORMAT_MOD_LINEAR`.
    private static let linearModifier: UInt64 = 0
}
