import CScreensDRM

/// A reader of one card of a document.
struct CardReader {
    private struct Encoder {
        let crtc: UInt32?
        let possibleCRTCs: CRTCMask?
    }

    private let card: DocumentValue
    private let edids: DocumentValue?
    private let names: DocumentValue?
    private var ids = DocumentIDs()
    private var blobs: [BlobID: [UInt8]] = [:]
    private var encoders: [UInt32: Encoder] = [:]
    /// The facts for which the snapshot has no place.
    private(set) var facts = DocumentedFacts()

    /// - Parameters:
    ///   - edids: the EDIDs of connectors by their ids.
    ///   - names: the names of connectors by their ids.
    init(_ card: DocumentValue, edids: DocumentValue?, names: DocumentValue?) {
        self.card = card
        self.edids = edids
        self.names = names
    }

    mutating func snapshot() throws(CardDocumentError) -> CardSnapshot {
        let listed = (
            connectors: try objects("connectors", most: 128), encoders: try objects("encoders", most: 256),
            crtcs: try objects("crtcs", most: 32), planes: try objects("planes", most: 256)
        )
        // Objects come first: the ids of unlisted objects lie above theirs.
        let connectorIDs = try ids.take(listed.connectors)
        let encoderIDs = try ids.take(listed.encoders)
        let crtcIDs = try ids.take(listed.crtcs)
        let planeIDs = try ids.take(listed.planes)
        for (id, encoder) in zip(encoderIDs, listed.encoders) {
            encoders[id] = Encoder(
                crtc: try encoder["crtc_id"]?.integer(), possibleCRTCs: try mask(encoder))
        }
        if try card["crtcs"] == nil { facts.lack(.crtcs) }
        if try card["connectors"] == nil { facts.lack(.connectors) }
        // If the document does not state it, a card with planes counts as atomic.
        let isAtomic = try card["driver"]?["client_caps"]?["ATOMIC"]?.flag() ?? !listed.planes.isEmpty
        let allCRTCs = CRTCMask(first: crtcIDs.count)

        let feeds = try feeds(connectors: listed.connectors, crtcs: Array(zip(crtcIDs, listed.crtcs)))
        var connectors: [Connector] = []
        var counts: [ConnectorType: Int] = [:]
        for (index, (id, connector)) in zip(connectorIDs, listed.connectors).enumerated() {
            let type = try (connector["type"]?.integer()).map(ConnectorType.init) ?? .unknown
            counts[type, default: 0] += 1
            connectors.append(
                try self.connector(
                    connector, id: id, type: type, number: counts[type] ?? 1, fedBy: feeds[index] ?? 0,
                    isAtomic: isAtomic, allCRTCs: allCRTCs))
        }
        var crtcs: [CRTC] = []
        for (index, (id, crtc)) in zip(crtcIDs, listed.crtcs).enumerated() {
            crtcs.append(try self.crtc(crtc, id: id, index: CRTCIndex(rawValue: index), isAtomic: isAtomic))
        }
        var planes: [Plane] = []
        for (id, plane) in zip(planeIDs, listed.planes) {
            planes.append(try self.plane(plane, id: id, isAtomic: isAtomic, allCRTCs: allCRTCs))
        }
        return CardSnapshot(
            driver: try card["driver"]?["name"]?.text(longest: 64) ?? "unknown",
            capabilities: try capabilities(isAtomic: isAtomic), framebufferLimits: try framebufferLimits(),
            connectors: connectors, crtcs: crtcs, planes: planes, blobs: blobs)
    }

    /// Reads the facts about the card under the key `screens`.
    mutating func readFacts(_ screens: DocumentValue, node: String) throws(CardDocumentError) {
        try facts.read(screens, node: node)
    }

    private func objects(_ name: String, most: Int) throws(CardDocumentError) -> [DocumentValue] {
        guard let list = try card[name] else { return [] }
        var objects: [DocumentValue] = []
        for element in try list.elements(most: most) {
            guard let element else { throw list.error("an element is null") }
            objects.append(element)
        }
        return objects
    }

    // MARK: The card

