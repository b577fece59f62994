import EDID

/// Which display a screen is: the same on another connector, and on another machine.
///
/// It is what the display says of itself in its EDID. Two identities are equal where maker, product, model and serial
/// are.
public struct ScreenIdentity: Sendable {
    let display: DisplayIdentity

    /// The maker's name as udev's hardware database has it, or nil where that is not installed.
    ///
    /// For people: it differs between machines, and counts for nothing when identities are compared.
    public let vendor: String?

    init(_ display: DisplayIdentity, vendor: String?) {
        self.display = display
        self.vendor = vendor
    }

    /// The maker's three letters (PNP id), such as `DEL`.
    public var make: String? { display.make }
    /// The maker's number of the product.
    public var productCode: Int? { display.productCode.map(Int.init) }
    /// The product's name.
    public var model: String? { display.model }
    /// The serial number, as text where the display gives one.
    public var serial: String? { display.serial }
    /// The year of make or model.
    public var year: Int? { display.year }

    /// Whether there is a serial number. Without one, displays of one kind are told apart by their connectors alone.
    public var hasSerial: Bool { display.serial != nil }
}

extension ScreenIdentity: Hashable {
    /// By maker, product, model and serial.
    public static func == (left: ScreenIdentity, right: ScreenIdentity) -> Bool { left.display == right.display }

    /// Without the vendor's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(display) }
}

extension ScreenIdentity: CustomStringConvertible {
    /// The stable form `make:product:model:serial` that a configuration can hold, such as
    /// `DEL:a0b1:DELL%20U2410:F525M0A1234L`. What is missing is `-`; fields are percent-escaped.
    public var description: String { display.description }

    /// Whether the identity fits `pattern`: the stable form, with `*` and `?` in its fields; `DEL:*:*:*` is every
    /// display of one maker. A pattern that is none fits nothing.
    public func matches(_ pattern: String) -> Bool {
        DisplayIdentityPattern(pattern)?.matches(display) ?? false
    }
}
