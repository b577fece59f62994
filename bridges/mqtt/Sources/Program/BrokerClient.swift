import CMosquitto
import Glibc
import MQTTBridge

/// One connection to the broker, by libmosquitto. The caller polls its socket.
///
/// The library calls back on the thread that calls it. Its reports are kept in order until ``takeEvents()``.
final class BrokerClient {
    enum Event {
        case accepted
        /// The broker does not accept the connection: the reason for people.
        case refused(String)
        case received(ReceivedMessage)
        /// A message is at the broker; the reason if the broker has refused it.
        case acknowledged(refusal: String?)
        /// The number of subscriptions that the broker has refused.
        case subscriptionsRefused(Int)
    }

    /// The longest payload that is passed on: requests are shorter.
    private static let longestPayload = 1 << 16
    /// The seconds between two signs of life.
    private static let keepalive: Int32 = 60
    /// The codes of the library for a message that it or the broker does not take: it is too large, is malformed, or
    /// needs a function that the broker does not offer.
    private static let refusals: Set<Int32> = [
        MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue,
        MOSQ_ERR_QOS_NOT_SUPPORTED.rawValue, MOSQ_ERR_OVERSIZE_PACKET.rawValue,
        MOSQ_ERR_RETAIN_NOT_SUPPORTED.rawValue,
    ]

    private let client: OpaquePointer
    private let isVersion5: Bool
    private var events: [Event] = []
    /// Whether the broker has accepted the connection.
    private(set) var isAccepted = false
    /// The reason that the broker has given for the end.
    private var farewell: String?
    /// The way in which the connection has failed, if it ends before the broker has accepted it.
    private(set) var failure = ProtocolChoice.Failure.noConnection

