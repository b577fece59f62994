import ScreensVarlink

/// The declarations of an interface that its clients rely on.
struct InterfacePromise {
    private let former: Interface

    init(_ former: Interface) { self.former = former }

    /// The places at which a later version breaks a client of the former one; empty if it only adds to it.
    func isBroken(by later: Interface) -> [String] {
        var broken: [String] = []
        for method in former.methods {
            guard let now = later.method(method.name) else {
                broken.append("method \(method.name)")
                continue
            }
            broken += inputs(method.input, now.input, later, "\(method.name)(…)")
            broken += outputs(method.output, now.output, later, "\(method.name) -> (…)")
        }
        for error in former.errors {
            guard let now = later.errors.first(where: { $0.name == error.name }) else {
                broken.append("error \(error.name)")
                continue
            }
            broken += outputs(error.fields, now.fields, later, error.name)
        }
        return broken
    }

    /// Checks that every former call is accepted.
    private func inputs(
        _ old: [Interface.Field], _ new: [Interface.Field], _ later: Interface, _ place: String,
        within names: Set<String> = []
    ) -> [String] {
        var broken: [String] = []
        for field in old {
            guard let now = new.first(where: { $0.name == field.name }) else {
                broken.append("\(place).\(field.name)")
                continue
            }
            broken += input(field.type, now.type, later, "\(place).\(field.name)", within: names)
        }
        let added = new.filter { field in !old.contains { $0.name == field.name } }
        return broken + added.filter { !Self.isOptional($0.type) }.map { "\(place).\($0.name) is required" }
    }

    private func input(
        _ old: Interface.ValueType, _ new: Interface.ValueType, _ later: Interface, _ place: String,
        within outer: Set<String> = []
    ) -> [String] {
        // A type may contain itself.
        var names = outer
        if case .named(let name) = old, !names.insert(name).inserted { return [] }
        return switch (resolved(old, former), resolved(new, later)) {
        case (.optional(let old), .optional(let new)): input(old, new, later, place, within: names)
        case (let old, .optional(let new)): input(old, new, later, place, within: names)
        case (.array(let old), .array(let new)), (.map(let old), .map(let new)):
            input(old, new, later, place, within: names)
        case (.structure(let old), .structure(let new)): inputs(old, new, later, place, within: names)
        case (.enumeration(let old), .enumeration(let new)): Set(old).isSubset(of: new) ? [] : [place]
        case (let old, let new): old == new ? [] : [place]
        }
    }

    /// Checks that a client that ignores unknown parts can read every reply.
    private func outputs(
        _ old: [Interface.Field], _ new: [Interface.Field], _ later: Interface, _ place: String,
        within names: Set<String> = []
    ) -> [String] {
        old.flatMap { field in
            guard let now = new.first(where: { $0.name == field.name }) else { return ["\(place).\(field.name)"] }
            return output(field.type, now.type, later, "\(place).\(field.name)", within: names)
        }
    }

    private func output(
        _ old: Interface.ValueType, _ new: Interface.ValueType, _ later: Interface, _ place: String,
        within outer: Set<String> = []
    ) -> [String] {
        // A type may contain itself.
        var names = outer
        if case .named(let name) = old, !names.insert(name).inserted { return [] }
        return switch (resolved(old, former), resolved(new, later)) {
        case (.optional(let old), .optional(let new)): output(old, new, later, place, within: names)
        case (.optional(let old), let new): output(old, new, later, place, within: names)
        case (.array(let old), .array(let new)), (.map(let old), .map(let new)):
            output(old, new, later, place, within: names)
        case (.structure(let old), .structure(let new)): outputs(old, new, later, place, within: names)
        case (.enumeration(let old), .enumeration(let new)): Set(old).isSubset(of: new) ? [] : [place]
        case (let old, let new): old == new ? [] : [place]
        }
    }

    private func resolved(_ type: Interface.ValueType, _ interface: Interface) -> Interface.ValueType {
        if case .named(let name) = type { interface.type(name) ?? type } else { type }
    }

    private static func isOptional(_ type: Interface.ValueType) -> Bool {
        if case .optional = type { true } else { false }
    }
}
