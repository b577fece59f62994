import ScreensManager

/// Facts about the machine, the user and the cards: the whole input of a diagnosis.
package struct MachineFacts: Sendable, Hashable {
    /// The kernel's release, such as `6.1.0-27-amd64`.
    var kernel = ""
    /// The words that the kernel was started with.
    var commandLine = KernelCommandLine("")
    var isVirtualMachine = false
    var isContainer = false
    /// Whether a udev daemon runs.
    var hasUdev = true
    var user = UserFacts()
    var terminals = TerminalFacts()
    /// The graphics devices on the PCI bus, with and without a card.
    var displayDevices: [DisplayDevice] = []
    /// By number.
    package var cards: [CardFacts] = []
    /// Why the library could not read the screens, or nil.
    var readFailure: String?
    var unknown: Set<UnknownFact> = []
    /// Nil where none answers.
    var daemon: DaemonFacts?
    /// Whether a daemon runs that does not answer this user.
    var hasHiddenDaemon = false
    /// The daemon's unit; nil where it is not installed, or that is not known.
    var service: ServiceState?
}

/// The words that the kernel was started with, as far as they concern displays.
struct KernelCommandLine: Sendable, Hashable {
    private let words: [Substring]

    init(_ text: String) {
        words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
    }

    /// Whether drivers of graphics hardware are kept from starting (`nomodeset`).
    var hasNoModeset: Bool { words.contains("nomodeset") }

    /// The word that forces a connector on or off: `video=HDMI-A-1:1920x1080@60e`, where `e`
    /// and `D` are on, and `d` is off. The last one counts.
    func force(of connector: String) -> (force: ConnectorForce, word: String)? {
        let prefix = "video=\(connector):"
        guard let word = words.last(where: { $0.hasPrefix(prefix) }),
            // The mode comes first; named options such as `rotate=90`.
            let mode = word.dropFirst(prefix.count).split(separator: ",", omittingEmptySubsequences: false).first,
            !mode.contains("=")
        else { return nil }
        let flags = mode.reversed().prefix { $0.isLetter }
        guard flags.allSatisfy({ "MRimeDd".contains($0) }) else { return nil }
        for flag in flags {
            if flag == "d" { return (.off, String(word)) }
            if flag == "e" || flag == "D" { return (.on, String(word)) }
        }
        return nil
    }
}

/// The user of this process.
struct UserFacts: Sendable, Hashable {
    var id: UInt32 = 0
    /// Nil where the user database has none.
    var name: String?
    /// The groups of this process.
    var groups: Set<UInt32> = []
    /// The groups that the group database gives the user: a login from now on would have them.
    var groupsInDatabase: Set<UInt32> = []

    var isRoot: Bool { id == 0 }

    /// For people.
    var title: String { name ?? "user \(id)" }
}

/// The active virtual terminal, and the one that this program was started from.
struct TerminalFacts: Sendable, Hashable {
    /// The number N of the active terminal `ttyN`, or nil where there are no virtual terminals.
    var active: Int?
    /// The number of our own, or nil for anything else: SSH, a service, a container.
    var own: Int?

    /// The number in `/sys/class/tty/tty0/active`.
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

/// A device on the PCI bus that is for displays (class 03).
struct DisplayDevice: Sendable, Hashable {
    /// Its place, such as `0000:00:02.0`.
    let address: String
    /// Vendor and product in hexadecimal, such as `8086:3e92`.
    let product: String
    /// The kernel's driver that is bound to it, or nil.
    let driver: String?
    /// Whether that has made a card of it.
    let hasCard: Bool
}
