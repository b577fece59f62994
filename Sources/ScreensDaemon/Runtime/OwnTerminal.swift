import Glibc
import ScreensLinux
import ScreensManager

/// The virtual terminal of the daemon's own, where it has one: its pictures are on the displays while that is shown.
@MainLoop
final class OwnTerminal {
    private var name: String?

    /// Standard input is the daemon's own terminal from now on.
    func take() {
        name = ttyname(STDIN_FILENO).map { String(cString: $0) }?.split(separator: "/").last.map(String.init)
    }

    /// The notice of another terminal that is shown.
    var notices: [StatusNotice] {
        guard let name, let active = SystemFile.text("/sys/class/tty/tty0/active"),
            let shown = active.split(whereSeparator: \.isWhitespace).last.map(String.init), shown != name
        else { return [] }
        let number = name.drop { !$0.isNumber }
        return [
            StatusNotice(
                .terminalNotShown, .warning, "/dev/\(name)",
                "\(shown) is shown, and the pictures are on \(name), the terminal of the daemon",
                remedy: "chvt \(number), or Alt and F\(number) on a keyboard, returns to it")
        ]
    }
}
