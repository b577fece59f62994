import ScreensKMS

/// The names that clients of drm-lease-manager know the lease of a connector by.
enum LeaseManagerName {
    /// The types of connectors that it has names for: `VGA` to `Writeback`.
    private static let known: ClosedRange<UInt32> = 1...18

    /// Its own name first, and then the kernel's where that is another one.
    ///
    /// - Parameter card: the number of the card, as in `/dev/dri/card0`.
    static func all(of connector: LeasedConnector, card: UInt64) -> [String] {
        let name = "card\(card)-\(connector.name)"
        guard !known.contains(connector.type.rawValue) else { return [name] }
        return ["card\(card)-Unknown-\(connector.id.rawValue)", name]
    }
}
