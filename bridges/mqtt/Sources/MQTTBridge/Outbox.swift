/// The messages that wait for the broker, or for its acknowledgement: the newest of each retained topic, and a limited
/// number of others. A broker that is slow or away costs no more memory than that.
package struct Outbox {
    /// The most messages that are handed to the library at a time.
    package static let mostUnacknowledged = 16
    /// The most messages that are not retained; further ones are dropped.
    package static let mostTransient = 256
    /// The most bytes of their payloads: a snapshot has 200,000 at most.
    package static let mostTransientBytes = 1 << 20

    /// The most retained messages that wait for their removal: more than 64 displays have.
    package static let mostForgotten = 512

    /// The retained payloads as they should be at the broker, by their topics.
    private var wanted: [String: [UInt8]] = [:]
    /// The topics whose payload the present connection was not given yet, in their order.
    private var stale: [String] = []
    private var isStale: Set<String> = []
    private var transient: [Message] = []
    private var transientBytes = 0
    private var unacknowledged = 0
    private var isConnected = false
    /// The retained messages that wait for their removal.
    private var forgotten = 0
    /// The number of messages that were dropped.
    package private(set) var dropped = 0

    package init() {}

    /// Keeps a retained payload; an equal one is not sent again.
    package mutating func retain(_ topic: String, _ payload: [UInt8]) {
        guard wanted[topic] != payload else { return }
        if wanted[topic]?.isEmpty == true { forgotten -= 1 }
        wanted[topic] = payload
        mark(topic)
    }

    /// Removes a retained message from the broker, after everything that waits now. It is handed over once, and not at
    /// all beyond a limit: the caller finds out what a connection that ends meanwhile, or the limit, has lost.
    package mutating func forget(_ topic: String) {
        if isStale.remove(topic) != nil { stale.removeAll { $0 == topic } }
        if wanted[topic]?.isEmpty != true {
            guard forgotten < Self.mostForgotten else {
                wanted[topic] = nil
                dropped += 1
                return
            }
            forgotten += 1
        }
        wanted[topic] = []
        mark(topic)
    }

    /// Sends a message once, if the broker is there.
    package mutating func send(_ message: Message) {
        guard isConnected, transient.count < Self.mostTransient,
            transientBytes + message.payload.count <= Self.mostTransientBytes
        else {
            dropped += 1
            return
        }
        transient.append(message)
        transientBytes += message.payload.count
    }

    /// Begins a connection: everything retained is sent again.
    package mutating func begin() {
        isConnected = true
        unacknowledged = 0
        (transient, transientBytes) = ([], 0)
        repeatAll()
    }

    /// Sends everything retained again.
    package mutating func repeatAll() {
        for topic in wanted.keys.sorted() { mark(topic) }
    }

    /// Ends a connection. Messages that are not retained are lost with it.
    package mutating func end() {
        isConnected = false
        unacknowledged = 0
        (transient, transientBytes) = ([], 0)
    }

    /// Records that a message was acknowledged.
    package mutating func acknowledge() { unacknowledged = max(0, unacknowledged - 1) }

    /// Returns the next message to send; nil if there is none, or enough are on their way.
    package mutating func next() -> Message? {
        guard isConnected, unacknowledged < Self.mostUnacknowledged else { return nil }
        if !stale.isEmpty {
            let topic = stale.removeFirst()
            isStale.remove(topic)
            unacknowledged += 1
            let payload = wanted[topic] ?? []
            if payload.isEmpty {
                wanted[topic] = nil
                forgotten -= 1
            }
            return Message(topic, payload, isRetained: true)
        }
        guard !transient.isEmpty else { return nil }
        unacknowledged += 1
        let message = transient.removeFirst()
        transientBytes -= message.payload.count
        return message
    }

    private mutating func mark(_ topic: String) {
        if isStale.insert(topic).inserted { stale.append(topic) }
    }
}
