import ScreensKMS
import ScreensLinux
import ScreensUdev

/// Where cards come from.
protocol CardSource: Sendable {
    /// The cards that are there now, in order.
    func cards() throws(ScreenError) -> [CardNode]

    /// Opens a card. It is closed when it is released.
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard

    /// Keeps the file of a held card open beyond the end of this process.
    ///
    /// - Returns: whether it is kept, until ``release(_:)``.
    func keep(_ card: any DisplayCard, of node: CardNode) -> Bool

    /// Keeps a card no longer. Repeating it does nothing.
    func release(_ node: CardNode)

    /// Whether a card has no master now. Asking is not a close that ``closes(of:)`` reports.
    func isFree(_ node: CardNode) -> Bool

    /// Reports when programs close a card; nil where that cannot be watched.
    func closes(of node: CardNode) -> (any CloseReports)?

    /// The program that is a card's master, where that is another one and is known.
    ///
    /// - Parameter isOwn: whether this opener of the card is its master.
    func master(of node: CardNode, unless isOwn: Bool) -> CardMaster?

    /// The card as sysfs shows it, which opens no card; nil where sysfs does not have it.
    func sysfs(_ node: CardNode) -> SysfsCard?

    /// Becomes readable when there are events to take.
    var changeDescriptor: Int32 { get }

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
}

/// Reports when programs close a card.
protocol CloseReports: AnyObject, Sendable {
    /// Becomes readable when the card was closed.
    var descriptor: Int32 { get }
    /// Whether it was closed since the last call.
    func take() -> Bool
}

extension CloseWatch: CloseReports {}
