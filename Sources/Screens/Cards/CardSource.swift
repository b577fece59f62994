import KMS
import Udev

/// Where cards come from.
protocol CardSource: Sendable {
    /// The cards that are there now, in order.
    func cards() throws(ScreenError) -> [CardNode]

    /// Opens a card. It is closed when it is released.
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard

    /// Becomes readable when there are events to take.
    var changeDescriptor: Int32 { get }

    /// The events of the cards since the last call.
    func takeChanges() -> CardMonitor.Batch
}
