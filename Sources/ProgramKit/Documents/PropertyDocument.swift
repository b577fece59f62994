import Screens

/// A connector's property as JSON has it: its value, and either the choices or the limits that it may be set to.
package struct PropertyDocument: Codable, Sendable, Hashable {
    package let name: String
    @Nullable package private(set) var value: String?
    @Nullable package private(set) var choices: [String]?
    @Nullable package private(set) var minimum: UInt64?
    @Nullable package private(set) var maximum: UInt64?

    package init(_ property: ConnectorProperty) {
        name = property.name
        value = property.value
        var choices: [String]?
        var limits: ClosedRange<UInt64>?
        switch property.allowed {
        case .choices(let names): choices = names
        case .range(let range): limits = range
        case .metadata: break
        }
        self.choices = choices
        minimum = limits?.lowerBound
        maximum = limits?.upperBound
    }
}
