/// A device on the PCI bus that is for displays (class 03).
struct DisplayDevice: Sendable, Hashable {
    /// Its place, such as `0000:00:02.0`.
    let address: String
    /// Maker and product in hexadecimal, such as `8086:3e92`.
    let product: String
    /// The kernel's driver that is bound to it, or nil.
    let driver: String?
    /// Whether that has made a card of it.
    let hasCard: Bool
}
