import ArgumentParser
import Screens

/// What of a surface the frames between screens hide, in pixels: `40`, or `40,30` for columns and rows.
struct Bezel: Sendable, Hashable, ExpressibleByArgument {
    let column: Int
    let row: Int

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
        guard (1...2).contains(numbers.count), let column = numbers[0], let row = numbers[numbers.count - 1] else {
            return nil
        }
        self.column = column
        self.row = row
    }

    /// Digits and nothing else, within the limits.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), VideoWall.gaps.contains(number)
        else { return nil }
        return number
    }
}
