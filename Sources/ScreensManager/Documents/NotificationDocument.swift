/// The words that a client shows over the picture of a screen for some time.
public struct NotificationDocument: Codable, Sendable, Equatable {
    /// The words.
    public let text: String
    /// The rest of their time.
    public let seconds: Int

    package init(_ text: String, seconds: Int) {
        self.text = text
        self.seconds = seconds
    }
}
