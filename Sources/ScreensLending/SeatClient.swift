import Glibc
import ScreensLinux

/// A client of the seat of a screen: its devices, and the answers to its requests.
struct SeatClient: Sendable {
    /// A reply, with the file whose descriptor accompanies it.
    struct Answer: Sendable {
        let reply: SeatReply
        var file: SharedDescriptor?
        /// The devices that the client loses with it.
        var lost: [SeatDevice] = []
    }

    /// The name of the seat in udev. libinput finds no device of a seat with another name.
    private static let name = "seat0"
    /// The limit that seatd has too.
    private static let mostDevices = 128

    private let devices: SeatDevices
    private var hasSeat = false
    private var opened: [Int32: SeatDevice] = [:]
    private var last: Int32 = 0

    init(_ devices: SeatDevices) {
        self.devices = devices
    }

    mutating func answers(to request: SeatRequest) -> [Answer] {
        switch request {
        case .ping: return [Answer(reply: .pong)]
        case .openSeat:
            guard !hasSeat else { return [Answer(reply: .error(EBUSY))] }
            hasSeat = true
            // The client waits until it gets this event.
            return [Answer(reply: .seatOpened(name: Self.name)), Answer(reply: .enableSeat)]
        case _ where !hasSeat: return [Answer(reply: .error(EPERM))]
        case .closeSeat:
            hasSeat = false
            return [Answer(reply: .seatClosed, lost: takeDevices())]
        case .openDevice(let path): return [open(path)]
        case .closeDevice(let number):
            guard let device = opened.removeValue(forKey: number) else { return [Answer(reply: .error(EBADF))] }
            return [Answer(reply: .deviceClosed, lost: [device])]
        case .disableSeat: return [Answer(reply: .seatDisabled)]
        // The virtual terminals belong to the lessor.
        case .switchSession: return [Answer(reply: .error(EPERM))]
        }
    }

    /// Returns its open devices, which it loses.
    mutating func takeDevices() -> [SeatDevice] {
        defer { opened = [:] }
        return Array(opened.values)
    }

    private mutating func open(_ path: String) -> Answer {
        guard opened.count < Self.mostDevices else { return Answer(reply: .error(EMFILE)) }
        do {
            let device = try devices.open(path)
            last += 1
            opened[last] = device
            return Answer(reply: .deviceOpened(last), file: device.file)
        } catch {
            return Answer(reply: .error(error.errno))
        }
    }
}
