/// A graphics card as udev knows it.
public struct CardNode: Sendable, Hashable {
    /// The device's name below `/sys/class/drm`, such as `card0`.
    public let name: String
    /// The primary node, such as `/dev/dri/card0`.
    public let path: String
    /// The seat that the card belongs to (`ID_SEAT`, `seat0` where it is not said).
    public let seat: String

    public init(name: String, path: String, seat: String) {
        self.name = name
        self.path = path
        self.seat = seat
    }

    /// The number in the name, by which cards are ordered.
    public var number: Int { Int(name.drop { !$0.isNumber }) ?? .max }

    /// Whether `name` is that of a card, and not of a connector or a render node.
    package static func isCard(_ name: String) -> Bool {
        guard name.hasPrefix("card") else { return false }
        let digits = name.utf8.dropFirst(4)
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
