import Screens

/// A connector's property as JSON has it: its value, and either the choices or the limits that it may be set to.
struct PropertyDocument: Encodable {
    private let property: ConnectorProperty

    init(_ property: ConnectorProperty) {
        self.property = property
    }

    private enum Key: String, CodingKey {
        case name, value, choices, minimum, maximum
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var choices: [String]?
        var limits: ClosedRange<UInt64>?
        switch property.allowed {
        case .choices(let names): choices = names
        case .range(let range): limits = range
        case .metadata: break
        }
        try container.encode(property.name, forKey: .name)
        try container.encode(property.value, forKey: .value)
        try container.encode(choices, forKey: .choices)
        try container.encode(limits?.lowerBound, forKey: .minimum)
        try container.encode(limits?.upperBound, forKey: .maximum)
    }
}
