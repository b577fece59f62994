import Glibc
import ScreensLinux

/// The answers to a program's attempts to open cards: it gets the lease for the leased card, and no other card.
struct CardOpens: Sendable {
    /// The descriptor of the lease.
    private let descriptor: Int32
    /// The device number of the leased card; nil if the descriptor is not of a card.
    private let card: DeviceNumber?

    /// - Parameter descriptor: the descriptor of a lease.
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