    private mutating func capabilities(isAtomic: Bool) throws(CardDocumentError) -> CardCapabilities {
        let driver = try card["driver"]
        let capabilities = try driver?["caps"]
        func value(_ name: String, _ gap: DocumentedFacts.Gap, unknown: Bool) throws(CardDocumentError) -> Bool {
            if let capability = try capabilities?[name] { return try capability.bits() != 0 }
            facts.lack(gap)
            return unknown
        }
        if try driver?["name"] == nil { facts.lack(.driver) }
        if try driver?["client_caps"]?["ATOMIC"] == nil { facts.lack(.atomic) }
        let hasUniversalPlanes = try driver?["client_caps"]?["UNIVERSAL_PLANES"]?.flag()
        if hasUniversalPlanes == nil { facts.lack(.universalPlanes) }
        return CardCapabilities(
            isAtomic: isAtomic, hasUniversalPlanes: hasUniversalPlanes ?? true,
            hasDumbBuffers: try value("DUMB_BUFFER", .dumbBuffers, unknown: true),
            prefersShadow: try value("DUMB_PREFER_SHADOW", .prefersShadow, unknown: false),
            hasMonotonicTimestamps: try value("TIMESTAMP_MONOTONIC", .monotonicTimestamps, unknown: true),
            namesCRTCInEvents: try value("CRTC_IN_VBLANK_EVENT", .namesCRTCInEvents, unknown: true))
    }

    private func framebufferLimits() throws(CardDocumentError) -> FramebufferLimits {
        guard let limits = try card["fb_size"] else { return FramebufferLimits() }
        func limit(_ name: String, _ unknown: UInt32) throws(CardDocumentError) -> UInt32 {
            try limits[name]?.integer() ?? unknown
        }
        return FramebufferLimits(
            width: (try limit("min_width", 0), try limit("max_width", .max)),
            height: (try limit("min_height", 0), try limit("max_height", .max)))
    }

    // MARK: Its objects

    private mutating func connector(
        _ connector: DocumentValue, id: UInt32, type: ConnectorType, number: Int, fedBy: UInt32, isAtomic: Bool,
        allCRTCs: CRTCMask
    ) throws(CardDocumentError) -> Connector {
        var properties = try properties(of: connector)
        // Unlisted encoders may take any CRTC.
        var possible: CRTCMask? = []
        let own = try connector["encoders"]?.elements(most: 64)
        for encoder in own ?? [nil] {
            var mask: CRTCMask?
            if let encoder { mask = encoders[try encoder.integer()]?.possibleCRTCs }
            possible = possible.flatMap { sum in mask.map(sum.union) }
        }
        if isAtomic, properties["CRTC_ID"] == nil {
            properties.insert(entry(UInt64(fedBy), .object), as: "CRTC_ID")
        }
        var modes: [ModeTimings] = []
        for mode in try connector["modes"]?.elements(most: 1024) ?? [] {
            if let mode { modes.append(try ModeTimings(mode)) }
        }
        let status = try connector["status"]?.integer(in: 0...3 as ClosedRange<UInt32>)
        let edid =
            try edids?[String(id)]?.bytes(most: 1 << 16) ?? properties["EDID"]?.blob.flatMap { blobs[$0] } ?? []
        let connectorID = ConnectorID(rawValue: id)
        if status == nil { facts.lack(.status(connectorID)) }
        if try connector["modes"] == nil { facts.lack(.modes(connectorID)) }
        // A display without an EDID has the property without a blob.
        if edid.isEmpty, try connector["properties"]?["EDID"]?["raw_value"]?.bits() != 0 {
            facts.lack(.edid(connectorID))
        }
        return Connector(
            id: connectorID, name: try name(of: id) ?? "\(type.name)-\(number)", type: type,
            connection: status == UInt32(DRM_MODE_CONNECTED.rawValue)
                ? .connected : status == UInt32(DRM_MODE_DISCONNECTED.rawValue) ? .disconnected : .unknown,
            physicalWidth: try connector["phy_width"]?.integer(in: 0...100_000) ?? 0,
            physicalHeight: try connector["phy_height"]?.integer(in: 0...100_000) ?? 0, modes: modes,
            crtc: CRTCID(nonZero: fedBy), possibleCRTCs: possible ?? allCRTCs, properties: properties, edid: edid)
    }

    /// Returns the CRTCs that an encoder or a plane can serve; nil if the document does not state them.
    private func mask(_ object: DocumentValue) throws(CardDocumentError) -> CRTCMask? {
        (try object["possible_crtcs"]?.integer()).map(CRTCMask.init(rawValue:))
    }

