/// How large the picture of a display may be (E-EDID A.2 section 3.6.2).
public struct ScreenSize: Sendable, Hashable {
    /// The width in cm, where the size is given.
    public let widthCentimeters: Int?

    /// The height in cm, where the size is given.
    public let heightCentimeters: Int?

    /// Width divided by height, where that is given instead of a size (revision 4); below 1 for portrait.
    public let aspectRatio: Double?

    init(block: Span<UInt8>, revision: Int) {
        let (first, second) = (block.byte(0x15), block.byte(0x16))
        switch (first, second) {
        case (1..., 1...):
            (widthCentimeters, heightCentimeters, aspectRatio) = (first, second, nil)
        case (1..., 0) where revision >= 4:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, Double(first + 99) / 100)
        case (0, 1...) where revision >= 4:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, 100 / Double(second + 99))
        default:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, nil)
        }
    }
}
