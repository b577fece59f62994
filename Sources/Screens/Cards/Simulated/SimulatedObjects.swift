import ScreensKMS

/// The objects of a card for simulated screens, as a driver lists them: a connector for each screen, and CRTCs with a
/// primary plane each. Pure.
///
/// A CRTC and its plane get the abilities of the screen that they will show. With fewer CRTCs than screens, one CRTC
/// serves several screens.
extension CardSnapshot {
    /// The number of bits in a mask of CRTCs.
    private static let mostCRTCs = 32

    /// A card without screens.
    static func simulated(crtcCount: Int?) -> CardSnapshot {
        CardSnapshot(
            driver: "simulated", capabilities: CardCapabilities(isAtomic: true), connectors: [], crtcs: [],
            planes: []
        ).with([], crtcCount: crtcCount ?? 0)
    }

    /// The same card with a screen on a connector, or none. A missing connector is added.
    ///
    /// - Parameters:
    ///   - crtcCount: the number of CRTCs that feed any connector; nil if each has one of its own.
    ///   - keepsValues: whether the properties that settings name stay as they are set.
    func plugging(
        _ screen: SimulatedScreen?, at place: Int, crtcCount: Int?, keepsValues: Bool
    ) -> CardSnapshot {
        let former = connectors.indices.contains(place) ? connectors[place] : nil
        let connector = Connector(
            simulating: screen, at: place, crtcCount: crtcCount, after: former, keepsValues: keepsValues)
        let connectors = connectors.prefix(place) + [connector] + connectors.dropFirst(place + 1)
        return with(Array(connectors), crtcCount: crtcCount ?? min(connectors.count, Self.mostCRTCs))
    }

    private func with(_ connectors: [Connector], crtcCount: Int) -> CardSnapshot {
        let missing = crtcs.count..<max(crtcs.count, crtcCount)
        return CardSnapshot(
            driver: driver, capabilities: capabilities, connectors: connectors,
            crtcs: crtcs + missing.map { CRTC(simulatedAt: $0) },
            planes: planes + missing.map { Plane(simulatedAt: $0) }, blobs: blobs)
    }

    /// The same card with the abilities of a screen on a CRTC and its plane.
    func equipping(_ index: CRTCIndex, for screen: SimulatedScreen) -> CardSnapshot {
        var (crtcs, planes) = (crtcs, planes)
        guard crtcs.indices.contains(index.rawValue) else { return self }
        crtcs[index.rawValue] = crtcs[index.rawValue].equipped(for: screen.abilities)
        planes[index.rawValue] = planes[index.rawValue].equipped(for: screen.abilities)
        return CardSnapshot(
            driver: driver, capabilities: capabilities, connectors: connectors, crtcs: crtcs, planes: planes,
            blobs: blobs)
    }

    /// Whether each plane shows its picture as the abilities of a screen allow.
    ///
    /// - Parameter abilities: returns the abilities by the place of a connector; nil if it has no screen.
    func respects(_ abilities: (Int) -> SimulatedAbilities?) -> Bool {
        planes.allSatisfy { plane in
            guard let crtc = crtcs.first(where: { $0.id == plane.crtc }), let mode = crtc.mode,
                let place = connectors.firstIndex(where: { $0.crtc == crtc.id }), let abilities = abilities(place)
            else { return true }
            return plane.respects(abilities, in: ScreenMode(id: 0, timings: mode).scanoutSize)
        }
    }
}

/// Properties of a simulated object, by name.
private typealias Kinds = [String: (kind: PropertyKind, value: UInt64)]

extension Properties {
    /// - Parameters:
    ///   - fixed: the names of properties that only the kernel sets.
    ///   - former: the properties before, whose values the others keep.
    fileprivate init(_ kinds: Kinds, fixed: Set<String> = [], after former: Properties = Properties()) {
        let entries = kinds.map { name, property in
            let isFixed = fixed.contains(name)
            // An object may get other properties, but a name keeps its number (FNV-1a).
            let number = name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
            let value = isFixed ? nil : former[name]?.value
            let entry = Entry(
                id: PropertyID(rawValue: number), value: value ?? property.value, isImmutable: isFixed, property.kind)
            return (name, entry)
        }
        self.init(Dictionary(entries) { $1 })
    }
}

