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
    private let card: DeviceNumber?

    /// - Parameter descriptor: of a lease.
    init(of descriptor: Int32) {
        self.descriptor = descriptor
        card = DeviceNumber(of: descriptor).flatMap { Self.isCard($0) ? $0 : nil }
    }

    func answer(to request: OpenRequest) -> OpenRequest.Answer {
        guard let device = request.device else { return .letOpen }
        if device == card { return .give(descriptor) }
        return Self.isCard(device) ? .refuse(EACCES) : .letOpen
    }

    static func isCard(_ device: DeviceNumber) -> Bool {
        device.major == graphics && cards.contains(device.minor)
    }
}
