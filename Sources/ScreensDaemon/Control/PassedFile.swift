import ScreensLinux

/// An open file for a client, closed here once it is sent.
final class PassedFile: Sendable {
    private let file: OwnedDescriptor

    var descriptor: Int32 { file.rawValue }

    init(adopting descriptor: Int32) {
        file = OwnedDescriptor(adopting: descriptor)
    }
}
