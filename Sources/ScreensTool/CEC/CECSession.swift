import Glibc
import ScreensCEC
import ScreensLinux
import ScreensPower

/// An adapter for one command of a person: its messages, each of which is waited for.
///
/// A logical address that the adapter has already is used. Otherwise one is claimed, and given back at the end.
struct CECSession: ~Copyable {
    /// A device on the bus.
    struct Device: Hashable {
        let address: CECLogicalAddress
        /// Its name; nil if it states none.
        let name: String?
        let power: TelevisionPower?
    }

    /// The name that televisions show. The service of power, which has another name, does not take the logical address
    /// for its own.
    private static let name = "Screens cec"
    /// The longest wait for a logical address, and for the outcome of a message.
    private static let claimTime = Duration.seconds(3)
    private static let outcomeTime = Duration.seconds(5)

    let adapter: CECAdapter
    private(set) var state: CECAdapter.State
    private let hasClaimed: Bool

    /// Opens an adapter, and claims a logical address if it has none.
    init(_ path: String) throws(Failure) {
        do throws(SystemError) {
            let adapter = try CECAdapter(path: path)
            guard adapter.canSend else { throw SystemError(call: "CEC_ADAP_G_CAPS", object: path, errno: EOPNOTSUPP) }
            var state = try adapter.state()
            let isFree = state.owner == nil
            if isFree {
                try adapter.claim(as: Self.name)
                let end = MonotonicTime.now.advanced(by: Self.claimTime)
                state = try adapter.state()
                while state.physicalAddress != .none, state.addresses.isEmpty, .now < end {
                    try Self.wait(for: adapter, Int16(POLLPRI), for: MonotonicTime.now.duration(to: end))
                    while try adapter.next() != nil {}
                    state = try adapter.state()
                }
            }
            self.adapter = adapter
            self.state = state
            hasClaimed = isFree
        } catch {
            throw Self.failure(error, owner: nil)
        }
    }

    deinit {
        if hasClaimed { try? adapter.release() }
    }

    /// The adapter in words.
    var text: String {
        let claimed = state.owner.map { ", claimed by '\($0)'" } ?? ""
        let address =
            state.physicalAddress == .none
            ? "no address: the display has no hotplug signal or no EDID" : "\(state.physicalAddress)"
        return "\(adapter.path) (\(adapter.driver)): \(address)\(claimed)"
    }

    /// Sends a message to the television.
    ///
    /// - Throws: a failure if no device is there, or the device refuses the message.
    func send(_ message: CECMessage) throws(Failure) {
        try check(try outcome(of: message, to: .television, mayBeRefused: true), message)
    }

    /// Announces this machine as the source.
    func announce() throws(Failure) {
        guard state.physicalAddress != .none else { throw Failure(.unavailable, text) }
        // Broadcasts are not acknowledged.
        for _ in 0..<2 { _ = try outcome(of: .activeSource(state.physicalAddress), to: .all) }
    }

    /// Turns the television on: image view on, else text view on, else the key.
    func wake() throws(Failure) {
        for message in CECMessage.oneTouchPlay {
            let outcome = try outcome(of: message, to: .television, mayBeRefused: true)
            if case .refused = outcome, message != CECMessage.oneTouchPlay.last { continue }
            try check(outcome, message)
            if case .keyPressed = message { try send(.keyReleased) }
            return
        }
    }

    /// The volume of the receiver, or else of the television, from 0 to 100, and whether it is mute; nil if neither
    /// states it.
    func volume() throws(Failure) -> (percent: Int?, isMute: Bool)? {
        for address in [CECLogicalAddress(rawValue: 5), .television] {
            guard case .taken(let answer?) = try outcome(of: .other([0x71]), to: address, awaiting: 0x7a),
                answer.bytes.count >= 2
            else { continue }
            let level = Int(answer.bytes[1] & 0x7f)
            return (level <= 100 ? level : nil, answer.bytes[1] & 0x80 != 0)
        }
        return nil
    }

    /// The devices on the bus, without this machine.
    func devices() throws(Failure) -> [Device] {
        var devices: [Device] = []
        for number in UInt8(0)..<15 where !state.addresses.contains(CECLogicalAddress(rawValue: number)) {
            let address = CECLogicalAddress(rawValue: number)
            guard case .taken = try exchange(CECFrame(from: own, to: address, [UInt8]()), nil) else { continue }
            var (name, power): (String?, TelevisionPower?)
            if case .taken(let answer?) = try outcome(of: .giveName, to: address, awaiting: 0x47),
                case .setName(let stated)? = answer.message
            {
                name = stated
            }
            if case .taken(let answer?) = try outcome(of: .givePowerStatus, to: address, awaiting: 0x90),
                case .reportPowerStatus(let stated)? = answer.message
            {
                power = stated
            }
            devices.append(Device(address: address, name: name, power: power))
        }
        return devices
    }

    private var own: CECLogicalAddress { state.addresses.first ?? .all }

    private func check(_ outcome: CECAdapter.Outcome, _ message: CECMessage) throws(Failure) {
        switch outcome {
        case .taken, .silent: return
        case .absent: throw Failure(.unavailable, "no device answers at address 0: the adapter may have no CEC wire")
        case .refused: throw Failure(.unavailable, "the television refuses '\(message.text)'")
        case .failed: throw Failure(.unavailable, "\(adapter.path): the bus is disturbed, or has no wire")
        }
    }

    private func outcome(
        of message: CECMessage, to address: CECLogicalAddress, awaiting opcode: UInt8? = nil, mayBeRefused: Bool = false
    ) throws(Failure) -> CECAdapter.Outcome {
        try exchange(CECFrame(from: own, to: address, message), opcode, mayBeRefused: mayBeRefused)
    }

    /// Sends a frame, and waits for its outcome.
    private func exchange(
        _ frame: CECFrame, _ opcode: UInt8?, mayBeRefused: Bool = false
    ) throws(Failure) -> CECAdapter.Outcome {
        do throws(SystemError) {
            // A refusal has the opcode 0.
            let awaited = opcode ?? (mayBeRefused ? 0 : nil)
            let number = try adapter.send(frame, awaiting: awaited)
            let end = MonotonicTime.now.advanced(by: Self.outcomeTime)
            while .now < end {
                while let event = try adapter.next() {
                    if case .sent(number, let outcome, _) = event { return outcome }
                }
                try Self.wait(
                    for: adapter, Int16(POLLIN | POLLPRI), for: MonotonicTime.now.duration(to: end))
            }
            return .failed
        } catch {
            throw Self.failure(error, owner: state.owner)
        }
    }

    private static func wait(
        for adapter: borrowing CECAdapter, _ events: Int16, for duration: Duration
    ) throws(SystemError) {
        var state = pollfd(fd: adapter.descriptor, events: events, revents: 0)
        guard poll(&state, 1, duration.pollMilliseconds) >= 0 || errno == EINTR else {
            throw SystemError(call: "poll", object: adapter.path, errno: errno)
        }
    }

    static func failure(_ error: SystemError, owner: String?) -> Failure {
        switch error.errno {
        case ENOENT: Failure(.noInput, "\(error.object) does not exist")
        case EACCES, EPERM:
            Failure(.noPermission, "\(error); join the group that owns \(error.object), or call it with sudo")
        case EBUSY: Failure(.busy, "CEC is used by \(owner.map { "'\($0)'" } ?? "another program")")
        case ENONET: Failure(.unavailable, "the adapter has no address: the display has no hotplug signal or no EDID")
        default: Failure(.system, "\(error)")
        }
    }
}
