/// A message that is published.
package struct Message: Sendable, Hashable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker keeps it for later subscribers.
    package var isRetained: Bool
    /// The data by which a client of MQTT 5 finds the reply to its request.
    package var correlation: [UInt8]?

    package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false, correlation: [UInt8]? = nil) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.correlation = correlation
    }

    package init(_ topic: String, _ text: String, isRetained: Bool = false) {
        self.init(topic, Array(text.utf8), isRetained: isRetained)
    }
}

/// A message that was received.
package struct ReceivedMessage: Sendable, Hashable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker has kept it since before the subscription.
    package var isRetained: Bool
    package var responseTopic: String?
    package var correlation: [UInt8]?

    package init(
        _ topic: String, _ payload: [UInt8], isRetained: Bool = false, responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}
