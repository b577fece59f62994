import EDID
import Udev

/// A display by its EDID, and the name of its maker from the machine's database.
struct KnownDisplay: Sendable {
    let description: DisplayDescription

    /// The maker's name, where udev's hardware database is installed and has it.
    let vendor: String?

    init(_ description: DisplayDescription, vendor: String?) {
        self.description = description
        self.vendor = vendor
    }

    /// Decodes `bytes` and looks the maker up.
    init(decoding bytes: [UInt8]) throws(DisplayDescription.DecodingError) {
        let description = try DisplayDescription(decoding: bytes)
        self.init(description, vendor: description.identity.make.flatMap(HardwareDatabase.vendor))
    }
}
