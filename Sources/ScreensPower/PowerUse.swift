import ScreensJSON

/// An adapter that a screen uses: the service opens and claims no other ones.
package struct PowerUse: Sendable, Hashable {
    /// The adapter's path.
    package let path: String
    /// The physical address by the EDID of the screen's display, for an adapter that does not know it, such as one on
    /// USB; nil without one.
    package let address: UInt16?

    package init(_ path: String, at address: UInt16?) {
        self.path = path
        self.address = address
    }

    /// Reads a use; nil if it is not one of this version.
    package init?(_ json: JSONValue) {
        guard let path = json["path"]?.string, path.hasPrefix("/dev/cec") else { return nil }
        self.init(path, at: json["address"]?.int.flatMap { UInt16(exactly: $0) })
    }

    /// The use in JSON.
    package var json: JSONValue {
        .object(["path": .string(path), "address": address.map { .int(Int64($0)) } ?? .null])
    }
}
