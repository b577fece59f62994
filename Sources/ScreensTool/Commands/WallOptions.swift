import ArgumentParser
import Screens
import ScreensReports

/// The options for screens that form one surface.
struct WallOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show one picture across these screens: commas between the screens of a row, colons between rows.",
            discussion:
                "DP-1,DP-2 are side by side; DP-1,DP-2:DP-3,DP-4 is a wall of four. Repeat the option for another "
                + "wall.",
            valueName: "grid"),
        completion: WallGrid.completion)
    var wall: [WallGrid] = []

    @Option(
        help: ArgumentHelp(
            "Pixels hidden by the bezels between two screens, up to 4096: 40, or 40,30 for columns and rows.",
            valueName: "pixels"))
    var bezel: Bezel?

    func validate() throws {
        if bezel != nil, wall.isEmpty { throw ValidationError("--bezel needs --wall") }
        var settings = VideoKit.Settings()
        settings.walls = try videoWalls()
        do {
            try settings.check()
        } catch {
            throw ValidationError("--wall: \(error)")
        }
    }

    func videoWalls() throws -> [VideoWall] {
        try wall.map { grid in
            do throws(ScreenError) {
                return try VideoWall(rows: grid.rows, columnGap: bezel?.column ?? 0, rowGap: bezel?.row ?? 0)
            } catch {
                throw ValidationError("--wall: \(error)")
            }
        }
    }
}

/// The screens as the user arranges them: `DP-1,DP-2:DP-3,DP-4` is two rows of two screens.
struct WallGrid: Sendable, Hashable, ExpressibleByArgument {
    let rows: [[String]]

    init?(argument: String) {
        rows = argument.split(separator: ":", omittingEmptySubsequences: false).map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The completion of the last name.
    static let completion = TypedLine.completion { line, prefix in
        let head = prefix[
            ..<(prefix.lastIndex { $0 == "," || $0 == ":" }.map(prefix.index(after:)) ?? prefix.startIndex)]
        return await ScreenName.names(line, after: String(prefix.dropFirst(head.count))).map { head + $0 }
    }
}

/// The part of a surface behind the bezels between screens, in pixels: `40`, or `40,30` for columns and rows.
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

    /// Returns a number of digits only, within the limits.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), VideoWall.gaps.contains(number)
        else { return nil }
        return number
    }
}
