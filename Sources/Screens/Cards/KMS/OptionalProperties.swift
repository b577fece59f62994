import ScreensKMS
import Synchronization

/// The settings that a modeset makes in addition to the picture, if the driver accepts them: the connector's properties
/// by name, a colour table, and the neutral values of properties that other programs may have left with an effect.
struct OptionalProperties: Sendable {
    /// A property and its value.
    struct Property: Sendable, Hashable {
        let object: ObjectKind
        let name: String
        let value: PropertyValue
        /// The value in the form of settings; nil if it is not known.
        let text: String?
        /// Whether a setting requests it. If not, it restores an earlier value.
        let isRequested: Bool
    }

    private(set) var properties: [Property] = []
    /// The bytes of the CRTC's table (`GAMMA_LUT`).
    private(set) var table: [UInt8]?
    private let needsTable: Bool
    /// The settings that the connector does not have, each in a sentence for people.
    let problems: [String]

    /// - Parameter former: earlier values that are to be restored in the connector's properties.
    init(_ options: PipeOptions, _ target: ModesetTarget, former: [String: FormerProperties.Value]) {
        let known = target.connector.properties
        let requested = ConnectorProperties(options.properties, among: ConnectorProperty.known(of: target.connector))
        properties = Self.leftProperties(of: target)
        for (name, value) in former.sorted(by: { $0.key < $1.key }) {
            properties.append(
                Property(
                    object: .connector, name: name, value: .number(value.number), text: value.text, isRequested: false))
        }
        var problems = requested.problems
        let format = target.plane.map { $0.format(preferring: options.format) } ?? options.format
        for setting in requested.settings {
            if case .metadata(let metadata?) = setting.value, metadata.needsDeepPicture, format != .xrgb2101010 {
                problems.append(ConnectorProperties.tooFewBits(setting.value.text))
                continue
            }
            if setting.name == "max bpc", target.depthLimit != nil {
                problems.append(ConnectorProperties.refused(setting.name, setting.value.text))
                continue
            }
            let value: PropertyValue? =
                switch setting.value {
                case .choice(let name): known[setting.name]?.choices[name].map { .number($0) }
                case .number(let number): .number(number)
                case .metadata(nil): .number(0)
                case .metadata(let metadata?): .blob(metadata.bytes)
                }
            guard let value else { continue }
            properties.append(
                Property(
                    object: .connector, name: setting.name, value: value, text: setting.value.text, isRequested: true))
        }
        needsTable = options.adjustment != .neutral
        if let size = target.gammaTableSize, needsTable { table = ColorRamp(options.adjustment).bytes(size) }
        self.problems = problems
    }

    /// The driver's own properties, and the properties that the kernel hides, that another program has left with an
    /// effect.
    private static func leftProperties(of target: ModesetTarget) -> [Property] {
        let roles: Set<KnownProperty.Role> = [.vendor(driver: target.driver), .hidden]
        func effective(_ object: some ModeObject) -> [Property] {
            object.known { roles.contains($0.role) }.compactMap { known, entry in
                guard let neutral = known.neutralValue(in: object.properties), neutral != entry.value else {
                    return nil
                }
                return Property(
                    object: known.object, name: known.name, value: .number(neutral), text: nil, isRequested: false)
            }
        }
        return effective(target.connector) + effective(target.crtc) + (target.plane.map(effective) ?? [])
    }

    var isEmpty: Bool { properties.isEmpty && table == nil }

    /// The same without any property.
    var empty: OptionalProperties {
        var empty = self
        empty.properties = []
        empty.table = nil
        return empty
    }

    /// The properties one at a time.
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

    /// The outcome if the driver accepted `taken` of them.
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

// MARK: - By atomic commits

extension OptionalProperties {
    func set(on target: ModesetTarget, plane: Plane, in request: inout AtomicRequest) {
        for property in properties {
            switch property.object {
            case .connector: request.set(property.name, of: target.connector, to: property.value)
            case .crtc: request.set(property.name, of: target.crtc, to: property.value)
            case .plane: request.set(property.name, of: plane, to: property.value)
            }
        }
        if let table { request.set("GAMMA_LUT", of: target.crtc, to: .blob(table)) }
    }
}

// MARK: - By the legacy calls

extension OptionalProperties {
    /// Sets the connector's properties one by one, for drivers without atomic commits.
    ///
    /// - Returns: whether all are set.
    func set(on connector: Connector, _ device: CardDevice, blobs: BlobTable) -> Bool {
        guard !properties.isEmpty else { return false }
        return properties.allSatisfy { property in
            guard property.object == .connector, let number = try? blobs.number(property.value) else { return false }
            return device.preparedProperty(property.name, of: connector, to: number)?.perform() ?? false
        }
    }

    /// Sets the properties as they were when the connector was read, and blobs to none.
    func undo(on connector: Connector, _ device: CardDevice) {
        for property in properties {
            guard let entry = connector.properties[property.name] else { continue }
            _ = device.preparedProperty(property.name, of: connector, to: entry.isBlob ? 0 : entry.value)?.perform()
        }
    }
}

/// The values that connectors' properties had before we set them. They are restored when no setting requests other
/// values any longer.
final class FormerProperties: Sendable {
    /// A value, and its form in settings.
    struct Value: Sendable, Hashable {
        let number: UInt64
        let text: String?
    }

    private let values = Mutex<[ConnectorID: [String: Value]]>([:])

    /// Notes the properties that a modeset sets.
    ///
    /// - Parameter limitsDepth: whether the modeset limits `max bpc`.
    /// - Returns: the former values of the properties that an earlier modeset set and this one does not.
    func update(_ options: PipeOptions, _ connector: Connector, limitsDepth: Bool = false) -> [String: Value] {
        let known = ConnectorProperty.known(of: connector)
        var requested = Set(options.properties.keys)
        if limitsDepth { requested.insert("max bpc") }
        if options.overscan != nil { requested.formUnion(connector.known { $0.role == .overscan }.map(\.known.name)) }
        return values.withLock { values in
            var former = values[connector.id] ?? [:]
            let unset = former.filter { !requested.contains($0.key) }
            for name in requested where former[name] == nil {
                // The kernel frees a blob with the file that created it. The property has no blob then until a setting
                // requests one.
                guard let entry = connector.properties[name], !entry.isBlob else { continue }
                former[name] = Value(number: entry.value, text: known.first { $0.name == name }?.value)
            }
            values[connector.id] = former
            return unset
        }
    }
}
