import CScreensDRM

/// The connector of a lease, as its lessee sees it.
package struct LeasedConnector: Sendable, Hashable {
    /// Good for as long as the connector is there.
    package let id: ConnectorID
    /// The kind of port or panel.
    package let type: ConnectorType
    /// The kernel's name, such as `HDMI-A-1`.
    package let name: String

    package init(id: ConnectorID, type: ConnectorType, name: String) {
        self.id = id
        self.type = type
        self.name = name
    }

    /// Reads it. Neither is the display probed, nor does the file get a capability (``CardDevice`` sets some): programs get it as it
    /// was made. The corresponding C functions are `drmModeGetResources` and `drmModeGetConnectorCurrent`.
    ///
    /// - Parameter descriptor: of the lease, which stays the caller's.
    /// - Returns: nil where the file is not a lease of one connector, or shows it no more.
    package init?(ofLease descriptor: Int32) {
        guard let resources = drmModeGetResources(descriptor) else { return nil }
        defer { drmModeFreeResources(resources) }
        guard resources.pointee.count_connectors == 1,
            let connector = drmModeGetConnectorCurrent(descriptor, resources.pointee.connectors[0])
        else { return nil }
        defer { drmModeFreeConnector(connector) }
        let raw = connector.pointee
        let type = ConnectorType(rawValue: raw.connector_type)
        self.init(
            id: ConnectorID(rawValue: raw.connector_id), type: type, name: "\(type.name)-\(raw.connector_type_id)")
    }
}
