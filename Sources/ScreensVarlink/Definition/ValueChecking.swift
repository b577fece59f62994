import ScreensJSON

extension Interface {
    /// How members that are not declared are treated.
    package enum Undeclared: Sendable, Hashable {
        /// They are wrong, as the client expects an effect that will not come. For parameters of a call.
        case wrong
        /// They are ignored, as the service may be newer. For parameters of a reply or an error.
        case ignored
    }

    /// The first field whose value is missing or does not fit its type, else the first name that is not declared; nil
    /// where all values fit. One in a structure is named with that, as in `settings.mode`.
    ///
    /// - Parameters:
    ///   - values: the parameters of a call, a reply or an error.
    ///   - fields: their declaration: ``Method/input``, ``Method/output`` or ``ErrorDeclaration/fields``.
    ///   - undeclared: how members that are not declared are treated, on all levels but those of `object`.
    package func firstInvalid(
        of values: [String: JSONValue], as fields: [Field], undeclared: Undeclared = .wrong
    ) -> String? {
        guard let name = firstMismatch(of: values, as: fields, undeclared) else { return nil }
        let type = fields.first { $0.name == name }?.type
        let inner = type.flatMap { firstInvalid(in: values[name], $0, undeclared) }
        return inner.map { "\(name).\($0)" } ?? name
    }

    /// The field of a structure; nil of other values.
    private func firstInvalid(in value: JSONValue?, _ type: ValueType, _ undeclared: Undeclared) -> String? {
        switch (type, value) {
        case (.optional(let wrapped), .some): firstInvalid(in: value, wrapped, undeclared)
        case (.named(let name), .some): self.type(name).flatMap { firstInvalid(in: value, $0, undeclared) }
        case (.structure(let fields), .object(let members)?):
            firstInvalid(of: members, as: fields, undeclared: undeclared)
        default: nil
        }
    }

    /// The name of ``firstInvalid(of:as:undeclared:)`` on this level alone.
    private func firstMismatch(
        of values: [String: JSONValue], as fields: [Field], _ undeclared: Undeclared
    ) -> String? {
        for field in fields where !fits(values[field.name], field.type, undeclared) { return field.name }
        guard undeclared == .wrong, values.count > fields.count || !fields.allSatisfy({ values[$0.name] != nil }) else {
            return nil
        }
        let declared = Set(fields.map(\.name))
        return values.keys.filter { !declared.contains($0) }.min()
    }

    /// Recurses no deeper than the value: a name stands for a structure or an enumeration, never for another name.
    private func fits(_ value: JSONValue?, _ type: ValueType, _ undeclared: Undeclared) -> Bool {
        switch (type, value) {
        case (.optional, nil), (.optional, .null?): true
        case (_, nil): false
        case (.optional(let wrapped), _): fits(value, wrapped, undeclared)
        case (.named(let name), _): self.type(name).map { fits(value, $0, undeclared) } ?? false
        case (.bool, .bool?), (.int, .int?), (.float, .double?), (.float, .int?), (.float, .uint?), (.string, .string?),
            (.object, .object?):
            true
        case (.array(let element), .array(let values)?): values.allSatisfy { fits($0, element, undeclared) }
        case (.map(let element), .object(let members)?): members.values.allSatisfy { fits($0, element, undeclared) }
        case (.structure(let fields), .object(let members)?):
            firstMismatch(of: members, as: fields, undeclared) == nil
        case (.enumeration(let names), .string(let text)?): names.contains(text)
        default: false
        }
    }
}
