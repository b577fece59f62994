/// A font by its family or its file, in a size and a style.
///
/// The nearest installed font draws characters that this font lacks, such as other scripts or emoji.
public struct Font: Sendable, Hashable {
    /// How heavy the strokes are, from 1 to 1000, as in style sheets and OpenType.
    public struct Weight: Sendable, Hashable, RawRepresentable {
        /// The number, from 1 to 1000.
        public let rawValue: Int
        /// Makes a weight from its number; others are limited to 1 to 1000.
        public init(rawValue: Int) { self.rawValue = min(max(rawValue, 1), 1000) }

        /// 300.
        public static let light = Weight(rawValue: 300)
        /// 400.
        public static let regular = Weight(rawValue: 400)
        /// 500.
        public static let medium = Weight(rawValue: 500)
        /// 600.
        public static let semibold = Weight(rawValue: 600)
        /// 700.
        public static let bold = Weight(rawValue: 700)
        /// 900.
        public static let black = Weight(rawValue: 900)
    }

    /// The slant of the letters.
    public enum Style: Sendable, Hashable, CaseIterable {
        /// The ordinary form.
        case upright
        /// Slanted letters.
        case oblique
        /// A letter form of its own, as in handwriting; slanted letters if the font has no italic.
        case italic
    }

    /// The names of families, separated by commas, as Fontconfig takes them: the first installed one is used.
    let family: String
    /// The size of the letters in pixels: about the distance from the top of `h` to the bottom of `g`. Limited to 1 to
    /// 4000.
    public var size: Double
    /// How heavy the strokes are.
    public var weight: Weight
    /// The slant of the letters.
    public var style: Style

    /// A font that is installed. The command `fc-list : family` prints all families; the names `sans-serif`, `serif`
    /// and `monospace` stand for families that the system chooses. If no such family is installed, the system's default
    /// is used.
    ///
    /// - Parameters:
    ///   - family: the name of a family, or several separated by commas: the first installed one is used.
    ///   - size: the size of the font in pixels, see ``size``.
    ///   - weight: how heavy the strokes are.
    ///   - style: the slant of the letters.
    public init(
        _ family: String = "sans-serif", size: Double, weight: Weight = .regular, style: Style = .upright
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.style = style
    }

    /// A font from a file, independent of the installed fonts.
    public init(_ file: FontFile, size: Double, weight: Weight = .regular, style: Style = .upright) {
        self.init(file.internalFamily, size: size, weight: weight, style: style)
    }

    /// The size within its limits.
    var validSize: Double { size >= 1 ? min(size, 4000) : 1 }
}
