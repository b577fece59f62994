/// The rates that a display can follow (E-EDID A.2 section 3.10.3.3, descriptor 0xFD).
package struct RangeLimits: Sendable, Hashable {
    /// The formula for timings within the limits.
    package struct Formula: Sendable, Hashable {
        private let code: Int

        /// The default curve of GTF.
        package static let defaultGTF = Self(code: 0)

        /// No formula: only the limits.
        package static let none = Self(code: 1)

        /// GTF with the display's own curve, see ``RangeLimits/secondaryGTF``.
        package static let secondaryGTF = Self(code: 2)

        /// CVT.
        package static let cvt = Self(code: 4)

        init(code: Int) {
            self.code = code
        }
    }

    /// The lowest refresh rate, in Hz.
    package let minimumVerticalRate: Int

    /// The highest refresh rate, in Hz.
    package let maximumVerticalRate: Int

    /// The lowest line rate, in kHz.
    package let minimumHorizontalRate: Int

    /// The highest line rate, in kHz.
    package let maximumHorizontalRate: Int

    /// The highest pixel clock in kHz; nil if it is not given.
    package let maximumPixelClock: Int?

    /// The formula for timings within the limits.
    package let formula: Formula

    /// The secondary curve of GTF, if any.
    package let secondaryGTF: GTF?

    /// The line rate in kHz from which ``secondaryGTF`` applies.
    package let secondaryGTFStart: Int?

    init(descriptor: Span<UInt8>, revision: Int, findings: inout FindingLog) {
        // From revision 4 on, bits of byte 4 add 255 to both rates or to the high rate only.
        let offsets = revision >= 4 ? descriptor.byte(4) : 0
        minimumVerticalRate = descriptor.byte(5) + (offsets & 3 == 3 ? 255 : 0)
        maximumVerticalRate = descriptor.byte(6) + (offsets & 2 != 0 ? 255 : 0)
        minimumHorizontalRate = descriptor.byte(7) + (offsets & 12 == 12 ? 255 : 0)
        maximumHorizontalRate = descriptor.byte(8) + (offsets & 8 != 0 ? 255 : 0)
        // Older revisions lack CVT; the bytes that some displays send there do not describe it.
        let code = descriptor.byte(10)
        formula = revision < 4 && code == 4 ? .none : Formula(code: code)
        let coarse = descriptor.byte(9) * 10_000
        // CVT refines the clock downwards in steps of 250 kHz.
        let clock = formula == .cvt ? coarse - (descriptor.byte(12) >> 2) * 250 : coarse
        maximumPixelClock = descriptor.byte(9) == 0 ? nil : clock
        if formula == .secondaryGTF {
            secondaryGTF = GTF(
                offset: Double(descriptor.byte(13)) / 2,
                gradient: Double(descriptor.littleEndian16(14)),
                scale: Double(descriptor.byte(16)),
                weight: Double(descriptor.byte(17)) / 2
            )
            secondaryGTFStart = descriptor.byte(12) * 2
        } else {
            secondaryGTF = nil
            secondaryGTFStart = nil
        }
        if minimumVerticalRate > maximumVerticalRate || minimumHorizontalRate > maximumHorizontalRate {
            findings.note(.invalidRangeLimits)
        }
    }
}
