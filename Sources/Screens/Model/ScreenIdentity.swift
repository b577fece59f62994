import ScreensEDID

/// The identity of a display, which is the same on every connector and every machine.
///
/// It is read from the display's EDID. Two identities are equal if manufacturer, product, model and serial number are
/// equal.
public struct ScreenIdentity: Sendable {
    let display: DisplayIdentity

    /// The manufacturer's name from udev's hardware database, or nil if that is not installed.
    ///
    /// It is for people and may differ between machines, so it is ignored when identities are compared.
    public let vendor: String?

    init(_ display: DisplayIdentity, vendor: String?) {
        self.display = display
        self.vendor = vendor
    }

    /// The manufacturer's three letters (PNP id), such as `DEL`.
    public var make: String? { display.make }
    /// The manufacturer's product code.
    public var productCode: Int? { display.productCode.map(Int.init) }
    /// The product's name.
    public var model: String? { display.model }
    /// The serial number: the text descriptor if there is one, else the number. Nil for placeholders, such as 0, 1 and
    /// 0x01010101.
    public var serial: String? { display.serial }
    /// The year of make or model.
    public var year: Int? { display.year }

    /// Whether there is a serial number. Without one, equal displays can only be distinguished by their connectors.
    public var hasSerial: Bool { display.serial != nil }
}

extension ScreenIdentity: Hashable {
    /// Compares manufacturer, product, model and serial number.
    public static func == (left: ScreenIdentity, right: ScreenIdentity) -> Bool { left.display == right.display }

    /// Hashes all but the vendor's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(display) }
}

extension ScreenIdentity: CustomStringConvertible {
    /// The stable form `make:product:model:serial` for configurations, such as `DEL:a0b1:DELL%20U2410:F525M0A1234L`. A
    /// missing field is `-`; fields are percent-encoded.
    public var description: String { display.description }

    /// Whether the identity matches `pattern`: the stable form with `*` and `?` as wildcards in its fields; `DEL:*:*:*`
    /// matches every display of one manufacturer. A malformed pattern matches nothing.
    public func matches(_ pattern: String) -> Bool {
        DisplayIdentityPattern(pattern)?.matches(display) ?? false
    }
}
