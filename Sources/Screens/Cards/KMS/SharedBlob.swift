import KMS

/// A property blob that several hold: it lasts until the last of them lets go of it.
final class SharedBlob: Sendable {
    private let blob: PropertyBlob

    init(_ bytes: [UInt8], on device: CardDevice) throws(KMSError) {
        blob = try PropertyBlob(bytes, on: device)
    }

    var id: BlobID { blob.id }
}
