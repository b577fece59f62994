import KMS

extension ConnectorProperty {
    /// The connector properties that settings may name.
    ///
    /// - Parameter read: the bytes of a blob, or nil where it is gone.
    static func known(
        in properties: Properties, readingBlobsWith read: (BlobID) -> [UInt8]? = { _ in nil }
    ) -> [ConnectorProperty] {
        LastingProperties.settable(settableNames, in: properties).compactMap { name, entry in
            if entry.isBlob {
                let text = entry.blob.map { read($0).flatMap { HDRMetadata(bytes: $0)?.text } } ?? "off"
                return ConnectorProperty(name, value: text, allowed: .metadata)
            }
            if entry.choices.isEmpty {
                return entry.limits.map { ConnectorProperty(name, value: String(entry.value), allowed: .range($0)) }
            }
            let choices = entry.choices.sorted { $0.value < $1.value }
            return ConnectorProperty(
                name, value: choices.first { $0.value == entry.value }?.key, allowed: .choices(choices.map(\.key)))
        }
    }
}
