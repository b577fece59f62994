import CScreensDRM

/// The type of a connector, `DRM_MODE_CONNECTOR_*`.
package struct ConnectorType: RawRepresentable, Sendable, Hashable {
    /// The kernel's number. Later kernels have more types.
    package let rawValue: UInt32
    /// Makes a type from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ number: Int32) { rawValue = UInt32(number) }

    /// Makes the type from the name of a connector, such as `HDMI-A` from `HDMI-A-1`.
    ///
    /// - Returns: nil if libdrm does not know the type.
    package init?(ofConnector name: String) {
        guard let end = name.lastIndex(of: "-") else { return nil }
        let type = (0...Self.highestKnown).lazy.map(Self.init(rawValue:)).first { $0.name == name[..<end] }
        guard let type else { return nil }
        self = type
    }

    /// `DRM_MODE_CONNECTOR_USB`, the last type with a name in libdrm.
    private static let highestKnown: UInt32 = 20

    /// `DRM_MODE_CONNECTOR_Unknown`.
    package static let unknown = ConnectorType(DRM_MODE_CONNECTOR_Unknown)
    /// `DRM_MODE_CONNECTOR_DisplayPort`.
    package static let displayPort = ConnectorType(DRM_MODE_CONNECTOR_DisplayPort)
    /// `DRM_MODE_CONNECTOR_eDP`.
    package static let eDP = ConnectorType(DRM_MODE_CONNECTOR_eDP)
    /// `DRM_MODE_CONNECTOR_HDMIA`.
    package static let hdmiA = ConnectorType(DRM_MODE_CONNECTOR_HDMIA)
    /// `DRM_MODE_CONNECTOR_VIRTUAL`.
    package static let virtual = ConnectorType(DRM_MODE_CONNECTOR_VIRTUAL)

    /// The first part of connectors' names, as in `drmModeGetConnectorTypeName`.
    package var name: String { drmModeGetConnectorTypeName(rawValue).map { String(cString: $0) } ?? "Unknown" }

    /// Whether its displays are part of the machine: `eDP`, `LVDS`, `DSI`, `DPI`, `SPI`.
    package var isInternal: Bool {
        isOne(
            of: DRM_MODE_CONNECTOR_eDP, DRM_MODE_CONNECTOR_LVDS, DRM_MODE_CONNECTOR_DSI, DRM_MODE_CONNECTOR_DPI,
            DRM_MODE_CONNECTOR_SPI)
    }

    /// Whether it sends the signal of an analog television: `Composite`, `SVIDEO`, `TV`. Most of these cannot detect a
    /// display.
    package var isTelevisionOutput: Bool {
        isOne(of: DRM_MODE_CONNECTOR_Composite, DRM_MODE_CONNECTOR_SVIDEO, DRM_MODE_CONNECTOR_TV)
    }

    /// Whether its displays identify themselves by an EDID: `HDMI`, `DP`, `DVI`, `VGA`.
    package var expectsEDID: Bool {
        isHDMI
            || isOne(
                of: DRM_MODE_CONNECTOR_DisplayPort, DRM_MODE_CONNECTOR_DVII, DRM_MODE_CONNECTOR_DVID,
                DRM_MODE_CONNECTOR_DVIA, DRM_MODE_CONNECTOR_VGA)
    }

    /// Whether it is an HDMI port, with either kind of plug.
    package var isHDMI: Bool { isOne(of: DRM_MODE_CONNECTOR_HDMIA, DRM_MODE_CONNECTOR_HDMIB) }

    /// Whether it writes to memory instead of a display.
    package var isWriteback: Bool { isOne(of: DRM_MODE_CONNECTOR_WRITEBACK) }

    /// Whether it belongs to a virtual machine.
    package var isVirtual: Bool { isOne(of: DRM_MODE_CONNECTOR_VIRTUAL) }

    private func isOne(of types: Int32...) -> Bool { types.contains { UInt32($0) == rawValue } }
}
