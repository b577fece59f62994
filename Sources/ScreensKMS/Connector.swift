import CScreensDRM
import Glibc

/// A connector as of its last read: the place where a display is plugged in.
package struct Connector: ModeObject, Hashable {
    /// `DRM_MODE_OBJECT_CONNECTOR`.
    package static let kind = ObjectKind.connector

    /// The id, valid as long as the connector is present: a removed dock takes its connectors along.
    package let id: ConnectorID
    /// The kernel's name, such as `HDMI-A-1`.
    package let name: String
    /// The kind of port or panel.
    package let type: ConnectorType
    /// Whether a display is plugged in.
    package let connection: Connection
    /// The width of the picture in millimetres; zero if unknown.
    package let physicalWidth: Int
    /// The height of the picture in millimetres; zero if unknown.
    package let physicalHeight: Int
    /// The modes in the kernel's order: the preferred mode first, then descending.
    package let modes: [ModeTimings]
    /// The CRTC that feeds the connector, or nil.
    package let crtc: CRTCID?
    /// The CRTCs that can feed the connector.
    package let possibleCRTCs: CRTCMask
    /// `CRTC_ID`, `EDID`, `link-status`, `non-desktop` and others.
    package let properties: Properties
    /// The display's EDID in the kernel; empty if there is none.
    package let edid: [UInt8]

    /// A connector with these values, of no device.
    package init(
        id: ConnectorID, name: String, type: ConnectorType, connection: Connection, physicalWidth: Int = 0,
        physicalHeight: Int = 0, modes: [ModeTimings], crtc: CRTCID?, possibleCRTCs: CRTCMask, properties: Properties,
        edid: [UInt8]
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.connection = connection
        self.physicalWidth = physicalWidth
        self.physicalHeight = physicalHeight
        self.modes = modes
        self.crtc = crtc
        self.possibleCRTCs = possibleCRTCs
        self.properties = properties
        self.edid = edid
    }

    /// Whether a display is plugged in, as in `drmModeConnection`.
    package enum Connection: Sendable, Hashable {
        case connected, disconnected, unknown
    }

    /// Whether displays on this connector identify themselves by an EDID: because of its type, or in virtual machines
    /// because the driver has the property.
    package var expectsEDID: Bool { type.expectsEDID || type.isVirtual && properties["EDID"] != nil }

    /// Whether the connector writes to memory instead of a display.
    package var isWriteback: Bool { type.isWriteback }

    /// Whether it is a headset or similar, on which no desktop belongs (`non-desktop`).
    package var isNonDesktop: Bool { (properties["non-desktop"]?.value ?? 0) != 0 }

    /// Whether the link failed and needs a modeset (`link-status` is `Bad`).
    package var isLinkBad: Bool { (properties["link-status"]?.value ?? 0) != 0 }
}

extension CardDevice {
    /// Reads a connector. The corresponding C functions are `drmModeGetConnector`, `drmModeGetConnectorCurrent` and
    /// `drmModeGetEncoder`.
    ///
    /// - Parameter probing: whether the display is probed, which may take 150 ms. The kernel probes only for the
    ///   master; others get the state of the last probe.
    /// - Returns: nil if the connector has gone.
    package func connector(_ id: ConnectorID, probing: Bool) throws(KMSError) -> Connector? {
        try connector(id, probing: probing, attempts: 4)
    }

    /// - Parameter attempts: the number of reads if the EDID is replaced during each read. The last one then has no
    ///   EDID.
    private func connector(_ id: ConnectorID, probing: Bool, attempts: Int) throws(KMSError) -> Connector? {
        let call = probing ? "drmModeGetConnector" : "drmModeGetConnectorCurrent"
        guard
            let pointer = probing
                ? drmModeGetConnector(descriptor, id.rawValue) : drmModeGetConnectorCurrent(descriptor, id.rawValue)
        else {
            let failure = error(call, "connector \(id)")
            // A removed dock takes its connectors along.
            if failure.errno == ENOENT { return nil }
            throw failure
        }
        defer { drmModeFreeConnector(pointer) }
        let raw = pointer.pointee
        let properties = try properties(ids: raw.props, values: raw.prop_values, count: Int(raw.count_props))

        var possible: CRTCMask = []
        var fedBy: UInt32 = 0
        for index in 0..<Int(raw.count_encoders) {
            guard let encoder = drmModeGetEncoder(descriptor, raw.encoders[index]) else {
                // The encoders of a dock leave with its connectors.
                if errno == ENOENT { continue }
                throw error("drmModeGetEncoder", "encoder \(raw.encoders[index])")
            }
            possible.formUnion(CRTCMask(rawValue: encoder.pointee.possible_crtcs))
            if encoder.pointee.encoder_id == raw.encoder_id { fedBy = encoder.pointee.crtc_id }
            drmModeFreeEncoder(encoder)
        }
        if let property = properties["CRTC_ID"] { fedBy = UInt32(truncatingIfNeeded: property.value) }

        var edid: [UInt8] = []
        if let blob = properties["EDID"]?.blob {
            if let bytes = try self.blob(blob) {
                edid = bytes
            } else if attempts > 1 {
                // A probe, perhaps of another program, has replaced the blob. Without its EDID, the display would be
                // taken for another one.
                return try connector(id, probing: false, attempts: attempts - 1)
            }
        }

        let type = ConnectorType(rawValue: raw.connector_type)
        return Connector(
            id: id,
            name: "\(type.name)-\(raw.connector_type_id)",
            type: type,
            connection: raw.connection == DRM_MODE_CONNECTED
                ? .connected : raw.connection == DRM_MODE_DISCONNECTED ? .disconnected : .unknown,
            physicalWidth: Int(raw.mmWidth),
            physicalHeight: Int(raw.mmHeight),
            modes: (0..<Int(raw.count_modes)).map { ModeTimings(raw.modes[$0]) },
            crtc: CRTCID(nonZero: fedBy),
            possibleCRTCs: possible,
            properties: properties,
            edid: edid)
    }
}

extension Connector {
    /// The id in the form for all kinds of objects.
    package var objectID: AnyObjectID { .connector(id) }
}
