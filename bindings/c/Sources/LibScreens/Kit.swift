import CScreens
import Glibc
import Screens
import Synchronization

/// A kit of a C program. ``KitTable`` keeps it until it is stopped.
final class Kit: Sendable {
    /// The number behind the program's pointer to the kit.
    let number = KitTable.newNumber()
    let options: KitOptions
    let kit: VideoKit
    let events: EventQueue
    let numbers: ScreenNumbers
    let layers = LayerNumbers()
    /// A strong reference, because the kit keeps its delegate weakly.
    private let delegate: DrawDelegate?
    private let card: SimulatedCard?
    private let reading: Task<Void, Never>
    private let quits: Counter
    private let isRunning = Atomic<Bool>(false)
    private let isEnding = Atomic<Bool>(false)

    private init(_ options: KitOptions) throws(ScreenError) {
        self.options = options
        let card = try options.makeCard()
        let settings = options.settings(card)
        let numbers = ScreenNumbers()
        let pointer = OpaquePointer(bitPattern: number)
        let delegate = options.draw.map {
            DrawDelegate(
                DrawFunction($0, options.drawData, numbers, pointer), end: options.contentEnd, options.drawData)
        }
        let kit: VideoKit
        if let delegate {
            kit = try VideoKit(delegate: delegate, settings: settings)
        } else {
            kit = VideoKit(observing: settings)
        }
        let events = try EventQueue()
        quits = try Counter()
        self.kit = kit
        self.card = card
        self.numbers = numbers
        self.delegate = delegate
        self.events = events
        let records = kit.events.records
        reading = Task {
            for await record in records {
                await events.append(record)
                if case .disconnected = record.event { numbers.forget(except: kit.screens.map(\.id)) }
            }
        }
    }

    /// The program's pointer to the kit.
    var pointer: OpaquePointer? { OpaquePointer(bitPattern: number) }

    static func started(_ options: KitOptions) throws(ScreenError) -> Kit {
        let kit = try Kit(options)
        // The draw function may be called as soon as the kit starts.
        KitTable.add(kit)
        do {
            try waiting { () throws(ScreenError) in try await kit.kit.start() }
        } catch {
            try KitTable.end(kit.pointer) { $0.stop() }
            throw error
        }
        return kit
    }

    // MARK: Running

    /// Ends a run on another thread, even one that is about to begin.
    func stop() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        quits.add()
        waiting { [self] in
            await kit.stop()
            layers.removeAll()
            events.close()
            reading.cancel()
            await reading.value
        }
    }

    /// Ends the run. It only writes to a descriptor, so it may be called in a signal handler.
    func quit() { quits.add() }

    /// - Throws: ``ScreenError`` while another thread is running the kit: the events have an order.
    func run() throws(ScreenError) {
        guard !isRunning.exchange(true, ordering: .sequentiallyConsistent) else {
            throw ScreenError(
                .invalidArgument, operation: "run", object: "a kit that another thread runs",
                remedy: "call screens_run() on one thread at a time")
        }
        defer { isRunning.store(false, ordering: .sequentiallyConsistent) }
        while true {
            if let event = options.event, quits.isZero {
                while let next = events.take() {
                    var value = self.event(next)
                    ProgramFunctions.inside(.event) {
                        event(options.eventData, pointer, &value)
                    }
                    guard quits.isZero else { break }
                }
            }
            var waits = [
                pollfd(fd: quits.descriptor, events: Int16(POLLIN), revents: 0),
                // Without an event function, the program reads the events itself.
                pollfd(fd: options.event == nil ? -1 : events.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waits, 2, -1)
            guard waits[0].revents == 0 else { break }
        }
        quits.take()
        // The end holds for later runs too.
        if isEnding.load(ordering: .sequentiallyConsistent) { quits.add() }
    }

    // MARK: Screens

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``.
    func connectedScreen(_ number: UInt64, _ operation: String) throws(ScreenError) -> Screen {
        let id = try numbers.id(of: number, operation)
        guard let screen = kit.screens.first(where: { $0.id == id }) else {
            throw ScreenError(
                .noSuchScreen, operation: operation, object: "screen \(number)", remedy: "it was disconnected")
        }
        return screen
    }

    func screen(_ screen: Screen) -> screens_screen { screens_screen(screen, id: numbers.number(of: screen.id)) }

    func event(_ record: EventRecord) -> screens_event {
        screens_event(record, screen: record.event.screen.map { numbers.number(of: $0.id) } ?? 0)
    }

    // MARK: Simulation

    func simulatedCard(_ operation: String) throws(ScreenError) -> SimulatedCard {
        if let card { return card }
        throw ScreenError(
            .unsupported, operation: operation, object: "a display",
            remedy: "start the kit with `simulate`: its screens are the machine's")
    }

    func manualClock() throws(ScreenError) -> ManualClock {
        if let clock = card?.clock { return clock }
        throw ScreenError(
            .unsupported, operation: "advance", object: "the clock",
            remedy: "start the kit with `simulate` and `manual_clock`")
    }
}
