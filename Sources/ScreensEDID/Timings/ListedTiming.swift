/// A timing that a display gives by a code, or by a size and a rate, instead of describing it completely.
package struct ListedTiming: Sendable, Hashable {
    /// The table or the formula of the timing.
    package let origin: TimingOrigin

    /// The width in pixels.
    package let width: Int

    /// The height in lines of the frame.
    package let height: Int

    /// The whole timing; nil if only the size and the rate are known.
    package let timing: Timing?

    /// The refresh rate in mHz: the timing's, or else the nominal one.
    package let refreshMillihertz: Int

    /// Makes a listed timing with all its numbers.
    package init(origin: TimingOrigin, timing: Timing) {
        self.origin = origin
        self.width = timing.width
        self.height = timing.height
        self.timing = timing
        self.refreshMillihertz = timing.refreshMillihertz
    }

    /// Makes a listed timing of which only the size and the rate are known.
    init(width: Int, height: Int, refreshMillihertz: Int) {
        self.origin = .sizeOnly
        self.width = width
        self.height = height
        self.timing = nil
        self.refreshMillihertz = refreshMillihertz
    }
}

/// The source of a timing: a table of a standard, or a formula.
package struct TimingOrigin: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case dmt(UInt8)
        case cta(UInt8)
        case hdmi(UInt8)
        case cvt
        case gtf
        case ibm
        case apple
        case sizeOnly
    }

    private let kind: Kind

    /// A timing of VESA DMT 1.13, by its identifier.
    package static func dmt(_ identifier: UInt8) -> Self { Self(kind: .dmt(identifier)) }

    /// A timing of CTA-861, by its video identification code.
    package static func vic(_ code: UInt8) -> Self { Self(kind: .cta(code)) }

    /// A 4K timing of HDMI 1.4 section 8.2.3.1, by its HDMI video identification code.
    package static func hdmiVIC(_ code: UInt8) -> Self { Self(kind: .hdmi(code)) }

    /// Computed by VESA CVT 1.2.
    package static let cvt = Self(kind: .cvt)

    /// Computed by VESA GTF 1.1.
    package static let gtf = Self(kind: .gtf)

    /// An old mode of IBM, from the established timings.
    package static let ibm = Self(kind: .ibm)

    /// An old mode of Apple, from the established timings.
    package static let apple = Self(kind: .apple)

    /// A size and a rate without a formula for the rest.
    package static let sizeOnly = Self(kind: .sizeOnly)
}

extension TimingOrigin: CustomStringConvertible {
    /// A short name such as `DMT 0x52`, `VIC 16` or `CVT`.
    package var description: String {
        switch kind {
        case .dmt(let identifier):
            let digits = String(identifier, radix: 16)
            return digits.utf8.count < 2 ? "DMT 0x0\(digits)" : "DMT 0x\(digits)"
        case .cta(let code):
            return "VIC \(code)"
        case .hdmi(let code):
            return "HDMI VIC \(code)"
        case .cvt: return "CVT"
        case .gtf: return "GTF"
        case .ibm: return "IBM"
        case .apple: return "Apple"
        case .sizeOnly: return "unknown"
        }
    }
}
