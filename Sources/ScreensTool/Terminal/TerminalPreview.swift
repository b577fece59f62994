import Glibc
import Screens
import ScreensReports
import Synchronization

/// Pictures in the terminal, as large as it is. Each is drawn over the former one, with a line below that says how to
/// end it.
///
/// The modes of the terminal and the cursor are not changed, so there is nothing to restore at the end. While the
/// program is in the background, nothing is drawn. Afterwards, and after the terminal has changed its size, everything
/// is drawn again.
final class TerminalPreview: Sendable {
    private struct Shown {
        /// The rows on the terminal. The cursor is in the line below them.
        var rows: [String] = []
        var size: Size?
    }

    private let ability: TerminalAbility
    private let hint: String
    private let shown = Mutex(Shown())

    /// - Parameter hint: the line that says how to end it.
    init(_ ability: TerminalAbility, hint: String) {
        self.ability = ability
        self.hint = hint
        Notices.shared.setMakeRoom { [weak self] in self?.erase() }
        Interruption.onContinue { [weak self] in self?.forget() }
    }

    deinit {
        Notices.shared.setMakeRoom(nil)
        Interruption.onContinue(nil)
    }

    /// Shows pictures side by side.
    ///
    /// - Returns: whether the terminal accepted them.
    func show(_ pictures: [Picture]) -> Bool {
        guard !pictures.isEmpty else { return true }
        let size = Self.terminalSize()
        let rows = Self.rows(of: pictures, on: size, for: ability, hint: hint)
        return Notices.shared.holdingBack {
            guard RawTerminal(STDOUT_FILENO).isOurs else {
                forget()
                return true
            }
            return shown.withLock { shown in
                // The terminal has wrapped the lines at other columns.
                let start = shown.size == nil || shown.size == size ? "" : "\u{1B}[H\u{1B}[2J"
                if !start.isEmpty { shown.rows = [] }
                let text = start + Self.update(from: shown.rows, to: rows)
                shown = Shown(rows: rows, size: size)
                return (try? StandardOutput.write(text)) != nil
            }
        }
    }

    /// Returns the rows of pictures side by side on a terminal of a size, with the hint.
    static func rows(of pictures: [Picture], on terminal: Size, for ability: TerminalAbility, hint: String) -> [String]
    {
        // One row is for the hint, and the cursor is in another row below it.
        let cells = Size(
            width: max(0, (terminal.width + 1) / max(pictures.count, 1) - 1), height: max(0, terminal.height - 2))
        let columns = pictures.map { picture in
            HalfBlocks.rows(of: picture, cells: HalfBlocks.fit(picture.size, into: cells), for: ability)
        }
        // If the pictures differ in shape, all are cut to the lowest.
        let height = columns.map(\.count).min() ?? 0
        let rows = (0..<height).map { row in columns.map { $0[row] }.joined(separator: " ") }
        return rows + [String(hint.prefix(terminal.width))]
    }

    /// Erases the preview. The next one is drawn at the cursor.
    private func erase() {
        shown.withLock { shown in
            guard !shown.rows.isEmpty else { return }
            try? StandardOutput.write("\u{1B}[\(shown.rows.count)A\r\u{1B}[J")
            shown.rows = []
        }
    }

    /// Forgets the preview after others have written to the terminal. The next one is drawn whole, at the cursor.
    private func forget() {
        shown.withLock { $0 = Shown() }
    }

    /// Returns the output that changes the old rows into the new ones.
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
