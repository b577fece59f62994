/// The index of a CRTC among the CRTCs of its card (``CardResources/crtcs``). It is not the CRTC's id.
///
/// ``CRTCMask`` refers to CRTCs by their indexes, as the kernel's `possible_crtcs` does.
package struct CRTCIndex: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The index from 0; the kernel has at most 32 CRTCs on a card.
    package let rawValue: Int
    /// Makes an index from its number.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Compares the numbers.
    package static func < (one: CRTCIndex, other: CRTCIndex) -> Bool { one.rawValue < other.rawValue }

    /// The number only.
    package var description: String { String(rawValue) }
}

/// A set of CRTCs of a card, in the form of the kernel's `possible_crtcs`: bit N is the CRTC with the index N.
package struct CRTCMask: OptionSet, Hashable, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt32
    /// Makes a set from the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a set of one CRTC.
    package init(_ index: CRTCIndex) { rawValue = index.rawValue < 0 ? 0 : 1 << UInt32(clamping: index.rawValue) }

    /// Makes a set of the first `count` CRTCs of a card.
    package init(first count: Int) {
        rawValue = UInt32(truncatingIfNeeded: (1 as UInt64) << UInt64(clamping: count) &- 1)
    }

    /// Returns whether the set contains a CRTC.
    package func contains(_ index: CRTCIndex) -> Bool { !isDisjoint(with: CRTCMask(index)) }

    /// Returns the indexes of the set on a card with `count` CRTCs, in ascending order.
    package func indexes(below count: Int) -> [CRTCIndex] {
        (0..<max(count, 0)).map(CRTCIndex.init).filter(contains)
    }
}
