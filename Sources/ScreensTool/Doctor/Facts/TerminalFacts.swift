/// Which virtual terminal is on the displays, and which one this program was started from.
struct TerminalFacts: Sendable, Hashable {
    /// The number N of the terminal `ttyN` that is on, or nil where there are no virtual terminals.
    var active: Int?
    /// The number of ours, or nil where it is something else: SSH, a service, a container.
    var own: Int?

    /// The number in what `/sys/class/tty/tty0/active` says.
    static func number(inActive text: String) -> Int? {
        guard text.hasPrefix("tty"), let line = text.dropFirst(3).split(separator: "\n").first else { return nil }
        return valid(Int(line))
    }

    /// The number of the controlling terminal in `/proc/self/stat`, where that is a virtual one.
    static func number(inStat text: String) -> Int? {
        // The command's name comes second, in parentheses, and may hold anything.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 4, let device = UInt32(fields[4]) else { return nil }
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
        return major == 4 ? valid(Int(minor)) : nil
    }

    /// The number itself, where there can be such a terminal.
    static func valid(_ number: Int?) -> Int? {
        number.flatMap { (1...63).contains($0) ? $0 : nil }
    }
}
