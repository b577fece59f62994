import KMS
import Synchronization

/// The settings that a modeset makes beside the picture, where the driver takes them: the connector's properties by name,
/// and a table of colours.
struct OptionalProperties {
    /// A value as the kernel has it.
    struct Property: Hashable {
        let name: String
        let value: UInt64
        /// Its form in settings; nil where that is not known.
        let text: String?
        /// Whether a setting asks for it; else it restores an earlier value.
        var isRequested = false
    }

    private(set) var properties: [Property] = []
    /// The blob of the CRTC's table (`GAMMA_LUT`).
    private(set) var table: BlobID?
    private let needsTable: Bool
    /// The settings that the connector does not have, each in a sentence for people.
    let problems: [String]
    /// The blobs that the values name, kept until the kernel has them.
    private let blobs: [SharedBlob]

    /// - Parameter former: earlier values that the connector's properties get again.
    init(
        _ options: PipeOptions, _ target: ModesetTarget, former: [String: FormerProperties.Value], on device: CardDevice
    ) {
        var blobs: [SharedBlob] = []
        func makeBlob(_ bytes: [UInt8]) -> BlobID? {
            guard let blob = try? SharedBlob(bytes, on: device) else { return nil }
            blobs.append(blob)
            return blob.id
        }
        let known = target.connector.properties
        let wanted = ConnectorProperties(options.properties, among: ConnectorProperty.known(in: known))
        properties = former.sorted { $0.key < $1.key }.map {
            Property(name: $0.key, value: $0.value.number, text: $0.value.text)
        }
        for setting in wanted.settings {
            let value: UInt64? =
                switch setting.value {
                case .choice(let name): known[setting.name]?.choices[name]
                case .number(let number): number
                case .metadata(nil): 0
                case .metadata(let metadata?): makeBlob(metadata.bytes).map { UInt64($0.rawValue) }
                }
            guard let value else { continue }
            properties.append(Property(name: setting.name, value: value, text: setting.value.text, isRequested: true))
        }
        needsTable = options.adjustment != .neutral
        if let size = target.gammaTableSize, needsTable {
            table = makeBlob(ColorRamp(options.adjustment).bytes(size))
        }
        problems = wanted.problems
        self.blobs = blobs
    }

    var isEmpty: Bool { properties.isEmpty && table == nil }

    /// None of them.
    var empty: OptionalProperties {
        var empty = self
        empty.properties = []
        empty.table = nil
        return empty
    }

    /// Each of them alone.
    var parts: [OptionalProperties] {
        var parts = properties.map { property in
            var part = empty
            part.properties = [property]
            return part
        }
        if table != nil {
            var part = empty
            part.table = table
            parts.append(part)
        }
        return parts
    }

    func adding(_ other: OptionalProperties) -> OptionalProperties {
        var sum = self
        sum.properties += other.properties
        if other.table != nil { sum.table = other.table }
        return sum
    }

    /// The outcome where the driver took `taken` of them.
    func outcome(taken: OptionalProperties, hasTable: Bool) -> PipeOutcome {
        var outcome = PipeOutcome()
        outcome.unmet = problems
        for property in properties {
            guard let text = property.text else { continue }
            if taken.properties.contains(property) {
                outcome.properties[property.name] = text
            } else if property.isRequested {
                outcome.unmet.append(ConnectorProperties.refused(property.name, text))
            }
        }
        outcome.adjustsColors = hasTable && taken.table == table && (table != nil || !needsTable)
        return outcome
    }
}

extension ModesetTarget {
    /// How many entries the CRTC's table of colours has (`GAMMA_LUT_SIZE`); nil where it has none.
    var gammaTableSize: Int? {
        guard let table = crtc.properties["GAMMA_LUT"], !table.isImmutable,
            let size = crtc.properties["GAMMA_LUT_SIZE"]?.value, (2...65_536).contains(size)
        else { return nil }
        return Int(size)
    }
}

extension OptionalProperties {
    /// Sets the properties one by one, for drivers without atomic commits.
    ///
    /// - Returns: whether all are set.
    func set(on connector: Connector, _ device: CardDevice) -> Bool {
        guard !properties.isEmpty else { return false }
        return properties.allSatisfy { property in
            device.preparedProperty(property.name, of: connector, to: property.value)?.perform() ?? false
        }
    }

    /// Sets the properties as they were when the connector was read, blobs to none.
    func undo(on connector: Connector, _ device: CardDevice) {
        for property in properties {
            guard let entry = connector.properties[property.name] else { continue }
            _ = device.preparedProperty(property.name, of: connector, to: entry.isBlob ? 0 : entry.value)?.perform()
        }
    }
}

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
