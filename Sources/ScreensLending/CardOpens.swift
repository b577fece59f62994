import Glibc
import ScreensLinux

/// How a program's opens of cards are answered: the leased card's with the lease, and no other card is open to it.
struct CardOpens: Sendable {
    /// Of the lease.
    private let descriptor: Int32
    /// The device of the leased card; nil for a file that is not one.
    private let card: DeviceNumber?

    /// - Parameter descriptor: of a lease.
    init(of descriptor: Int32) {
        self.descriptor = descriptor
        card = DeviceNumber(of: descriptor).flatMap { $0.isCard ? $0 : nil }
    }

    func answer(to request: OpenRequest) -> OpenRequest.Answer {
        guard let device = request.device else { return .letOpen }
        if device == card { return .give(descriptor) }
        return device.isCard ? .refuse(EACCES) : .letOpen
    }
}
