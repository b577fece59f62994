import KMS
import Udev

/// A simulated card as the only one.
struct SimulatedCardSource: CardSource {
    private static let node = CardNode(name: "simulated", path: "simulated", seat: "seat0")

    let card: SimulatedCard

    func cards() throws(ScreenError) -> [CardNode] { [Self.node] }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard { card }

    var newsDescriptor: Int32 { card.hotplugDescriptor }

    func takeNews() -> CardMonitor.Batch {
        var batch = CardMonitor.Batch()
        if card.takeHotplug() {
            batch.events = [CardEvent(action: .hotplug(connector: nil), card: Self.node)]
        }
        return batch
    }
}
