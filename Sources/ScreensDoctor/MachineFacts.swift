import ScreensManager

/// Facts about the machine, the user and the cards: the whole input of a diagnosis.
package struct MachineFacts: Sendable, Equatable {
    /// The kernel's release, such as `6.1.0-27-amd64`.
    var kernel = ""
    /// The kernel's command line.
    var commandLine = KernelCommandLine("")
    var isVirtualMachine = false
    var isContainer = false
    /// Whether a udev daemon runs.
    var hasUdev = true
    var user = UserFacts()
    var terminals = TerminalFacts()
    /// The graphics devices on the PCI bus, with and without a card.
    var displayDevices: [DisplayDevice] = []
    /// The cards, by number.
    package var cards: [CardFacts] = []
    /// Why the library could not read the screens; nil if it could.
    var readFailure: String?
    var unknown: Set<UnknownFact> = []
    /// The facts that the daemon reports; nil if no daemon answers.
    var daemon: DaemonFacts?
    /// Whether a daemon runs that does not answer this user.
    var hasHiddenDaemon = false
    /// The state of the daemon's unit; nil if it is not installed, or that is not known.
    var service: ServiceState?
}

/// The words of the kernel's command line that concern displays.
struct KernelCommandLine: Sendable, Hashable {
    private let words: [Substring]

    init(_ text: String) {
        words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
    }

    /// Whether drivers of graphics hardware are kept from starting (`nomodeset`).
    var hasNoModeset: Bool { words.contains("nomodeset") }

    /// Returns the word that forces a connector on or off, such as `video=HDMI-A-1:1920x1080@60e`: `e` and `D` are on,
    /// `d` is off. The last such word counts.
    func force(of connector: String) -> (force: ConnectorForce, word: String)? {
        let prefix = "video=\(connector):"
        guard let word = words.last(where: { $0.hasPrefix(prefix) }),
            // The mode comes first, before named options such as `rotate=90`.
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
    /// The name of the user; nil if the user database has none.
    var name: String?
    /// The groups of this process.
    var groups: Set<UInt32> = []
    /// The groups of the user in the group database, which the next login gets.
    var groupsInDatabase: Set<UInt32> = []

    var isRoot: Bool { id == 0 }

    /// The name for people.
    var title: String { name ?? "user \(id)" }
}

/// The active virtual terminal, and the terminal that this program was started from.
struct TerminalFacts: Sendable, Hashable {
    /// The number N of the active terminal `ttyN`; nil if there are no virtual terminals.
    var active: Int?
    /// The number of this program's terminal; nil for anything else, such as SSH, a service or a container.
    var own: Int?

    /// Returns the number in `/sys/class/tty/tty0/active`.
    static func number(inActive text: String) -> Int? {
        guard text.hasPrefix("tty"), let line = text.dropFirst(3).split(separator: "\n").first else { return nil }
        return valid(Int(line))
    }

    /// Returns the number of the controlling terminal in `/proc/self/stat`, if it is a virtual terminal.
    static func number(inStat text: String) -> Int? {
        // The name of the command comes second, in parentheses, and can have any characters.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 4, let device = UInt32(fields[4]) else { return nil }
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
        return major == 4 ? valid(Int(minor)) : nil
    }

    /// Returns the number itself, if it is valid for a terminal.
    static func valid(_ number: Int?) -> Int? {
        number.flatMap { (1...63).contains($0) ? $0 : nil }
    }
}

/// A device on the PCI bus of the class for displays (03).
struct DisplayDevice: Sendable, Hashable {
    /// Its address, such as `0000:00:02.0`.
    let address: String
    /// Vendor and product in hexadecimal, such as `8086:3e92`.
    let product: String
    /// The name of the kernel's driver that is bound to it; nil if there is none.
    let driver: String?
    /// The modules that are loaded and made for such a device, if no driver is bound to it.
    var loadedDrivers: [String] = []
    /// Whether the driver has registered a card for it.
    let hasCard: Bool
}
