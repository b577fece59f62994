import Linux

/// The thread that hears of a card's flips, and does nothing else: whatever a probe or a modeset takes, no screen waits
/// for its refresh.
final class FlipThread: Sendable {
    /// The thread keeps it too: a descriptor that is polled must not be closed.
    let reader: FlipReader
    /// Comes when the thread has let go of the card.
    let end: Completion

    /// Starts delivering the card's events, until it is released.
    ///
    /// - Parameter whenLost: called once, on the thread, if the card goes away.
    init(card: any DisplayCard, name: String, whenLost: @escaping @Sendable () -> Void) throws(ScreenError) {
        let reader = try FlipReader(card: card)
        let end = Completion()
        self.reader = reader
        self.end = end
        try ScreenError.mapping { () throws(SystemError) in
            try NativeThread.start(
                name: name, isUrgent: true, { reader.run(whenLost: whenLost) }, finally: { end.signal() })
        }
    }

    deinit {
        reader.stop()
    }
}
