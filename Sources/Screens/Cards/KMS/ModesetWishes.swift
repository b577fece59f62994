import KMS

/// What a modeset is to set besides the picture, if the driver takes it: the connector's properties by name, and a table
/// of colours.
struct ModesetWishes {
    /// A value as the kernel has it.
    struct Property: Hashable {
        let name: String
        let value: UInt64
        /// As it is written; nil where that is not known.
        let text: String?
        /// Whether somebody wants it, and it is not only what it was before.
        var isWish = false
    }

    private(set) var properties: [Property] = []
    /// The blob of the CRTC's table (`GAMMA_LUT`).
    private(set) var table: BlobID?
    private let needsTable: Bool
    /// What cannot be set, each in a sentence for people.
    let problems: [String]
    /// What the values name: kept until the kernel has it.
    private let blobs: [SharedBlob]

    /// - Parameter former: what the connector's properties are to be again.
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
            properties.append(Property(name: setting.name, value: value, text: setting.value.text, isWish: true))
        }
        needsTable = options.adjustment != .neutral
        if let size = target.gammaTableSize, needsTable {
            table = makeBlob(ColorRamp(options.adjustment).bytes(size))
        }
        problems = wanted.problems
        self.blobs = blobs
    }

    var isEmpty: Bool { properties.isEmpty && table == nil }

    /// Nothing of it.
    var none: ModesetWishes {
        var none = self
        none.properties = []
        none.table = nil
        return none
    }

    /// Each of them alone.
    var parts: [ModesetWishes] {
        var parts = properties.map { property in
            var part = none
            part.properties = [property]
            return part
        }
        if table != nil {
            var part = none
            part.table = table
            parts.append(part)
        }
        return parts
    }

    func adding(_ other: ModesetWishes) -> ModesetWishes {
        var sum = self
        sum.properties += other.properties
        if other.table != nil { sum.table = other.table }
        return sum
    }

    /// What came of them where the driver took `taken` of them.
    func outcome(taken: ModesetWishes, hasTable: Bool) -> PipeOutcome {
        var outcome = PipeOutcome()
        outcome.unmet = problems
        for property in properties {
            guard let text = property.text else { continue }
            if taken.properties.contains(property) {
                outcome.properties[property.name] = text
            } else if property.isWish {
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

extension ModesetWishes {
    /// Sets the properties one by one, as drivers without atomic commits have it.
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
