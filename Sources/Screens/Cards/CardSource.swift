import KMS
import Udev

/// Where cards come from.
protocol CardSource: Sendable {
    /// The cards that are there now, in order.
    func cards() throws(ScreenError) -> [CardNode]

    /// Opens a card. It is closed when it is released.
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard

    /// Becomes readable when there is news to take.
    var newsDescriptor: Int32 { get }

    /// What has happened to the cards since it was asked last.
    func takeNews() -> CardMonitor.Batch
}
