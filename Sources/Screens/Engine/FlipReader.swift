import ScreensLinux
import Synchronization

/// Decides on which thread a card's events are read.
///
/// While a card has one enabled screen, that screen's own thread waits for them: another thread would have to wake it,
/// which costs more than the flip. With several screens, one thread reads for all. The turn changes with the number of
/// enabled screens. Events stay in the kernel until a thread reads them.
final class FlipReader: Sendable {
    private static let cardThread: UInt = 0

    private let card: any DisplayCard
    private let descriptor: Int32
    private let turn = Atomic<UInt>(FlipReader.cardThread)
    private let isOver = Atomic<Bool>(false)
    private let isReading = Atomic<Bool>(false)
    private let wakeUp: EventCounter

    init(card: any DisplayCard) throws(ScreenError) {
        wakeUp = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a flip thread") }
        self.card = card
        self.descriptor = card.eventDescriptor
    }

    // MARK: The session's side

    /// Assigns the reading to a card's only screen, or to the card's thread.
    func assign(to screen: ScreenSession?) {
        let next = screen.map(Self.number) ?? Self.cardThread
        let before = turn.exchange(next, ordering: .acquiringAndReleasing)
        guard next != before else { return }
        wake()
        screen?.signal.post(.changes)
    }

    /// Ends the card's thread.
    func stop() {
        isOver.store(true, ordering: .releasing)
        wake()
    }

    // MARK: The screen's side

    func isTurn(of screen: ScreenSession) -> Bool { turn.load(ordering: .acquiring) == Self.number(screen) }

    /// Sleeps until the screen's signal is posted, or the card has an event, which is then delivered. In the frame
    /// path.
    ///
    /// - Parameter isExact: whether a long sleep ends exactly at `deadline`.
    func wait(for screen: ScreenSession, until deadline: MonotonicTime?, isExact: Bool = true) {
        let events = screen.signal.wait(on: descriptor, until: deadline, isExact: isExact)
        guard !events.isEmpty, !events.isInputAlone || !read() else { return }
        // The card has gone, which the card's thread finds out and reports; or the descriptor has an error, which that
        // thread can wait for.
        let hadTurn = turn.compareExchange(
            expected: Self.number(screen), desired: Self.cardThread, ordering: .acquiringAndReleasing)
        if hadTurn.exchanged { wake() }
    }

    /// Delivers the events that have arrived, without waiting.
    ///
    /// Only one thread at a time reads. The thread that had the turn before may still read, or wake for the same event.
    /// The other thread reads the events that it leaves, and its `poll` returns at once as long as there are any.
    ///
    /// - Returns: false if the card has gone.
    func read() -> Bool {
        guard !isReading.exchange(true, ordering: .acquiring) else { return true }
        defer { isReading.store(false, ordering: .releasing) }
        return card.deliverEvents()
    }

    // MARK: The card's thread

    /// Reads until ``stop()``.
    ///
    /// - Parameter onLost: called if the card goes away, which ends the loop too.
    func run(onLost: () -> Void) {
        while !isOver.load(ordering: .acquiring) {
            let reads = turn.load(ordering: .acquiring) == Self.cardThread
            let outcome = DescriptorPoll.wait(for: wakeUp.descriptor, and: reads ? descriptor : nil)
            guard let outcome else { continue }
            if !outcome.first.isEmpty {
                wakeUp.take()
            } else if !outcome.second.isInputAlone || !read() {
                return onLost()
            }
        }
    }

    private func wake() {
        wakeUp.add()
    }

    private static func number(_ screen: ScreenSession) -> UInt { UInt(bitPattern: ObjectIdentifier(screen)) }
}

/// The thread that reads a card's flips, and does nothing else. So no screen waits for its refresh, however long a
/// probe or a modeset takes.
final class FlipThread: Sendable {
    /// The reader. The thread keeps it too, since a descriptor that is polled must not be closed.
    let reader: FlipReader
    /// Done when the thread has released the card.
    let end: Completion

    /// Starts delivering the card's events, until it is released.
    ///
    /// - Parameter onLost: called once, on the thread, if the card goes away.
    init(card: any DisplayCard, name: String, onLost: @escaping @Sendable () -> Void) throws(ScreenError) {
        let reader = try FlipReader(card: card)
        let end = Completion()
        self.reader = reader
        self.end = end
        try ScreenError.mapping { () throws(SystemError) in
            try NativeThread.start(
                name: name, isUrgent: true, { reader.run(onLost: onLost) }, finally: { end.signal() })
        }
    }

    deinit {
        reader.stop()
    }
}