    /// Begins a connection. The name of the broker is resolved, which may block for as long as the resolver does.
    ///
    /// - Parameters:
    ///   - password: nil without one.
    ///   - will: the message that the broker publishes when this machine is gone.
    init(
        _ configuration: BridgeConfiguration, password: String?, will: Message, isVersion5: Bool
    ) throws(ProgramError) {
        guard let client = mosquitto_new("screens-mqtt-\(configuration.machine)", true, nil) else {
            throw Self.failure("cannot make a client", MOSQ_ERR_ERRNO.rawValue)
        }
        self.client = client
        self.isVersion5 = isVersion5
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        let version = isVersion5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, Int32(version))
        mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, 32)
        mosquitto_connect_v5_callback_set(client, reportConnect)
        mosquitto_disconnect_v5_callback_set(client, reportDisconnect)
        mosquitto_publish_v5_callback_set(client, reportPublish)
        mosquitto_subscribe_callback_set(client, reportSubscribe)
        mosquitto_message_v5_callback_set(client, reportMessage)
        let broker = configuration.broker
        try Self.check(
            "cannot use the last will",
            mosquitto_will_set(client, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained))
        if let user = broker.user {
            try Self.check("cannot use the user", mosquitto_username_pw_set(client, user, password))
        }
        if broker.usesTLS {
            let folder = broker.authorities == nil ? "/etc/ssl/certs" : nil
            try Self.check(
                "cannot use the certificates",
                mosquitto_tls_set(client, broker.authorities, folder, broker.certificate, broker.key, nil))
        }
        try Self.check("", mosquitto_connect_async(client, broker.host, Int32(broker.port), Self.keepalive))
    }

    deinit { mosquitto_destroy(client) }

    /// The socket for `poll`; nil after the end.
    var descriptor: Int32? {
        let descriptor = mosquitto_socket(client)
        return descriptor >= 0 ? descriptor : nil
    }

    var wantsOutput: Bool { mosquitto_want_write(client) }

    /// Reads, writes, and keeps the connection alive.
    ///
    /// - Throws: the reason of the end of the connection.
    func exchange(input: Bool, output: Bool) throws(ProgramError) {
        // The library begins TLS again in its reading function alone, and until then its writing function does nothing:
        // a socket that was not connected at once waits for output first.
        if input || (output && !isAccepted) { try readAll() }
        if output { try check(mosquitto_loop_write(client, 1)) }
        try check(mosquitto_loop_misc(client))
    }

    /// Reads until nothing is left, or other work has its turn. The library may hold decrypted bytes that `poll` does
    /// not know of.
    private func readAll() throws(ProgramError) {
        for _ in 0..<64 {
            errno = 0
            try check(mosquitto_loop_read(client, 1))
            if errno == EAGAIN { return }
        }
    }

    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Hands a message over.
    ///
    /// - Returns: the reason if the library does not take this message, which another connection would not change.
    func publish(_ message: Message) throws(ProgramError) -> String? {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let data = message.correlation, isVersion5 {
            mosquitto_property_add_binary(
                &properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), data, UInt16(data.count))
        }
        let code = mosquitto_publish_v5(
            client, nil, message.topic, Int32(message.payload.count), message.payload, 1, message.isRetained,
            properties)
        if Self.refusals.contains(code) {
            return mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        }
        try check(code)
        return nil
    }

    func subscribe(_ filters: [String]) throws(ProgramError) {
        // One by one: a broker that refuses one filter still has the others.
        for filter in filters { try check(mosquitto_subscribe(client, nil, filter, 1)) }
    }

    func unsubscribe(_ filter: String) throws(ProgramError) {
        try check(mosquitto_unsubscribe(client, nil, filter))
    }

    /// Says goodbye: the broker does not publish the last will.
    func disconnect() {
        mosquitto_disconnect(client)
        mosquitto_loop_write(client, 64)
    }

    private func check(_ code: Int32) throws(ProgramError) {
        guard code != MOSQ_ERR_SUCCESS.rawValue else { return }
        if code == MOSQ_ERR_CONN_LOST.rawValue, failure == .noConnection { failure = .endedByPeer }
        if let farewell { throw ProgramError(status: 69, message: farewell) }
        throw Self.failure("", code)
    }

    private static func check(_ attempt: String, _ code: Int32) throws(ProgramError) {
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw failure(attempt, code) }
    }

    private static func failure(_ attempt: String, _ code: Int32) -> ProgramError {
        let number = errno
        let reason =
            code == MOSQ_ERR_ERRNO.rawValue
            ? strerror(number) : UnsafeMutablePointer(mutating: mosquitto_strerror(code))
        let text = reason.map { String(cString: $0) } ?? "error \(code)"
        return ProgramError(status: 69, message: attempt.isEmpty ? text : "\(attempt): \(text)")
    }

    // MARK: Reports of the library

    fileprivate func connected(_ code: Int32) {
        guard code != 0 else {
            isAccepted = true
            events.append(.accepted)
            return
        }
        failure = .refused(code)
        let text = isVersion5 && code >= 128 ? mosquitto_reason_string(code) : mosquitto_connack_string(code)
        events.append(.refused(text.map { String(cString: $0) } ?? "refused with code \(code)"))
    }

    fileprivate func disconnected(_ code: Int32) {
        guard isVersion5, code >= 128 else { return }
        farewell = mosquitto_reason_string(code).map { "the broker ends it: \(String(cString: $0))" }
    }

    fileprivate func acknowledged(_ code: Int32) {
        let refusal = code >= 128 ? mosquitto_reason_string(code).map { String(cString: $0) } : nil
        events.append(.acknowledged(refusal: refusal))
    }

    fileprivate func subscribed(_ granted: UnsafeBufferPointer<Int32>) {
        let count = granted.count { $0 >= 128 }
        if count > 0 { events.append(.subscriptionsRefused(count)) }
    }

    fileprivate func received(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard let topic = message.topic, message.payloadlen <= Self.longestPayload else { return }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        var received = ReceivedMessage(String(cString: topic), Array(payload), isRetained: message.retain)
        var text: UnsafeMutablePointer<CChar>?
        mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
        received.responseTopic = text.map { String(cString: $0) }
        free(text)
        var data: UnsafeMutableRawPointer?
        var length: UInt16 = 0
        mosquitto_property_read_binary(properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &data, &length, false)
        received.correlation = data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(length))) }
        free(data)
        events.append(.received(received))
    }
}

/// Returns the client of a report. The client outlives every call of the library.
private func client(_ object: UnsafeMutableRawPointer?) -> BrokerClient? {
    object.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
}

private func reportConnect(
    _: OpaquePointer?, object: UnsafeMutableRawPointer?, code: Int32, _: Int32, _: OpaquePointer?
) {
    client(object)?.connected(code)
}

private func reportDisconnect(_: OpaquePointer?, object: UnsafeMutableRawPointer?, code: Int32, _: OpaquePointer?) {
    client(object)?.disconnected(code)
}

private func reportPublish(
    _: OpaquePointer?, object: UnsafeMutableRawPointer?, _: Int32, code: Int32, _: OpaquePointer?
) {
    client(object)?.acknowledged(code)
}

private func reportSubscribe(
    _: OpaquePointer?, object: UnsafeMutableRawPointer?, _: Int32, count: Int32, granted: UnsafePointer<Int32>?
) {
    client(object)?.subscribed(UnsafeBufferPointer(start: granted, count: Int(count)))
}

private func reportMessage(
    _: OpaquePointer?, object: UnsafeMutableRawPointer?, message: UnsafePointer<mosquitto_message>?,
    properties: OpaquePointer?
) {
    if let message { client(object)?.received(message.pointee, properties) }
}
