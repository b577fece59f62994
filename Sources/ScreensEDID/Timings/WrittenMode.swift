/// A mode as people write it: `WIDTHxHEIGHT[i][@HZ]`. HZ is a decimal number with up to three digits after the point,
/// and may have its unit, such as `60Hz`.
///
/// A size may be one of the names of ``names``, directly followed by a rate: `1080p60`. Upper and lower case are equal.
package struct WrittenMode: Sendable, Hashable {
    /// The pixels per line, with at most five digits.
    package let width: Int
    /// The lines, with at most five digits.
    package let height: Int
    /// Whether the size ends with `i`.
    package let isInterlaced: Bool
    /// The rate; nil if it is not written.
    package let rate: Rate?

    /// A rate with its written precision.
    package struct Rate: Sendable, Hashable {
        /// The number in units of its last digit, such as 5994 for `59.94`.
        package let number: Int
        /// The number of digits after the point, at most 3.
        package let digits: Int

        package var millihertz: Int { number * [1000, 100, 10, 1][digits] }
    }

    /// - Throws: The first rule that the text breaks. The caller sets the limits of the size and the rate.
    package init(_ text: some StringProtocol) throws(ModeSyntaxError) {
        let lowered = text.lowercased()
        let halves = Self.spelledOut(lowered).split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let size = halves[0]
        isInterlaced = size.last == "i"
        let sides = (isInterlaced ? size.dropLast() : size).split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Self.number(sides[0]), let height = Self.number(sides[1]) else {
            throw ModeSyntaxError("'\(size)' is not a size such as 1920x1080")
        }
        self.width = width
        self.height = height
        guard halves.count == 2 else {
            rate = nil
            return
        }
        guard let rate = Self.rate(halves[1]) else {
            throw ModeSyntaxError("'\(halves[1])' is not a rate in Hz with up to three digits after the point")
        }
        self.rate = rate
    }

    /// The names of sizes, each with its size.
    private static let sizes = [
        (name: "720p", size: "1280x720"), (name: "1080p", size: "1920x1080"), (name: "1440p", size: "2560x1440"),
        (name: "2160p", size: "3840x2160"), (name: "4k", size: "3840x2160"),
    ]

    /// The names of sizes.
    package static let names = sizes.map(\.name)

    /// Returns `1920x1080@60` for `1080p60`, and the text itself if it begins with no name.
    private static func spelledOut(_ text: String) -> String {
        guard let (name, size) = sizes.first(where: { text.hasPrefix($0.name) }) else { return text }
        let rest = text.dropFirst(name.count)
        return rest.isEmpty || rest.hasPrefix("@") ? size + rest : "\(size)@\(rest)"
    }

    /// Parses a number that `hz` may follow, also after a space.
    private static func rate(_ text: Substring) -> Rate? {
        var text = text
        if text.hasSuffix("hz") {
            text = text.dropLast(2)
            if text.hasSuffix(" ") { text = text.dropLast() }
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard var number = number(parts[0]) else { return nil }
        guard parts.count == 2 else { return Rate(number: number, digits: 0) }
        let digits = parts[1].utf8.count
        guard digits <= 3, let fraction = self.number(parts[1]) else { return nil }
        for _ in 0..<digits { number *= 10 }
        return Rate(number: number + fraction, digits: digits)
    }

    /// Parses one to five digits, and nothing else.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
