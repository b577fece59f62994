import KMS
import Synchronization

/// What connectors' properties were before we set them: what is not wanted any more is so again.
final class FormerProperties: Sendable {
    /// A value, and how it is written.
    struct Value: Sendable, Hashable {
        let number: UInt64
        let text: String?
    }

    private let values = Mutex<[ConnectorID: [String: Value]]>([:])

    /// Takes in what is to be set of a connector at a modeset.
    ///
    /// - Returns: what was set at an earlier one and is not wanted any more, and what it was before.
    func update(_ options: PipeOptions, _ connector: Connector) -> [String: Value] {
        let known = ConnectorProperty.known(in: connector.properties)
        var wanted = Set(options.properties.keys)
        if options.overscan != nil { wanted.formUnion(LastingProperties.ofOverscan) }
        return values.withLock { values in
            var former = values[connector.id] ?? [:]
            let unwanted = former.filter { !wanted.contains($0.key) }
            for name in wanted where former[name] == nil {
                // A blob is not another modeset's to set again; without a wish there is none.
                guard let entry = connector.properties[name], !entry.isBlob else { continue }
                former[name] = Value(number: entry.value, text: known.first { $0.name == name }?.value)
            }
            values[connector.id] = former
            return unwanted
        }
    }
}
