import CScreensCEC
import Glibc
import ScreensLinux
import ScreensPower

/// An open CEC adapter, `/dev/cecN`. It closes itself; a claimed logical address stays with the adapter, in the kernel.
///
/// No call waits for the bus. One thread uses it. After the adapter was pulled out, each call fails with `ENODEV`.
package struct CECAdapter: ~Copyable, DescriptorOwner {
    /// A fault of the adapter, or its reason to do nothing.
    package typealias Failure = SystemError

    /// The state of the adapter.
    package struct State: Sendable, Hashable {
        /// Its physical address by the EDID of its display; ``CECPhysicalAddress/none`` without one.
        package let physicalAddress: CECPhysicalAddress
        /// Its logical addresses; none before it has claimed one.
        package let addresses: [CECLogicalAddress]
        /// The name of the device that it claims to be; nil if no program has claimed one.
        package let owner: String?

        /// An adapter without a physical address.
        package static let unconnected = State(physicalAddress: .none, addresses: [], owner: nil)
    }

    /// Something that has come from the adapter.
    package enum Event: Sendable, Hashable {
        /// The outcome of an own message, by its number. The frame is the answer if one was awaited, else the message.
        case sent(UInt32, Outcome, CECFrame?)
        /// A message of another device.
        case received(CECFrame)
        /// Messages were lost.
        case lost
        /// The physical address or the logical addresses have changed.
        case changed
    }

    /// The outcome of a message.
    package enum Outcome: Sendable, Hashable {
        /// The other device has taken it, and has answered if an answer was requested.
        case taken(answer: CECFrame?)
        /// No device has the logical address that it was sent to.
        case absent
        /// The device has taken it, and does not know it.
        case refused(reason: UInt8)
        /// The device has taken it, and has not answered in time.
        case silent
        /// The bus is disturbed, or has no wire.
        case failed
    }

    package let path: String
    /// The name of its driver, such as `vc4`.
    package let driver: String
    /// The driver's name of the adapter.
    package let name: String
    private let capabilities: UInt32
    private let file: OwnedDescriptor

    package var descriptor: Int32 { file.rawValue }

    /// Opens an adapter. The corresponding C call is `CEC_ADAP_G_CAPS`.
    package init(path: String) throws(SystemError) {
        let file = try OwnedDescriptor(path: path, flags: O_RDWR | O_NONBLOCK)
        var found = cec_caps()
        guard ioctl(file.rawValue, cec_g_caps, &found) == 0 else {
            throw SystemError(call: "CEC_ADAP_G_CAPS", object: path, errno: errno)
        }
        self.file = file
        self.path = path
        capabilities = found.capabilities
        driver = Self.text(of: found.driver)
        name = Self.text(of: found.name)
    }

    /// Whether it can have a logical address and send messages.
    package var canSend: Bool {
        let needed = UInt32(CEC_CAP_LOG_ADDRS | CEC_CAP_TRANSMIT)
        return capabilities & needed == needed
    }

    /// Whether it sends nothing while the display has no hotplug signal.
    package var needsHotplug: Bool { capabilities & UInt32(CEC_CAP_NEEDS_HPD) != 0 }

    /// Whether programs set its physical address: an adapter on USB does not see the EDID.
    package var takesPhysicalAddress: Bool { capabilities & UInt32(CEC_CAP_PHYS_ADDR) != 0 }

    /// Sets the physical address. The corresponding C call is `CEC_ADAP_S_PHYS_ADDR`.
    ///
    /// - Throws: `ENOTTY` unless ``takesPhysicalAddress``.
    package func setPhysicalAddress(_ address: CECPhysicalAddress) throws(SystemError) {
        var value = address.rawValue
        guard ioctl(descriptor, cec_s_phys_addr, &value) == 0 else { throw failure("CEC_ADAP_S_PHYS_ADDR") }
    }

    /// The connector that it belongs to; nil if the driver does not state it.
    package var connector: PowerAdapter.Connector? {
        guard capabilities & UInt32(CEC_CAP_CONNECTOR_INFO) != 0 else { return nil }
        var info = cec_connector_info()
        guard ioctl(descriptor, cec_g_connector_info, &info) == 0, info.type == UInt32(CEC_CONNECTOR_TYPE_DRM) else {
            return nil
        }
        return PowerAdapter.Connector(card: info.drm.card_no, id: info.drm.connector_id)
    }

    /// Reads the state. The corresponding C calls are `CEC_ADAP_G_PHYS_ADDR` and `CEC_ADAP_G_LOG_ADDRS`.
    package func state() throws(SystemError) -> State {
        var physicalAddress: UInt16 = 0
        guard ioctl(descriptor, cec_g_phys_addr, &physicalAddress) == 0 else { throw failure("CEC_ADAP_G_PHYS_ADDR") }
        var claimed = cec_log_addrs()
        guard ioctl(descriptor, cec_g_log_addrs, &claimed) == 0 else { throw failure("CEC_ADAP_G_LOG_ADDRS") }
        let addresses = (UInt8(0)..<15).filter { claimed.log_addr_mask >> $0 & 1 == 1 }
        return State(
            physicalAddress: CECPhysicalAddress(rawValue: physicalAddress),
            addresses: addresses.map(CECLogicalAddress.init),
            owner: claimed.num_log_addrs == 0 ? nil : Self.text(of: claimed.osd_name))
    }

    /// Claims the logical address of a player, now and after each loss. The corresponding C call is
    /// `CEC_ADAP_S_LOG_ADDRS`.
    ///
    /// - Parameters:
    ///   - name: the name that the television shows, of which 14 characters are used.
    ///   - takesKeys: whether keys of the remote control become an input device's.
    /// - Throws: `EBUSY` if it is claimed already, or if another program has the adapter for itself alone.
    package func claim(as name: String, takesKeys: Bool = false) throws(SystemError) {
        var wanted = cec_log_addrs()
        wanted.cec_version = UInt8(CEC_OP_CEC_VERSION_1_4)
        wanted.num_log_addrs = 1
        wanted.vendor_id = UInt32(CEC_VENDOR_ID_NONE)
        if takesKeys { wanted.flags = UInt32(CEC_LOG_ADDRS_FL_ALLOW_RC_PASSTHRU) }
        wanted.primary_device_type.0 = UInt8(CEC_OP_PRIM_DEVTYPE_PLAYBACK)
        wanted.log_addr_type.0 = UInt8(CEC_LOG_ADDR_TYPE_PLAYBACK)
        withUnsafeMutableBytes(of: &wanted.osd_name) { $0.copyBytes(from: name.utf8.prefix(14)) }
        guard ioctl(descriptor, cec_s_log_addrs, &wanted) == 0 else { throw failure("CEC_ADAP_S_LOG_ADDRS") }
    }

    /// Gives the logical address back: the adapter is silent from now on. The corresponding C call is
    /// `CEC_ADAP_S_LOG_ADDRS`.
    package func release() throws(SystemError) {
        var none = cec_log_addrs()
        guard ioctl(descriptor, cec_s_log_addrs, &none) == 0 else { throw failure("CEC_ADAP_S_LOG_ADDRS") }
    }

    /// Receives the messages of other devices too, beside other programs. From now on this program has to answer them.
    /// The corresponding C call is `CEC_S_MODE`.
    package func follow() throws(SystemError) {
        var mode = UInt32(CEC_MODE_INITIATOR | CEC_MODE_FOLLOWER)
        guard ioctl(descriptor, cec_s_mode, &mode) == 0 else { throw failure("CEC_S_MODE") }
    }

    /// Receives every message on the bus, and sends none. It needs `CAP_NET_ADMIN`. The corresponding C
    /// call is `CEC_S_MODE`.
    package func listen() throws(SystemError) {
        let receivesAll = capabilities & UInt32(CEC_CAP_MONITOR_ALL) != 0
        var mode = UInt32(CEC_MODE_NO_INITIATOR | (receivesAll ? CEC_MODE_MONITOR_ALL : CEC_MODE_MONITOR))
        guard ioctl(descriptor, cec_s_mode, &mode) == 0 else { throw failure("CEC_S_MODE") }
    }

    /// Sends a message. Its outcome comes as an event. The corresponding C call is `CEC_TRANSMIT`.
    ///
    /// - Parameter opcode: the opcode of the answer to wait for, for 2 s at most; nil for none.
    /// - Returns: the number of the message.
    /// - Throws: `EPERM` if no logical address is claimed, `ENONET` without a physical address, `EBUSY` if another
    ///   program has the adapter for itself alone, or 18 messages wait.
    package func send(_ frame: CECFrame, awaiting opcode: UInt8? = nil) throws(SystemError) -> UInt32 {
        var message = cec_msg()
        let raw = frame.raw
        message.len = UInt32(raw.count)
        withUnsafeMutableBytes(of: &message.msg) { $0.copyBytes(from: raw) }
        if let opcode {
            message.reply = opcode
            message.timeout = 2000
        }
        guard ioctl(descriptor, cec_transmit, &message) == 0 else { throw failure("CEC_TRANSMIT") }
        return message.sequence
    }

    /// Takes the next event.
    ///
    /// - Returns: nil if there is none now.
    /// - Throws: `ENODEV` if the adapter was pulled out.
    package func next() throws(SystemError) -> Event? {
        var event = cec_event()
        if ioctl(descriptor, cec_dqevent, &event) == 0 {
            return event.event == UInt32(CEC_EVENT_LOST_MSGS) ? .lost : .changed
        }
        guard errno == EAGAIN else { throw failure("CEC_DQEVENT") }
        var message = cec_msg()
        guard ioctl(descriptor, cec_receive, &message) == 0 else {
            if errno == EAGAIN || errno == ETIMEDOUT { return nil }
            throw failure("CEC_RECEIVE")
        }
        let count = min(Int(message.len), CECFrame.longest)
        let raw = withUnsafeBytes(of: message.msg) { Array($0.prefix(count)) }
        guard message.sequence == 0 else {
            return .sent(message.sequence, Self.outcome(of: message, CECFrame(raw: raw)), CECFrame(raw: raw))
        }
        return CECFrame(raw: raw).map { .received($0) } ?? .lost
    }

    private static func outcome(of message: cec_msg, _ frame: CECFrame?) -> Outcome {
        // A message whose refusal was awaited in vain has no status of its way there.
        let isSent =
            message.tx_status & UInt8(CEC_TX_STATUS_OK) != 0 || message.tx_status == 0 && message.rx_status != 0
        guard isSent else {
            return message.tx_status & UInt8(CEC_TX_STATUS_NACK) != 0 ? .absent : .failed
        }
        if message.rx_status & UInt8(CEC_RX_STATUS_FEATURE_ABORT) != 0 {
            guard case .featureAbort(_, let reason)? = frame?.message else { return .refused(reason: 0) }
            return .refused(reason: reason)
        }
        if message.rx_status & UInt8(CEC_RX_STATUS_OK) != 0 { return .taken(answer: frame) }
        return message.rx_status == 0 ? .taken(answer: nil) : .silent
    }

    private func failure(_ call: String) -> SystemError { SystemError(call: call, object: path, errno: errno) }

    /// The text in the bytes of a structure up to the first NUL. Characters beyond ASCII's printable ones are replaced.
    private static func text<Value>(of value: Value) -> String {
        withUnsafeBytes(of: value) { bytes in
            let text = bytes.prefix { $0 != 0 }.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