    /// Returns the kernel's name for a connector: it counts connectors of one kind over all cards.
    private func name(of id: UInt32) throws(CardDocumentError) -> String? {
        guard let listed = try names?[String(id)] else { return nil }
        let name = try listed.text(longest: 32)
        guard !name.isEmpty,
            name.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || "-0123456789".unicodeScalars.contains($0))
            })
        else { throw listed.error("not the name of a connector") }
        return name
    }

    /// Returns the CRTC that feeds each connector, by the connector's place.
    ///
    /// If encoders are not listed, a connector with an encoder belongs to a CRTC with a mode, if there is one of each.
    private func feeds(
        connectors: [DocumentValue], crtcs: [(id: UInt32, crtc: DocumentValue)]
    ) throws(CardDocumentError) -> [Int: UInt32] {
        var feeds: [Int: UInt32] = [:]
        var unknown: [Int] = []
        for (index, connector) in connectors.enumerated() {
            let encoder: UInt32 = try connector["encoder_id"]?.integer() ?? 0
            if let value = try connector["properties"]?["CRTC_ID"]?["raw_value"]?.bits() {
                feeds[index] = UInt32(truncatingIfNeeded: value)
            } else if let crtc = encoders[encoder]?.crtc {
                feeds[index] = crtc
            } else if encoder != 0 {
                unknown.append(index)
            }
        }
        var idle: [UInt32] = []
        for (id, crtc) in crtcs where !feeds.values.contains(id) {
            if try crtc["mode"] != nil { idle.append(id) }
        }
        if let index = unknown.first, unknown.count == 1, let crtc = idle.first, idle.count == 1 { feeds[index] = crtc }
        return feeds
    }

    private mutating func crtc(
        _ crtc: DocumentValue, id: UInt32, index: CRTCIndex, isAtomic: Bool
    ) throws(CardDocumentError) -> CRTC {
        var properties = try properties(of: crtc)
        let mode = try crtc["mode"].map { mode throws(CardDocumentError) in try ModeTimings(mode) }
        if isAtomic {
            if properties["ACTIVE"] == nil {
                properties.insert(entry(mode == nil ? 0 : 1, .range(0...1)), as: "ACTIVE")
            }
            if (properties["MODE_ID"]?.value ?? 0) == 0 {
                var blob: UInt32 = 0
                if let mode {
                    blob = ids.make()
                    blobs[BlobID(rawValue: blob)] = mode.kernelBytes
                }
                let id = properties["MODE_ID"]?.id ?? PropertyID(rawValue: ids.make())
                properties.insert(Properties.Entry(id: id, value: UInt64(blob), .blob), as: "MODE_ID")
            }
        }
        return CRTC(
            id: CRTCID(rawValue: id), index: index, mode: mode,
            isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: try crtc["fb_id"].flatMap { id throws(CardDocumentError) in
                FramebufferID(nonZero: try id.integer())
            },
            x: try crtc["x"]?.integer() ?? 0, y: try crtc["y"]?.integer() ?? 0, properties: properties)
    }

    private mutating func plane(
        _ plane: DocumentValue, id: UInt32, isAtomic: Bool, allCRTCs: CRTCMask
    ) throws(CardDocumentError) -> Plane {
        var properties = try properties(of: plane)
        var (crtc, framebuffer) = (
            try plane["crtc_id"]?.integer() ?? 0 as UInt32, try plane["fb_id"]?.integer() ?? 0 as UInt32
        )
        if isAtomic {
            if let property = properties["CRTC_ID"] { crtc = UInt32(truncatingIfNeeded: property.value) }
            if let property = properties["FB_ID"] { framebuffer = UInt32(truncatingIfNeeded: property.value) }
            for (name, value, kind) in Self.ofAtomicPlanes where properties[name] == nil {
                properties.insert(
                    entry(name == "FB_ID" ? UInt64(framebuffer) : name == "CRTC_ID" ? UInt64(crtc) : value, kind),
                    as: name)
            }
        }
        var formats: [UInt32] = []
        for format in try plane["formats"]?.elements(most: 1024) ?? [] {
            if let format { formats.append(try format.integer()) }
        }
        var linear: [UInt32] = []
        var hasList = false
        for entry in try plane["properties"]?["IN_FORMATS"]?["data"]?.elements(most: 1024) ?? [] {
            guard let entry else { continue }
            hasList = true
            guard try entry["modifier"]?.bits() == CDRM_FORMAT_MOD_LINEAR else { continue }
            for format in try entry["formats"]?.elements(most: 1024) ?? [] {
                if let format { linear.append(try format.integer()) }
            }
        }
        return Plane(
            id: PlaneID(rawValue: id), possibleCRTCs: try mask(plane) ?? allCRTCs,
            crtc: CRTCID(nonZero: crtc), framebuffer: FramebufferID(nonZero: framebuffer), formats: formats,
            linearFormats: hasList ? linear : formats, properties: properties)
    }

    /// The properties that the kernel lists only for atomic clients.
    private static let ofAtomicPlanes: [(name: String, value: UInt64, kind: PropertyKind)] = [
        ("FB_ID", 0, .object), ("CRTC_ID", 0, .object),
        ("SRC_X", 0, .range(0...UInt64(UInt32.max))), ("SRC_Y", 0, .range(0...UInt64(UInt32.max))),
        ("SRC_W", 0, .range(0...UInt64(UInt32.max))), ("SRC_H", 0, .range(0...UInt64(UInt32.max))),
        ("CRTC_X", 0, .signedRange(Int64(Int32.min)...Int64(Int32.max))),
        ("CRTC_Y", 0, .signedRange(Int64(Int32.min)...Int64(Int32.max))),
        ("CRTC_W", 0, .range(0...UInt64(Int32.max))), ("CRTC_H", 0, .range(0...UInt64(Int32.max))),
    ]

    // MARK: Properties

    private mutating func entry(_ value: UInt64, _ kind: PropertyKind) -> Properties.Entry {
        Properties.Entry(id: PropertyID(rawValue: ids.make()), value: value, kind)
    }

    private mutating func properties(of object: DocumentValue) throws(CardDocumentError) -> Properties {
        var properties = Properties()
        // The properties are sorted by name, so that the same document always gives the same numbers.
        for (name, property) in try object["properties"]?.members(most: 256).sorted(by: { $0.key < $1.key }) ?? [] {
            guard name.utf8.count <= 64 else { throw property.error("a name of more than 64 bytes") }
            properties.insert(try entry(property, name), as: name)
        }
        return properties
    }

    /// Returns the bytes of a property's blob; `drm_info` prints a path's bytes as text.
    private func blob(_ property: DocumentValue, _ name: String) throws(CardDocumentError) -> [UInt8]? {
        if let bytes = try property["blob_hex"]?.bytes(most: 1 << 16) { return bytes }
        return name == "PATH" ? try (property["data"]?.text(longest: 256)).map { Array($0.utf8) } : nil
    }

    private mutating func entry(
        _ property: DocumentValue, _ name: String
    ) throws(CardDocumentError) -> Properties.Entry {
        let flags: UInt32 = try property["flags"]?.integer() ?? 0
        let spec = try property["spec"]
        var choices: [String: UInt64] = [:]
        var limits: (UInt64, UInt64)?
        switch PropertyKind(flags: flags, choices: [:], limits: (0, 0)) {
        case .choice, .bits:
            for (index, choice) in try (spec?.elements(most: 256) ?? []).enumerated() {
                guard let choice, let name = try choice["name"]?.text(longest: 64) else { continue }
                // A listing may have only names.
                let number = try choice["value"]?.bits() ?? UInt64(index)
                if choices[name] == nil { choices[name] = number }
            }
        case .range, .signedRange:
            if let lowest = try spec?["min"]?.bits(), let highest = try spec?["max"]?.bits() {
                limits = (lowest, highest)
            }
        case .blob, .object, .any: break
        }
        let kind = PropertyKind(flags: flags, choices: choices, limits: limits)
        var value = try property["raw_value"]?.bits()
        if let text = try property["value_text"]?.text(longest: 64) { value = value ?? choices[text] }
        if kind == .blob, let bytes = try blob(property, name) {
            let known = value.flatMap { UInt32(exactly: $0) }.flatMap(BlobID.init(nonZero:))
            let blob = known ?? BlobID(rawValue: ids.make())
            blobs[blob] = bytes
            value = UInt64(blob.rawValue)
        }
        let id: UInt32 = try property["id"]?.integer(in: 1 ... .max) ?? ids.make()
        return Properties.Entry(
            id: PropertyID(rawValue: id), value: value ?? 0,
            isImmutable: flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0, kind)
    }
}

