/// The place of a CRTC among those of its card (``CardResources/crtcs``). It is not the CRTC's id.
///
/// ``CRTCMask`` refers to CRTCs by it, as the kernel's `possible_crtcs` does.
package struct CRTCIndex: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 0; the kernel has at most 32 CRTCs on a card.
    package let rawValue: Int
    /// The CRTC at a place.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// By place.
    package static func < (one: CRTCIndex, other: CRTCIndex) -> Bool { one.rawValue < other.rawValue }

    /// The number alone.
    package var description: String { String(rawValue) }
}

/// Some CRTCs of a card, as the kernel's `possible_crtcs` states them: bit N is the CRTC with the index N.
package struct CRTCMask: OptionSet, Hashable, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt32
    /// The CRTCs of the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// One CRTC.
    package init(_ index: CRTCIndex) { rawValue = index.rawValue < 0 ? 0 : 1 << UInt32(clamping: index.rawValue) }

    /// The first CRTCs of a card: `count` of them.
    package init(first count: Int) {
        rawValue = UInt32(truncatingIfNeeded: (1 as UInt64) << UInt64(clamping: count) &- 1)
    }

    /// Whether a CRTC is one of them.
    package func contains(_ index: CRTCIndex) -> Bool { !isDisjoint(with: CRTCMask(index)) }

    /// The indexes of those that a card with `count` CRTCs has, in ascending order.
    package func indexes(below count: Int) -> [CRTCIndex] {
        (0..<max(count, 0)).map(CRTCIndex.init).filter(contains)
    }
}
