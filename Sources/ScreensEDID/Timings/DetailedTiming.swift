/// A timing that a display describes completely.
package struct DetailedTiming: Sendable, Hashable {
    /// The form of the description.
    package struct Form: Sendable, Hashable, CustomStringConvertible {
        private let code: UInt8

        /// The name of the form.
        package var description: String {
            switch self {
            case .typeI: "Type I"
            case .typeII: "Type II"
            case .typeVII: "Type VII"
            default: "DTD"
            }
        }

        /// The 18 bytes of E-EDID A.2 section 3.10.2, in the base block or in a CTA extension.
        package static let descriptor = Self(code: 0)

        /// DisplayID 1.3 section 4.4.1.
        package static let typeI = Self(code: 1)

        /// DisplayID 1.3 section 4.4.2.
        package static let typeII = Self(code: 2)

        /// DisplayID 2.0 section 4.3.1, and CTA-861-I section 7.5.17.
        package static let typeVII = Self(code: 7)
    }

    /// The form of the sync signal (E-EDID A.2 section 3.10.2, table 3.22).
    package struct SyncKind: Sendable, Hashable, CustomStringConvertible {
        private let code: UInt8

        /// The name of the kind.
        package var description: String {
            switch self {
            case .digitalSeparate: "digital separate"
            case .digitalComposite: "digital composite"
            case .bipolarAnalogComposite: "bipolar analog composite"
            default: "analog composite"
            }
        }

        /// Digital sync on two lines of its own.
        package static let digitalSeparate = Self(code: 3)

        /// Digital sync on the horizontal line.
        package static let digitalComposite = Self(code: 2)

        /// Analog composite sync.
        package static let analogComposite = Self(code: 0)

        /// Bipolar analog composite sync.
        package static let bipolarAnalogComposite = Self(code: 1)
    }

    /// The timing itself.
    package let timing: Timing

    /// The form of the description.
    package let form: Form

    /// The index of its block of 128 bytes.
    package let block: Int

    /// The size of the picture; nil if it is not given. Displays also put an aspect ratio here.
    package let imageSize: SizeInMillimeters?

    /// The form of the sync signal.
    package let syncKind: SyncKind

    /// Whether the timing is marked as preferred (DisplayID).
    package let isMarkedPreferred: Bool

    /// Whether the timing is for a stereo picture.
    package let isStereo: Bool

    /// Whether Linux makes a mode of the timing.
    ///
    /// Linux drops descriptors of field-sequential stereo, without a sync pulse, and of fewer than 64 pixels or lines
    /// (`drm_mode_detailed`); DisplayID's timings are kept.
    package let isUsable: Bool
}

extension DetailedTiming {
    /// Returns whether 18 bytes start with a pixel clock, and so are a timing instead of a display descriptor.
    static func isTiming(_ descriptor: Span<UInt8>) -> Bool {
        descriptor.littleEndian16(0) != 0
    }

    /// Returns whether the clock is plausible for a picture: clocks below 10 MHz come from misplaced texts and padding.
    static func isClockPlausible(_ descriptor: Span<UInt8>, findings: inout FindingLog) -> Bool {
        let clock = descriptor.littleEndian16(0) * 10
        guard clock < 10_000 else { return true }
        findings.note(.lowPixelClock, clock)
        return false
    }

