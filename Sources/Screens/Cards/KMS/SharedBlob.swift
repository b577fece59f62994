import KMS

/// A property blob with several owners: it lasts as long as any of them.
final class SharedBlob: Sendable {
    private let blob: PropertyBlob

    init(_ bytes: [UInt8], on device: CardDevice) throws(KMSError) {
        blob = try PropertyBlob(bytes, on: device)
    }

    var id: BlobID { blob.id }
}
