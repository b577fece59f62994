import ScreensConfiguration

/// Input devices by what they have: `name=Logitech*`, `seat=seat1`, or a property of udev as `ID_PATH=pci-*-usb-0:1.2:*`.
struct InputPattern: Sendable, Hashable {
    private static let nameKey = "name"
    private static let seatKey = "seat"

    private let key: String
    private let pattern: TextPattern

    /// Reads a pattern; nil where it has another form.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty, Self.isKey(parts[0]) else { return nil }
        key = parts[0]
        pattern = TextPattern(parts[1])
    }

    /// Whether a device has what is wanted. A remote control of an HDMI cable has to be named by a property.
    func fits(_ device: InputDevice) -> Bool {
        switch key {
        case Self.nameKey: !device.isCEC && pattern.matches(device.name)
        case Self.seatKey: !device.isCEC && pattern.matches(device.seat)
        default: device.properties[key].map(pattern.matches) ?? false
        }
    }

    /// Properties of udev are in capitals.
    private static func isKey(_ text: String) -> Bool {
        text == nameKey || text == seatKey
            || !text.isEmpty
                && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "_") }
    }
}
