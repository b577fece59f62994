import Glibc
import ScreensLinux
import ScreensManager

/// The daemon's own virtual terminal, if it has one. While it is shown, the daemon's pictures are on the displays.
@MainLoop
final class OwnTerminal {
    private var name: String?

    /// Takes the terminal on standard input as the daemon's own.
    func take() {
        name = ttyname(STDIN_FILENO).map { String(cString: $0) }?.split(separator: "/").last.map(String.init)
    }

    /// The notice while another terminal is shown.
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
