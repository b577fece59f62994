import ScreensJSON

extension Interface {
    /// Returns the first field whose value is missing or does not fit its type, else the first undeclared name; nil if
    /// all values fit. The name of a member of a structure includes the structure, such as `settings.mode`.
    ///
    /// - Parameters:
    ///   - values: the parameters of a call.
    ///   - fields: their declaration (``Method/input``). Members that it does not have are wrong, on all levels but
    ///     within an `object`: the client expects an effect that will not come.
    package func firstInvalid(of values: [String: JSONValue], as fields: [Field]) -> String? {
        guard let name = firstMismatch(of: values, as: fields) else { return nil }
        let type = fields.first { $0.name == name }?.type
        let inner = type.flatMap { firstInvalid(in: values[name], $0) }
        return inner.map { "\(name).\($0)" } ?? name
    }

    /// Checks a structure's fields; returns nil for other values.
    private func firstInvalid(in value: JSONValue?, _ type: ValueType) -> String? {
        switch (type, value) {
        case (.optional(let wrapped), .some): firstInvalid(in: value, wrapped)
        case (.named(let name), .some): self.type(name).flatMap { firstInvalid(in: value, $0) }
        case (.structure(let fields), .object(let members)?):
            firstInvalid(of: members, as: fields)
        default: nil
        }
    }

    /// The name of ``firstInvalid(of:as:)`` on this level alone.
    private func firstMismatch(of values: [String: JSONValue], as fields: [Field]) -> String? {
        for field in fields where !fits(values[field.name], field.type) { return field.name }
        guard values.count > fields.count || !fields.allSatisfy({ values[$0.name] != nil }) else {
            return nil
        }
        let declared = Set(fields.map(\.name))
        return values.keys.filter { !declared.contains($0) }.min()
    }

    /// Recurses no deeper than the value, because a name stands for a structure or an enumeration, never for another
    /// name.
    private func fits(_ value: JSONValue?, _ type: ValueType) -> Bool {
        switch (type, value) {
        case (.optional, nil), (.optional, .null?): true
        case (_, nil): false
        case (.optional(let wrapped), _): fits(value, wrapped)
        case (.named(let name), _): self.type(name).map { fits(value, $0) } ?? false
        case (.bool, .bool?), (.int, .int?), (.float, .double?), (.float, .int?), (.float, .uint?), (.string, .string?),
            (.object, .object?):
            true
        case (.array(let element), .array(let values)?): values.allSatisfy { fits($0, element) }
        case (.map(let element), .object(let members)?): members.values.allSatisfy { fits($0, element) }
        case (.structure(let fields), .object(let members)?):
            firstMismatch(of: members, as: fields) == nil
        case (.enumeration(let names), .string(let text)?): names.contains(text)
        default: false
        }
    }
}
