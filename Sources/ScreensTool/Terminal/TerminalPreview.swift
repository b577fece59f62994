import Glibc
import Screens
import Synchronization

/// Pictures in the terminal, small, each drawn over the one before.
///
/// It does not change the modes of the terminal or the cursor, so there is nothing to restore at the end.
final class TerminalPreview: Sendable {
    private static let largest = Size(width: 64, height: 20)

    /// The rows that are on the terminal, the cursor in the line below them.
    private let shown = Mutex<[String]>([])

    init() {
        Notices.shared.setMakeRoom { [weak self] in self?.erase() }
    }

    deinit {
        Notices.shared.setMakeRoom(nil)
    }

    /// Shows pictures side by side.
    ///
    /// - Returns: whether the terminal took them.
    func show(_ pictures: [Picture]) -> Bool {
        let terminal = Self.terminalSize()
        guard !pictures.isEmpty else { return true }
        let cells = Size(
            width: min(Self.largest.width, (terminal.width - 1) / pictures.count - 1),
            height: min(Self.largest.height, terminal.height - 2))
        let columns = pictures.map { picture in
            HalfBlocks.rows(of: picture, cells: HalfBlocks.fit(picture.size, into: cells))
        }
        // Pictures of several shapes are cut to the lowest.
        let height = columns.map(\.count).min() ?? 0
        let rows = (0..<height).map { row in columns.map { $0[row] }.joined(separator: " ") }
        return Notices.shared.holdingBack {
            shown.withLock { shown in
                let text = Self.update(from: shown, to: rows)
                shown = rows
                return (try? StandardOutput.write(text)) != nil
            }
        }
    }

    /// Erases the preview; the next one is drawn where the cursor then is.
    private func erase() {
        shown.withLock { shown in
            guard !shown.isEmpty else { return }
            try? StandardOutput.write("\u{1B}[\(shown.count)A\r\u{1B}[J")
            shown = []
        }
    }

    /// The output that turns the old rows into the new ones.
    static func update(from old: [String], to new: [String]) -> String {
        // A terminal with synchronized output (mode 2026) shows the whole update at once.
        var text = "\u{1B}[?2026h"
        if !old.isEmpty { text += "\u{1B}[\(old.count)A\r" }
        if old.count != new.count { text += "\u{1B}[J" }
        for (index, row) in new.enumerated() {
            if old.count != new.count || old[index] != row { text += row + "\u{1B}[K" }
            text += "\r\n"
        }
        return text + "\u{1B}[?2026l"
    }

    private static func terminalSize() -> Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(size.ws_col), height: Int(size.ws_row))
    }
}

/// A picture as rows of `▀`: the upper pixel is the foreground colour, the lower one the background colour.
enum HalfBlocks {
    /// The largest size in characters that keeps the picture's shape.
    ///
    /// A character cell is about twice as high as wide, so half a cell is about square.
    static func fit(_ picture: Size, into cells: Size) -> Size {
        guard picture.width > 0, picture.height > 0, cells.width > 0, cells.height > 0 else {
            return Size(width: 0, height: 0)
        }
        let width = min(cells.width, max(1, cells.height * 2 * picture.width / picture.height), picture.width)
        let height = (width * picture.height + picture.width) / (2 * picture.width)
        return Size(width: width, height: min(max(1, height), cells.height))
    }

    /// The rows, without line ends; each ends with the terminal's own colours.
    static func rows(of picture: Picture, cells: Size) -> [String] {
        (0..<cells.height).map { row in
            var text = ""
            var ink: Color?
            var ground: Color?
            for column in 0..<cells.width {
                let upper = sample(picture, column, 2 * row, of: cells)
                let lower = sample(picture, column, 2 * row + 1, of: cells)
                if upper != ink { text += "\u{1B}[38;2;\(upper.red);\(upper.green);\(upper.blue)m" }
                if lower != ground { text += "\u{1B}[48;2;\(lower.red);\(lower.green);\(lower.blue)m" }
                (ink, ground) = (upper, lower)
                text += "▀"
            }
            return text + "\u{1B}[0m"
        }
    }

    /// The mean of some pixels of the area that half a cell stands for.
    private static func sample(_ picture: Picture, _ column: Int, _ half: Int, of cells: Size) -> Color {
        let points = 3
        var (red, green, blue) = (0, 0, 0)
        for y in 0..<points {
            for x in 0..<points {
                let color = picture[
                    (column * 2 * points + 2 * x + 1) * picture.size.width / (cells.width * 2 * points),
                    (half * 2 * points + 2 * y + 1) * picture.size.height / (cells.height * 4 * points)]
                red += Int(color.red)
                green += Int(color.green)
                blue += Int(color.blue)
            }
        }
        let count = points * points
        return Color(
            red: UInt8((red + count / 2) / count), green: UInt8((green + count / 2) / count),
            blue: UInt8((blue + count / 2) / count))
    }
}
