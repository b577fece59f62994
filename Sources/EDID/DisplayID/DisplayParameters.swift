/// Size and native format of a display (DisplayID 1.3 section 4.2, DisplayID 2.0 section 4.2).
public struct DisplayParameters: Sendable, Hashable {
    /// The size of the picture in mm, in steps of 0.1 mm (or of 1 mm); nil where it is zero.
    public let imageSize: SizeInMillimeters?

    /// The native width in pixels; zero where it is not given.
    public let nativeWidth: Int

    /// The native height in lines; zero where it is not given.
    public let nativeHeight: Int

    /// Reads the payload; nil where it is too short. In DisplayID 2.0 the highest bit of the revision tells the step.
    init?(payload: Span<UInt8>, revision: Int, isSecondVersion: Bool) {
        guard payload.count >= 8 else { return nil }
        let step = isSecondVersion && revision & 0x80 != 0 ? 1.0 : 0.1
        let (width, height) = (payload.littleEndian16(0), payload.littleEndian16(2))
        imageSize =
            width > 0 && height > 0
            ? SizeInMillimeters(width: Double(width) * step, height: Double(height) * step) : nil
        nativeWidth = payload.littleEndian16(4)
        nativeHeight = payload.littleEndian16(6)
    }
}
