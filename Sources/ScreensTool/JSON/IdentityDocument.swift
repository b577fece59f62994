import Screens

/// Who a display says it is, as JSON has it.
struct IdentityDocument: Encodable {
    private let identity: ScreenIdentity

    init(_ identity: ScreenIdentity) {
        self.identity = identity
    }

    private enum Key: String, CodingKey {
        case make, vendor, model, serial, productCode, year
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identity.make, forKey: .make)
        try container.encode(identity.vendor, forKey: .vendor)
        try container.encode(identity.model, forKey: .model)
        try container.encode(identity.serial, forKey: .serial)
        try container.encode(identity.productCode, forKey: .productCode)
        try container.encode(identity.year, forKey: .year)
    }
}
