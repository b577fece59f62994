/// What was found out of the machine, the user and the cards: all that a diagnosis goes by.
struct MachineFacts: Sendable, Hashable {
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
    /// What the machine has on its PCI bus for displays, whether or not a driver has made a card of it.
    var displayDevices: [DisplayDevice] = []
    /// By number.
    var cards: [CardFacts] = []
    /// What kept the library from looking at the screens, or nil.
    var lookProblem: String?
}
