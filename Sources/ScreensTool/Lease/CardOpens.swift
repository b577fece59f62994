import Glibc
import ScreensLinux

/// How a program's opens of cards are answered: the leased card's with the lease, and no other card is open to it.
struct CardOpens: Sendable {
    /// The device number of the nodes that modes are set by (`/dev/dri/card0`) and that renderers are opened by.
    private static let graphics: UInt64 = 226
    /// The minor numbers of those that modes are set by.
    private static let cards: Range<UInt64> = 0..<64

    /// Of the lease.
    private let descriptor: Int32
    /// The device of the leased card; nil for a file that is not one.
    private let card: UInt64?

    /// - Parameter descriptor: of a lease.
    init(of descriptor: Int32) {
        var status = stat()
        self.descriptor = descriptor
        let isCard = fstat(descriptor, &status) == 0 && Self.isDevice(status) && Self.isCard(UInt64(status.st_rdev))
        card = isCard ? UInt64(status.st_rdev) : nil
    }

    func answer(to request: OpenRequest) -> OpenRequest.Answer {
        guard let status = request.status, Self.isDevice(status) else { return .letOpen }
        let device = UInt64(status.st_rdev)
        if device == card { return .give(descriptor) }
        return Self.isCard(device) ? .refuse(EACCES) : .letOpen
    }

    private static func isDevice(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFCHR }

    /// The numbers as `major(3)` and `minor(3)` take them apart.
    static func isCard(_ device: UInt64) -> Bool {
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
        return major == graphics && cards.contains(minor)
    }
}
