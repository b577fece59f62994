/// The values to set for a connector's properties, from names and values as text.
package struct ConnectorProperties: Sendable, Hashable {
    /// A value that the property allows.
    enum Value: Sendable, Hashable {
        case choice(String)
        case number(UInt64)
        /// HDR metadata; nil removes the metadata.
        case metadata(HDRMetadata?)

        /// The value as text.
        var text: String {
            switch self {
            case .choice(let name): name
            case .number(let number): String(number)
            case .metadata(let metadata): metadata?.text ?? "off"
            }
        }
    }

    /// A property and its requested value.
    struct Setting: Sendable, Hashable {
        let name: String
        let value: Value
    }

    /// The valid settings, by name.
    private(set) var settings: [Setting] = []
    /// The invalid settings, each as a sentence for people.
    package private(set) var problems: [String] = []

    /// - Parameters:
    ///   - requested: values by property name.
    ///   - known: the properties of the connector.
    package init(_ requested: [String: String], among known: [ConnectorProperty]) {
        for (name, text) in requested.sorted(by: { $0.key < $1.key }) {
            guard let property = known.first(where: { $0.name == name }) else {
                problems.append(Self.lacking(name, known.map(\.name)))
                continue
            }
            if let value = Self.value(text, of: property.allowed) {
                settings.append(Setting(name: name, value: value))
            } else {
                problems.append(Self.refusing(text, of: property))
            }
        }
    }

    /// Checks the parts of a request that do not depend on the connector.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a name that cannot be set on any
    ///   connector, or malformed metadata.
    static func check(_ requested: [String: String]) throws(ScreenError) {
        let names = ConnectorProperty.settableNames
        for (name, text) in requested.sorted(by: { $0.key < $1.key }) {
            guard names.contains(name) else {
                throw ScreenError(
                    .invalidArgument, operation: "set", object: "the property '\(name)'",
                    remedy: suggestion(name, names) + "the properties that can be set are " + list(names))
            }
            if name == "HDR_OUTPUT_METADATA", value(text, of: .metadata) == nil {
                throw ScreenError(
                    .invalidArgument, operation: "set", object: "HDR_OUTPUT_METADATA to '\(text)'",
                    remedy: describe(.metadata))
            }
        }
    }

    static func value(_ text: String, of allowed: ConnectorProperty.Allowed) -> Value? {
        switch allowed {
        case .choices(let names): names.contains(text) ? .choice(text) : nil
        case .range(let limits): UInt64(text).flatMap { limits.contains($0) ? .number($0) : nil }
        case .metadata: text == "off" ? .metadata(nil) : HDRMetadata(text).map { .metadata($0) }
        }
    }

    /// The message for a valid value that the driver refuses.
    static func refused(_ name: String, _ text: String) -> String { "the driver refuses '\(text)' for '\(name)'" }

    /// The message for HDR metadata beside a picture with 8 bits for each colour.
    static func tooFewBits(_ text: String) -> String {
        "'HDR_OUTPUT_METADATA' cannot be '\(text)': the picture has 8 bits for each colour, and HDR needs 10 "
            + "(\(PixelFormat.xrgb2101010.name))"
    }

    private static func lacking(_ name: String, _ known: [String]) -> String {
        guard !known.isEmpty else { return "no property '\(name)': the connector has no properties that can be set" }
        return "no property '\(name)'; \(suggestion(name, known))it has \(list(known))"
    }

    private static func refusing(_ text: String, of property: ConnectorProperty) -> String {
        var meant = ""
        if case .choices(let names) = property.allowed { meant = suggestion(text, names) }
        return "'\(property.name)' cannot be '\(text)'; \(meant)\(describe(property.allowed))"
    }

    private static func suggestion(_ typed: String, _ names: [String]) -> String {
        NearestName.of(typed, among: names).map { "did you mean '\($0)'? " } ?? ""
    }

    private static func describe(_ allowed: ConnectorProperty.Allowed) -> String {
        switch allowed {
        case .choices(let names): "it must be one of \(list(names))"
        case .range(let limits): "it must be a number from \(limits.lowerBound) to \(limits.upperBound)"
        case .metadata:
            "it must be off, or one of \(HDRMetadata.Curve.allCases.map(\.name).joined(separator: ", ")) with "
                + "luminances as in pq:max=1000,min=0.0001,cll=1000,fall=400"
        }
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
