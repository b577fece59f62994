import Screens

/// Who a display says it is, as JSON has it.
package struct IdentityDocument: Codable, Sendable, Hashable {
    @Nullable package private(set) var make: String?
    @Nullable package private(set) var vendor: String?
    @Nullable package private(set) var model: String?
    @Nullable package private(set) var serial: String?
    @Nullable package private(set) var productCode: Int?
    @Nullable package private(set) var year: Int?

    package init(_ identity: ScreenIdentity) {
        make = identity.make
        vendor = identity.vendor
        model = identity.model
        serial = identity.serial
        productCode = identity.productCode
        year = identity.year
    }
}
