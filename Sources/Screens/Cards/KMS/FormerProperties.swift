import KMS
import Synchronization

/// The values that connectors' properties had before we set them, restored when no setting asks for others any more.
final class FormerProperties: Sendable {
    /// A value, and its form in settings.
    struct Value: Sendable, Hashable {
        let number: UInt64
        let text: String?
    }

    private let values = Mutex<[ConnectorID: [String: Value]]>([:])

    /// Notes the properties that a modeset sets.
    ///
    /// - Returns: the former values of those that an earlier modeset set and this one does not.
    func update(_ options: PipeOptions, _ connector: Connector) -> [String: Value] {
        let known = ConnectorProperty.known(in: connector.properties)
        var requested = Set(options.properties.keys)
        if options.overscan != nil { requested.formUnion(LastingProperties.ofOverscan) }
        return values.withLock { values in
            var former = values[connector.id] ?? [:]
            let unset = former.filter { !requested.contains($0.key) }
            for name in requested where former[name] == nil {
                // A blob goes with its maker: such a property has none until a setting asks for one.
                guard let entry = connector.properties[name], !entry.isBlob else { continue }
                former[name] = Value(number: entry.value, text: known.first { $0.name == name }?.value)
            }
            values[connector.id] = former
            return unset
        }
    }
}