extension Connector {
    fileprivate init(
        simulating screen: SimulatedScreen?, at place: Int, crtcCount: Int?, after former: Connector?,
        keepsValues: Bool
    ) {
        let abilities = screen?.abilities ?? SimulatedAbilities()
        let crtc = UInt64(former?.crtc?.rawValue ?? 0)
        var kinds: Kinds = ["CRTC_ID": (.object, crtc)]
        kinds["vrr_capable"] = (.range(0...1), screen?.variableRefresh ?? false ? 1 : 0)
        let panels: [String: UInt64] = ["Normal": 0, "Upside Down": 1, "Left Side Up": 2, "Right Side Up": 3]
        kinds["panel orientation"] = (.choice(panels), panels[abilities.panelOrientation.panelName] ?? 0)
        func limit(_ names: [String], _ most: Int) {
            for name in names { kinds[name] = (.range(0...UInt64(max(most, 0))), 0) }
        }
        if let size = abilities.underscanLimit {
            kinds["underscan"] = (.choice(["off": 0, "on": 1]), 0)
            limit(["underscan hborder"], size.width)
            limit(["underscan vborder"], size.height)
        }
        if let size = abilities.marginLimit {
            limit(["left margin", "right margin"], size.width)
            limit(["top margin", "bottom margin"], size.height)
        }
        for property in abilities.properties { kinds[property.name] = property.kind }
        self.init(
            id: ConnectorID(rawValue: UInt32(place + 1)), name: "Virtual-\(place + 1)",
            type: screen?.role == .internal ? .eDP : .virtual,
            connection: screen == nil ? .disconnected : .connected,
            modes: (screen?.modes ?? []).enumerated().map { index, mode in
                ScreenMode(id: index, mode, isPreferred: index == 0).timings
            },
            crtc: former?.crtc,
            possibleCRTCs: crtcCount.map(CRTCMask.init(first:)) ?? CRTCMask(CRTCIndex(rawValue: place)),
            properties: Properties(
                kinds, fixed: ["vrr_capable", "panel orientation"],
                after: keepsValues ? former?.properties ?? Properties() : Properties()),
            edid: screen?.edid ?? [])
    }
}

extension ConnectorProperty {
    /// The property as in the kernel, with the names of choices numbered in their order.
    fileprivate var kind: (kind: PropertyKind, value: UInt64) {
        switch allowed {
        case .choices(let names):
            let values = names.enumerated().map { ($1, UInt64($0)) }
            let place = names.firstIndex { $0 == value }
            return (.choice(Dictionary(values) { $1 }), place.map { UInt64($0) } ?? .max)
        case .range(let limits): return (.range(limits), value.flatMap { UInt64($0) } ?? 0)
        case .metadata: return (.blob, 0)
        }
    }
}

extension CRTC {
    private static let kinds: Kinds = [
        "MODE_ID": (.blob, 0), "ACTIVE": (.range(0...1), 0), "VRR_ENABLED": (.range(0...1), 0),
    ]

    fileprivate init(simulatedAt place: Int) {
        self.init(
            id: CRTCID(rawValue: UInt32(1 << 16 + place)), index: CRTCIndex(rawValue: place), mode: nil,
            properties: Properties(Self.kinds))
    }

    fileprivate func equipped(for abilities: SimulatedAbilities) -> CRTC {
        var kinds = Self.kinds
        if let size = abilities.gammaTableSize {
            kinds["GAMMA_LUT"] = (.blob, 0)
            kinds["GAMMA_LUT_SIZE"] = (.any, UInt64(max(size, 0)))
        }
        return CRTC(
            id: id, index: index, mode: mode,
            properties: Properties(kinds, fixed: ["GAMMA_LUT_SIZE"], after: properties))
    }
}

extension Plane {
    fileprivate init(simulatedAt place: Int) {
        self.init(
            id: PlaneID(rawValue: UInt32(1 << 17 + place)), possibleCRTCs: CRTCMask(CRTCIndex(rawValue: place)),
            formats: [], properties: Properties(["type": (.choice(["Primary": 1]), 1)], fixed: ["type"]))
    }

    fileprivate func equipped(for abilities: SimulatedAbilities) -> Plane {
        var kinds: Kinds = ["type": (.choice(["Primary": 1]), 1), "FB_ID": (.object, 0), "CRTC_ID": (.object, 0)]
        for name in ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"] {
            kinds[name] = (.any, 0)
        }
        if !abilities.orientations.isEmpty {
            let bits = ["rotate-0", "rotate-90", "rotate-180", "rotate-270", "reflect-x"].enumerated()
            kinds["rotation"] = (.bits(Dictionary(bits.map { ($1, UInt64($0)) }) { $1 }), 1)
        }
        return Plane(
            id: id, possibleCRTCs: possibleCRTCs, crtc: crtc, framebuffer: framebuffer,
            // XRGB8888 is the fallback if none of the requested formats is supported.
            formats: abilities.formats.union([.xrgb8888]).map(\.fourCC).sorted(),
            properties: Properties(kinds, fixed: ["type"], after: properties))
    }

    /// Whether the plane shows its picture as a screen's abilities allow.
    fileprivate func respects(_ abilities: SimulatedAbilities, in mode: Size) -> Bool {
        func number(_ name: String) -> Int { Int(truncatingIfNeeded: properties[name]?.value ?? 0) }
        let target = Rectangle(
            x: number("CRTC_X"), y: number("CRTC_Y"), width: number("CRTC_W"), height: number("CRTC_H"))
        let source = Size(width: number("SRC_W") >> 16, height: number("SRC_H") >> 16)
        let rotation = properties["rotation"]?.value ?? 1
        guard let orientation = Orientation.allCases.first(where: { PlaneRotation.value(of: $0) == rotation }),
            orientation == .upright || abilities.orientations.contains(orientation)
        else { return false }
        return (abilities.placesPictures || target == Rectangle(mode))
            && (abilities.scalesPictures || orientation.size(of: source) == target.size)
    }
}

extension Orientation {
    /// The value of `panel orientation`, which has no reflections.
    fileprivate var panelName: String {
        switch self {
        case .upsideDown: "Upside Down"
        case .counterclockwise: "Left Side Up"
        case .clockwise: "Right Side Up"
        default: "Normal"
        }
    }
}
