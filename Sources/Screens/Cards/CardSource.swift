import ScreensKMS
import ScreensLinux
import ScreensUdev

/// The source of the cards: the system, the host, or a simulation.
protocol CardSource: Sendable {
    /// The present cards, in order.
    func cards() throws(ScreenError) -> [CardNode]

    /// Opens a card. It is closed when the last reference is released.
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard

    /// Keeps the file of a held card open beyond the end of this process.
    ///
    /// - Returns: whether the file is kept. ``release(_:)`` ends that.
    func keep(_ card: any DisplayCard, of node: CardNode) -> Bool

    /// Stops keeping a card. Repeating it does nothing.
    func release(_ node: CardNode)

    /// Whether a card has no master now. This check causes no report of ``closes(of:)``.
    func isFree(_ node: CardNode) -> Bool

    /// Reports when programs close a card; nil if that cannot be watched.
    func closes(of node: CardNode) -> (any CloseReports)?

    /// The program that is a card's master, if it is another program and is known.
    ///
    /// - Parameter isOwn: whether this opener of the card is its master.
    func master(of node: CardNode, unless isOwn: Bool) -> CardMaster?

    /// The card as sysfs shows it, without opening it; nil if sysfs does not have it.
    func sysfs(_ node: CardNode) -> SysfsCard?

    /// A descriptor that becomes readable when there are events to take.
    var changeDescriptor: Int32 { get }

    /// A descriptor that becomes readable after the machine has slept; nil if that cannot be watched.
    var sleepDescriptor: Int32? { get }

    /// Whether the machine has slept since the last call.
    func hasSlept() -> Bool

    /// The events of the cards since the last call.
    func takeChanges() -> CardMonitor.Batch
}

extension CardSource {
    func keep(_ card: any DisplayCard, of node: CardNode) -> Bool { false }
    func release(_ node: CardNode) {}
    func isFree(_ node: CardNode) -> Bool { (try? open(node, access: .readOnly))?.isMaster ?? false }
    func closes(of node: CardNode) -> (any CloseReports)? { nil }
    func master(of node: CardNode, unless isOwn: Bool) -> CardMaster? { nil }
    func sysfs(_ node: CardNode) -> SysfsCard? { nil }
    var sleepDescriptor: Int32? { nil }
    func hasSlept() -> Bool { false }
}

/// Reports when programs close a card.
protocol CloseReports: AnyObject, Sendable {
    /// A descriptor that becomes readable when the card was closed.
    var descriptor: Int32 { get }
    /// Whether the card was closed since the last call.
    func take() -> Bool
}

extension CloseWatch: CloseReports {}
