/// A mode as people write it: `WIDTHxHEIGHT[i][@HZ]`, where HZ is a decimal number with up to three digits after the point, and may
/// have its unit, as in `60Hz`.
///
/// A size may have one of the names of ``names``, which a rate may follow at once: `1080p60`. Upper and lower case are the same.
package struct WrittenMode: Sendable, Hashable {
    /// Pixels per line, of at most five digits.
    package let width: Int
    /// Lines, of at most five digits.
    package let height: Int
    /// Whether the size ends with `i`.
    package let isInterlaced: Bool
    /// Nil where none is written.
    package let rate: Rate?

    /// A rate with the precision in which it is written.
    package struct Rate: Sendable, Hashable {
        /// In units of its last digit, such as 5994 for `59.94`.
        package let number: Int
        /// The number of digits after the point, at most 3.
        package let digits: Int

        package var millihertz: Int { number * [1000, 100, 10, 1][digits] }
    }

    /// - Throws: The first rule that the text breaks. Limits of a size and a rate are those of the caller.
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

    /// `1920x1080@60` for `1080p60`, and the text itself where it begins with no name.
    private static func spelledOut(_ text: String) -> String {
        guard let (name, size) = sizes.first(where: { text.hasPrefix($0.name) }) else { return text }
        let rest = text.dropFirst(name.count)
        return rest.isEmpty || rest.hasPrefix("@") ? size + rest : "\(size)@\(rest)"
    }

    /// A number that `hz` may follow, also after a space.
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

    /// One to five digits, and nothing else.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
