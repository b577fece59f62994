import CScreensDRM

/// A check of what the kernel would refuse in a request, based on a snapshot of the card.
///
/// It knows the rules for every driver, from the properties and the kernel's atomic helpers, and the known rules of the
/// card's own driver (``DriverRules``). A driver may refuse more, for lack of bandwidth or of a clock.
package struct RequestCheck: Sendable {
    /// A framebuffer that a request may name.
    package struct Framebuffer: Sendable, Hashable {
        /// The width in pixels.
        package let width: Int
        /// The height in pixels.
        package let height: Int
        /// The format as a `DRM_FORMAT_*` code. The memory is linear.
        package let format: UInt32

        /// Makes a framebuffer of this size, in pixels.
        package init(width: Int, height: Int, format: UInt32) {
            self.width = width
            self.height = height
            self.format = format
        }
    }

    /// A part of a request that the kernel would refuse.
    package struct Fault: Sendable, Hashable, CustomStringConvertible {
        /// The place, such as `plane 31 FB_ID`.
        package let place: String
        /// The problem as a clause for people.
        package let problem: String

        /// The place and the problem.
        package var description: String { "\(place): \(problem)" }
    }

    private let card: CardSnapshot
    private let framebuffers: [FramebufferID: Framebuffer]
    private let rules: DriverRules

    /// Makes a check with the rules of the card's driver.
    ///
    /// - Parameter framebuffers: the existing framebuffers, in addition to the shown ones.
    package init(_ card: CardSnapshot, framebuffers: [FramebufferID: Framebuffer]) {
        self.init(card, framebuffers: framebuffers, rules: DriverRules(for: card))
    }

    init(_ card: CardSnapshot, framebuffers: [FramebufferID: Framebuffer], rules: DriverRules) {
        self.card = card
        self.framebuffers = framebuffers
        self.rules = rules
    }

    /// Returns the faults of a request; empty if the card's objects allow all of it.
    package func faults(in request: AtomicRequest) -> [Fault] {
        guard card.capabilities.isAtomic else { return [Fault(place: card.driver, problem: "no atomic commits")] }
        let after = Outcome(of: request)
        let touched = Set(request.changes.map(\.object))
        func isTouched(_ object: some ModeObject) -> Bool { touched.contains(object.objectID) }
        // The faults are added one after the other: the compiler takes four seconds for their sum.
        var found = request.changes.flatMap { faults(of: $0) }
        for plane in card.planes where isTouched(plane) { found += faults(of: plane, after) }
        for connector in card.connectors where isTouched(connector) { found += faults(of: connector, after) }
        for crtc in card.crtcs where isTouched(crtc) { found += faults(of: crtc, after) }
        return found
    }

    // MARK: Each value

    private func faults(of change: AtomicRequest.Change) -> [Fault] {
        func fault(_ problem: String) -> [Fault] {
            [Fault(place: "\(change.object) \(change.name)", problem: problem)]
        }
        guard let properties = properties(of: change.object) else { return fault("no such object") }
        guard let entry = properties[change.name], entry.id == change.property else {
            return fault("the object does not have it")
        }
        guard !entry.isImmutable else { return fault("only the kernel sets it") }
        switch change.value {
        case .blob(let bytes):
            guard entry.isBlob else { return fault("it does not hold a blob") }
            let size = blobSize(of: change.name, properties)
            return size == nil || size == bytes.count ? [] : fault("\(bytes.count) bytes in place of \(size ?? 0)")
        case .number(let number):
            guard entry.kind.allows(number) else { return fault("\(number) is outside \(entry.kind)") }
            if number == 0 || number == entry.value { return [] }
            if entry.isBlob { return fault("no blob \(number)") }
            let object = UInt32(truncatingIfNeeded: number)
            switch change.name {
            case "FB_ID" where framebuffers[FramebufferID(rawValue: object)] == nil:
                return fault("no framebuffer \(number)")
            case "CRTC_ID" where !card.crtcs.contains { $0.id.rawValue == object }: return fault("no CRTC \(number)")
            default: return []
            }
        }
    }

    private func properties(of object: AnyObjectID) -> Properties? {
        switch object {
        case .connector(let id): card.connectors.first { $0.id == id }?.properties
        case .crtc(let id): card.crtcs.first { $0.id == id }?.properties
        case .plane(let id): card.planes.first { $0.id == id }?.properties
        }
    }

    /// Returns the required size of a blob in bytes; nil if the kernel allows several sizes.
    private func blobSize(of name: String, _ properties: Properties) -> Int? {
        switch name {
        case "MODE_ID": MemoryLayout<drm_mode_modeinfo>.size
        case "CTM": MemoryLayout<drm_color_ctm>.size
        case "GAMMA_LUT", "DEGAMMA_LUT":
            // A document may state any size, but no longer blob is ever made.
            properties["\(name)_SIZE"].map { Int(min($0.value, 1 << 24)) * MemoryLayout<drm_color_lut>.size }
        default: nil
        }
    }

    // MARK: The resulting state

    private func faults(of plane: Plane, _ after: Outcome) -> [Fault] {
        func fault(_ name: String, _ problem: String) -> Fault {
            Fault(place: "plane \(plane.id) \(name)", problem: problem)
        }
        let (framebufferID, crtcID) = (after.number("FB_ID", of: plane), after.number("CRTC_ID", of: plane))
        guard framebufferID != 0 || crtcID != 0 else { return [] }
        guard framebufferID != 0, crtcID != 0 else {
            return [fault("FB_ID", "a plane has a framebuffer and a CRTC, or neither")]
        }
        var faults: [Fault] = []
        if let crtc = card.crtcs.first(where: { UInt64($0.id.rawValue) == crtcID }),
            !plane.possibleCRTCs.contains(crtc.index)
        {
            faults.append(fault("CRTC_ID", "it cannot serve CRTC \(crtc.id)"))
        }
        let rotation = plane.properties["rotation"] == nil ? 1 : after.number("rotation", of: plane)
        // Some drivers leave 0 on enabled planes: it is refused only if it is set.
        if !Plane.isOneRotation(rotation), after.sets("rotation", of: plane) {
            faults.append(fault("rotation", "\(rotation) is not one rotation"))
        }
        guard let framebuffer = framebuffers[FramebufferID(rawValue: UInt32(truncatingIfNeeded: framebufferID))] else {
            return faults
        }
        if !plane.linearFormats.contains(framebuffer.format) {
            faults.append(fault("FB_ID", "the plane does not show \(PixelLayout.text(of: framebuffer.format))"))
        }
        if !card.framebufferLimits.allow(width: framebuffer.width, height: framebuffer.height) {
            faults.append(fault("FB_ID", "the card has no framebuffers of \(framebuffer.width)x\(framebuffer.height)"))
        }
        for (start, length, whole) in [("SRC_X", "SRC_W", framebuffer.width), ("SRC_Y", "SRC_H", framebuffer.height)] {
            let end = after.number(start, of: plane).addingReportingOverflow(after.number(length, of: plane))
            if end.overflow || end.partialValue > UInt64(whole) << 16 {
                faults.append(fault(length, "it reaches beyond the framebuffer"))
            }
        }
        for name in ["SRC_W", "SRC_H", "CRTC_W", "CRTC_H"] where after.number(name, of: plane) == 0 {
            faults.append(fault(name, "nothing is shown"))
        }
        return faults + rules.problems(of: placed(plane, after, rotation)).map(fault)
    }

    private func placed(_ plane: Plane, _ after: Outcome, _ rotation: UInt64) -> DriverRules.PlacedPlane {
        func number(_ name: String) -> UInt64 { after.number(name, of: plane) }
        let crtc = card.crtcs.first { UInt64($0.id.rawValue) == number("CRTC_ID") }
        return DriverRules.PlacedPlane(
            isPrimary: plane.isPrimary, source: (number("SRC_W"), number("SRC_H")),
            target: (
                Int64(bitPattern: number("CRTC_X")), Int64(bitPattern: number("CRTC_Y")), number("CRTC_W"),
                number("CRTC_H")
            ), rotation: rotation, mode: crtc.flatMap(after.mode))
    }

    private func faults(of connector: Connector, _ after: Outcome) -> [Fault] {
        let id = after.number("CRTC_ID", of: connector)
        guard id != 0, let crtc = card.crtcs.first(where: { UInt64($0.id.rawValue) == id }) else { return [] }
        let place = "connector \(connector.id) CRTC_ID"
        var faults: [Fault] = []
        if !connector.possibleCRTCs.contains(crtc.index) {
            faults.append(Fault(place: place, problem: "its encoders cannot take CRTC \(crtc.id)"))
        }
        if !after.isSet("MODE_ID", of: crtc) {
            faults.append(Fault(place: place, problem: "CRTC \(crtc.id) has no mode"))
        }
        return faults
    }

    private func faults(of crtc: CRTC, _ after: Outcome) -> [Fault] {
        let fed = card.connectors.filter { after.number("CRTC_ID", of: $0) == UInt64(crtc.id.rawValue) }
        let hasMode = after.isSet("MODE_ID", of: crtc)
        func fault(_ name: String, _ problem: String) -> [Fault] {
            [Fault(place: "crtc \(crtc.id) \(name)", problem: problem)]
        }
        var faults: [Fault] = []
        if after.number("ACTIVE", of: crtc) != 0, !hasMode { faults += fault("ACTIVE", "it has no mode") }
        if hasMode, fed.isEmpty { faults += fault("MODE_ID", "it drives no connector") }
        if !hasMode, let one = fed.first { faults += fault("MODE_ID", "it drives connector \(one.id) without a mode") }
        if fed.count > 1 { faults += fault("MODE_ID", "it drives \(fed.count) connectors") }
        guard hasMode else { return faults }
        if rules.needsPrimaryPlane,
            !card.planes.contains(where: {
                $0.isPrimary && after.number("CRTC_ID", of: $0) == UInt64(crtc.id.rawValue)
                    && after.number("FB_ID", of: $0) != 0
            })
        {
            faults += fault("MODE_ID", "the driver needs its primary plane")
        }
        // The driver has accepted a mode that is set already.
        if after.sets("MODE_ID", of: crtc), let mode = after.mode(of: crtc) {
            faults += fed.flatMap { rules.problems(of: mode, on: $0) }.flatMap { fault("MODE_ID", $0) }
        }
        return faults
    }

    /// The values after a request.
    private struct Outcome {
        private var values: [PropertyPlace: PropertyValue] = [:]

        init(of request: AtomicRequest) {
            for change in request.changes { values[change.place] = change.value }
        }

        private func value(_ name: String, of object: some ModeObject) -> PropertyValue {
            values[object.place(name)] ?? .number(object.properties[name]?.value ?? 0)
        }

        func sets(_ name: String, of object: some ModeObject) -> Bool {
            values[object.place(name)] != nil
        }

        /// Returns a value; 0 for a blob without an id yet.
        func number(_ name: String, of object: some ModeObject) -> UInt64 {
            if case .number(let number) = value(name, of: object) { number } else { 0 }
        }

        /// Returns the mode of a CRTC, if it is known.
        func mode(of crtc: CRTC) -> ModeTimings? {
            switch value("MODE_ID", of: crtc) {
            case .blob(let bytes): ModeTimings(kernelBytes: bytes)
            case .number(let number): number == 0 ? nil : crtc.mode
            }
        }

        /// Returns whether a property has a blob.
        func isSet(_ name: String, of object: some ModeObject) -> Bool { value(name, of: object) != .number(0) }
    }
}