    /// Reads the 18 bytes of a detailed timing descriptor (E-EDID A.2 section 3.10.2, tables 3.21 and 3.22).
    ///
    /// - Parameters:
    ///   - index: The number of the timing, for findings.
    ///   - hasFlags: Whether the last byte holds the flags; if not, the timing is an ordinary one.
    init(descriptor: Span<UInt8>, index: Int, hasFlags: Bool = true, findings: inout FindingLog) {
        let flags = hasFlags ? descriptor.byte(17) : 0x18
        let isInterlaced = flags & 0x80 != 0
        let width = descriptor.byte(2) | (descriptor.byte(4) & 0xF0) << 4
        let lines = descriptor.byte(5) | (descriptor.byte(7) & 0xF0) << 4
        let horizontalBlank = descriptor.byte(3) | (descriptor.byte(4) & 0x0F) << 8
        let verticalBlank = descriptor.byte(6) | (descriptor.byte(7) & 0x0F) << 8
        let high = descriptor.byte(11)
        let horizontalFront = descriptor.byte(8) | (high >> 6) << 8
        let horizontalSync = descriptor.byte(9) | ((high >> 4) & 3) << 8
        let verticalFront = descriptor.byte(10) >> 4 | ((high >> 2) & 3) << 4
        let verticalSync = descriptor.byte(10) & 15 | (high & 3) << 4
        let (horizontalBorder, verticalBorder) = (descriptor.byte(15), descriptor.byte(16))
        let isSeparate = flags & 0x18 == 0x18
        let height = isInterlaced ? 2 * lines : lines
        let clock = descriptor.littleEndian16(0) * 10

        timing = Timing(
            width: width,
            height: height,
            pixelClock: clock,
            horizontal: Blanking(
                frontPorch: horizontalFront,
                sync: horizontalSync,
                backPorch: horizontalBlank - horizontalFront - horizontalSync - 2 * horizontalBorder,
                border: horizontalBorder,
                isSyncPositive: flags & 0x12 == 0x12
            ),
            vertical: Blanking(
                frontPorch: verticalFront,
                sync: verticalSync,
                backPorch: verticalBlank - verticalFront - verticalSync - 2 * verticalBorder,
                border: verticalBorder,
                isSyncPositive: isSeparate && flags & 4 != 0
            ),
            isInterlaced: isInterlaced,
            hasEqualFields: Self.isVIC39(descriptor),
            aspectRatio: AspectRatio(ofWidth: width, height: height)
        )
        let imageWidth = descriptor.byte(12) | (descriptor.byte(14) & 0xF0) << 4
        let imageHeight = descriptor.byte(13) | (descriptor.byte(14) & 0x0F) << 8
        imageSize =
            imageWidth > 0 && imageHeight > 0
            ? SizeInMillimeters(width: Double(imageWidth), height: Double(imageHeight)) : nil
        form = .descriptor
        block = findings.block
        isMarkedPreferred = false
        isStereo = flags & 0x60 != 0
        isUsable = flags & 0x20 == 0 && width >= 64 && lines >= 64 && horizontalSync > 0 && verticalSync > 0
        syncKind =
            switch flags & 0x18 {
            case 0x00: .analogComposite
            case 0x08: .bipolarAnalogComposite
            case 0x10: .digitalComposite
            default: .digitalSeparate
            }
        timing.noteOddities(index: index, findings: &findings)
    }

    /// Returns whether the timing is the only interlaced one with equal fields, recognized by its numbers because a
    /// descriptor has no flag for that.
    private static func isVIC39(_ descriptor: Span<UInt8>) -> Bool {
        guard let known = VideoIdentificationCode.timing(39), descriptor.bit(7, of: 17) else { return false }
        return descriptor.littleEndian16(0) * 10 == known.pixelClock
            && descriptor.byte(2) | (descriptor.byte(4) & 0xF0) << 4 == known.width
            && 2 * (descriptor.byte(5) | (descriptor.byte(7) & 0xF0) << 4) == known.height
            && descriptor.byte(3) | (descriptor.byte(4) & 0x0F) << 8 == known.horizontal.total
            && descriptor.byte(6) | (descriptor.byte(7) & 0x0F) << 8 == known.vertical.total
    }
}

extension Timing {
    /// Records what makes a detailed timing useless or dubious; `index` counts the timings of the display from 1.
    func noteOddities(index: Int, findings: inout FindingLog) {
        if width == 0 || height == 0 || horizontal.sync == 0 || vertical.sync == 0 || horizontal.total == 0
            || vertical.total == 0
        {
            findings.note(.zeroInTiming, index)
        }
        if horizontal.backPorch < 0 || vertical.backPorch < 0 {
            findings.note(.negativePorch, index)
        }
    }
}
