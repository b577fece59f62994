import CScreensLinux
import Glibc
import ScreensKMS
import ScreensLinux
import Synchronization
import Testing

@testable import Screens

/// The turns of threads that read a card's events.
@Suite struct FlipReaderTests {
    /// A card that always has events, and counts the threads that read them simultaneously.
    private final class TalkativeCard: DisplayCard {
        private let simulated: SimulatedCard
        private let event = OwnedDescriptor(adopting: eventfd(1, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
        private let readers = Atomic<Int>(0)
        private let deliveries = Mutex<[Int32: Int]>([:])
        private let clashes = Atomic<Int>(0)

        init(_ simulated: SimulatedCard) {
            self.simulated = simulated
        }

        var clashCount: Int { clashes.load(ordering: .relaxed) }
        /// The number of reads by each thread.
        var deliveryCounts: [Int32: Int] { deliveries.withLock { $0 } }

        var path: String { simulated.path }
        var driver: String { simulated.driver }
        var isMaster: Bool { true }
        var isPresent: Bool { true }
        var eventDescriptor: Int32 { event.rawValue }

        func deliverEvents() -> Bool {
            if readers.add(1, ordering: .relaxed).oldValue > 0 { clashes.add(1, ordering: .relaxed) }
            sched_yield()
            deliveries.withLock { $0[clinux_thread_id(), default: 0] += 1 }
            readers.subtract(1, ordering: .relaxed)
            return true
        }

        func state(probing: Bool) throws(ScreenError) -> CardState { try simulated.state(probing: probing) }
        func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
            try simulated.capture(connector: connector, name: name)
        }
        func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
            try simulated.state(probingOnly: connectors)
        }
        func savedState() throws(ScreenError) -> SavedState? { nil }
        func objects() throws(ScreenError) -> CardSnapshot { try simulated.objects() }
        func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? { nil }
        func prepare(
            connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
            among objects: CardSnapshot
        ) throws(ScreenError) -> any DisplayPipe {
            try simulated.prepare(
                connector: connector, variant, mode: mode, options, among: objects)
        }
        func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] { simulated.commit(modesets) }
        func restore(_ saved: SavedState) -> Bool { false }
        func restoreSettings(_ saved: SavedState) {}
        func restoreAfterCrash(_ saved: SavedState) {}
        func becomeMaster() -> Bool { true }
        func disable(crtcIndex: CRTCIndex) -> Bool { true }
        func resign() {}
    }

    private func screen(of card: TalkativeCard, _ reader: FlipReader) throws -> ScreenSession {
        let settings = VideoKit.Settings()
        let delegate = DelegateReference(RecordingDelegate())
        let shared = SharedState(settings, delegate: delegate)
        let mode = try #require(try card.state(probing: false).connectors[0].modes.first)
        let pipe = try card.prepare(
            connector: 1, ModesetVariant(crtcIndex: 0), mode: mode, shared.settings.pipe, among: try card.objects())
        let screen = Screen.make()
        let links = ScreenLinks()
        let drawing = shared.drawing(
            for: screen, key: DisplayKey(screen), size: pipe.plan.canvas, .own, links, after: nil)
        return ScreenSession(
            screen: screen, thread: ScreenThread(), pipe: pipe, options: shared.settings.pipe, reader: reader,
            drawing: drawing, links: links, enabled: shared.enabled, settings: shared.settings,
            handlers: ScreenSession.Handlers(failed: { _, _ in }, ended: {}))
    }

    @Test func oneThreadAtATimeReadsWhileTheTurnChanges() async throws {
        let card = TalkativeCard(try SimulatedCard(screens: [.make(64, 64)]))
        let flips = try FlipThread(card: card, name: "flips") {}
        let reader = flips.reader
        let screen = try screen(of: card, reader)
        try NativeThread.start(
            name: "screen",
            {
                while !screen.gate.isClosed {
                    _ = screen.signal.take()
                    if reader.isTurn(of: screen) {
                        reader.wait(for: screen, until: nil)
                    } else {
                        screen.signal.wait(until: nil)
                    }
                }
            }, finally: { screen.end.signal() })
        // Nothing suspends here: the two threads that always have an event would take the processors from all other
        // tests.
        var rounds = 0
        while card.deliveryCounts.count < 2 || card.deliveryCounts.values.contains(where: { $0 <= 100 }),
            rounds < 1_000_000
        {
            reader.assign(to: screen)
            sched_yield()
            reader.assign(to: nil)
            sched_yield()
            rounds += 1
        }
        #expect(rounds < 1_000_000, "both have read often")
        #expect(ScreenSession.stop([screen]).isEmpty)
        await screen.end.wait()
        withExtendedLifetime(flips) {}
        #expect(card.clashCount == 0)
    }
}
