/// Whom to call, as long as it exists.
final class DelegateReference: Sendable {
    weak let delegate: (any VideoKitDelegate)?

    init(_ delegate: any VideoKitDelegate) {
        self.delegate = delegate
    }
}
