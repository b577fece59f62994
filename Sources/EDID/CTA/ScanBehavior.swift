/// What a display does with the edges of a picture (CTA-861-I section 7.5.6).
public struct ScanBehavior: Sendable, Hashable, CustomStringConvertible {
    /// A name in lower camel case.
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Formats of this kind are not supported; for the preferred timing: no data, and the other two hold.
    public static let unspecified = Self("unspecified")

    /// The edges are always cut off.
    public static let alwaysOverscans = Self("alwaysOverscans")

    /// The whole picture is always shown.
    public static let alwaysUnderscans = Self("alwaysUnderscans")

    /// Both can be; the source may ask.
    public static let supportsBoth = Self("supportsBoth")

    init(code: Int) {
        switch code & 3 {
        case 1: self = .alwaysOverscans
        case 2: self = .alwaysUnderscans
        case 3: self = .supportsBoth
        default: self = .unspecified
        }
    }
}