/// The ids of a document's objects, and numbers for objects without ids.
private struct DocumentIDs {
    private var taken: Set<UInt32> = []
    /// The next number, above the ids of any kernel, which are small.
    private var next: UInt32 = 1 << 24

    /// Returns the ids of objects, in order.
    mutating func take(_ objects: [DocumentValue]) throws(CardDocumentError) -> [UInt32] {
        var ids: [UInt32?] = []
        for object in objects {
            let stated = try object["id"]
            let id: UInt32? = try stated?.integer(in: 1 ... .max)
            if let id, !taken.insert(id).inserted { throw object.error("another object has the id \(id)") }
            ids.append(id)
        }
        return ids.map { $0 ?? make() }
    }

    mutating func make() -> UInt32 {
        repeat { next += 1 } while taken.contains(next)
        taken.insert(next)
        return next
    }
}

extension ModeTimings {
    /// Makes a mode from a document.
    ///
    /// A listing for people has only a mode's size and rate: such a mode gets timings of that rate.
    init(_ mode: DocumentValue) throws(CardDocumentError) {
        func number<Number: FixedWidthInteger>(_ name: String) throws(CardDocumentError) -> Number? {
            try mode[name]?.integer()
        }
        let sizes = 1...UInt16(16384)
        guard let width = try mode["hdisplay"]?.integer(in: sizes),
            let height = try mode["vdisplay"]?.integer(in: sizes)
        else { throw mode.error("a mode without a size") }
        // Each mode means a buffer of this size in memory.
        guard Int(width) * Int(height) <= 1 << 26 else { throw mode.error("more pixels than a display has") }
        let flags: UInt32 = try number("flags") ?? 0
        let type: UInt32 = try number("type") ?? 0
        let vrefresh: UInt32? = try number("vrefresh")
        // For an interlaced mode this is the rate of fields.
        let rate = try mode["refresh"]?.number(in: 1...1000) ?? Double(min(max(vrefresh ?? 60, 1), 1000))
        let isInterlaced = flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        let framesPerSecond = isInterlaced ? rate / 2 : rate

        if let hsyncStart: UInt16 = try number("hsync_start"), let hsyncEnd: UInt16 = try number("hsync_end"),
            let htotal: UInt16 = try number("htotal"), let vsyncStart: UInt16 = try number("vsync_start"),
            let vsyncEnd: UInt16 = try number("vsync_end"), let vtotal: UInt16 = try number("vtotal")
        {
            guard htotal >= width, vtotal >= height else { throw mode.error("totals below the size") }
            let counted = (Double(htotal) * Double(vtotal) * framesPerSecond / 1000).rounded()
            let clock: UInt32 = try mode["clock"]?.integer(in: 1 ... .max) ?? UInt32(max(counted, 1))
            self.init(
                clock: clock, hdisplay: width, hsyncStart: hsyncStart, hsyncEnd: hsyncEnd, htotal: htotal,
                hskew: try number("hskew") ?? 0, vdisplay: height, vsyncStart: vsyncStart, vsyncEnd: vsyncEnd,
                vtotal: vtotal, vscan: try number("vscan") ?? 0, vrefresh: vrefresh ?? UInt32(rate.rounded()),
                flags: flags, type: type, name: try mode["name"]?.text(longest: 31) ?? "\(width)x\(height)")
            // Each refresh is a wake-up: an interval of a millisecond or an hour is an error in the document.
            let hertz = Double(clock) * 1000 / (Double(htotal) * Double(vtotal) * Double(max(vscan, 1)))
            guard (0.5...1000).contains(hertz) else { throw mode.error("not 1 to 1000 refreshes a second") }
        } else {
            self.init(
                width: Int(width), height: Int(height), millihertz: Int((framesPerSecond * 1000).rounded()),
                flags: flags, type: type)
            self.vrefresh = vrefresh ?? self.vrefresh
            name = try mode["name"]?.text(longest: 31) ?? name
        }
    }
}
