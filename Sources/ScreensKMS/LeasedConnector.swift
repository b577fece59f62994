import CScreensDRM

/// The connector of a lease, from the view of its lessee.
package struct LeasedConnector: Sendable, Hashable {
    /// The id, valid as long as the connector is present.
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

    /// Reads the connector without probing the display, and without setting a capability on the file (``CardDevice``
    /// sets some), because programs expect it unchanged. The corresponding C functions are `drmModeGetResources` and
    /// `drmModeGetConnectorCurrent`.
    ///
    /// - Parameter descriptor: the descriptor of the lease, which the caller owns.
    /// - Returns: nil if the file is not a lease of one connector, or no longer shows it.
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
