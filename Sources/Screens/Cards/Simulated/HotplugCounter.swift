import Linux

/// Tells one listener of a simulated card that a display was plugged or unplugged.
final class HotplugCounter: Sendable {
    private let event: EventCounter

    init() throws(ScreenError) {
        event = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated card") }
    }

    /// Becomes readable when there was a hotplug.
    var descriptor: Int32 { event.descriptor }

    func give() {
        event.add()
    }

    /// Whether there was one since the last call.
    func take() -> Bool { event.take() > 0 }
}
