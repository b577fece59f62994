import Glibc
import Testing

@testable import Screens

/// A card with requests is never closed without an event or timer that opens it again.
@Suite struct CardAccessTests {
    /// The events of a card, and the results of reading it.
    fileprivate enum Event: CaseIterable {
        case lookSucceeds, readIsHeld, lookFails, flipRefused, lost, retryTimer, hotplugSucceeds, hotplugFails
        case pause, resumeSucceeds, resumeFails, abandon, requestsEnd, requestWithoutARead
    }

    /// The surroundings of the pure part, as in `CardSession`: timers run, and the card is read.
    fileprivate struct Shell {
        var access: CardAccess
        /// Whether the card is open, as in `CardOwnership`.
        var isOpen = false
        var timers: [UInt64] = []
        /// Whether nothing is requested.
        var isLeft = false

        private static let error = ScreenError(.busy, operation: "open", object: "it", errno: EACCES)

        mutating func start(_ retry: RetryTimer.Start?) {
            if let retry { timers.append(retry.number) }
        }

        /// The timers that lead to a read.
        var usefulTimers: [UInt64] {
            timers.filter { timer in
                var access = access
                return access.retryIsDue(timer)
            }
        }

        mutating func look(succeeds: Bool) {
            guard access.mayRead else { return }
            isLeft = false
            if succeeds {
                access.opened()
                isOpen = true
            } else {
                fail()
            }
        }

        mutating func fail() {
            start(access.failed(Self.error, wasOpen: isOpen))
            isOpen = false
            isLeft = false
        }

        mutating func setPaused(_ isPaused: Bool) -> Bool {
            guard access.setPaused(isPaused) else { return false }
            if isPaused { isOpen = false }
            return true
        }

        mutating func play(_ event: Event) {
            switch event {
            case .lookSucceeds, .hotplugSucceeds: look(succeeds: true)
            case .lookFails, .hotplugFails: look(succeeds: false)
            case .readIsHeld:
                guard access.mayRead, !isOpen else { return }
                isLeft = false
                start(access.isHeld(by: nil, Self.error))
            case .flipRefused, .lost: if !access.isOver, isOpen { fail() }
            case .retryTimer:
                guard !timers.isEmpty else { return }
                if access.retryIsDue(timers.removeFirst()) { look(succeeds: false) }
            case .pause: _ = setPaused(true)
            case .resumeSucceeds: if setPaused(false) { look(succeeds: true) }
            case .resumeFails: if setPaused(false) { look(succeeds: false) }
            case .abandon:
                access.abandon(Self.error)
                isOpen = false
            case .requestsEnd:
                access.leave()
                isOpen = false
                isLeft = true
            case .requestWithoutARead:
                guard isLeft, access.mayRead else { return }
                isLeft = false
                if !access.isRetryPending { look(succeeds: false) }
            }
        }
    }

    /// Every order of four events after a first read: 38,416 of each.
    @Test(arguments: [true, false]) func aClosedCardIsTriedAgainAfterEveryOrderOfEvents(_ succeeds: Bool) {
        var stuck: [[Event]] = []
        func play(_ shell: Shell, _ history: [Event]) {
            let useful = shell.usefulTimers.count
            let isWaitedFor = shell.isOpen || useful > 0 || !shell.access.mayRead || shell.isLeft
            // If the card is open, no timer has anything to do.
            if !isWaitedFor || useful > (shell.isOpen ? 0 : 1) { stuck.append(history) }
            guard history.count < 4 else { return }
            for event in Event.allCases {
                var next = shell
                next.play(event)
                play(next, history + [event])
            }
        }
        var shell = Shell(access: CardAccess(drives: true, isPaused: false))
        shell.look(succeeds: succeeds)
        play(shell, [])
        let orders = stuck.prefix(3).map { "\($0)" }
        #expect(orders.isEmpty)
    }

    @Test func aReaderWithoutRightsIsNotWokenForNothing() {
        let denied = ScreenError(.permissionDenied, operation: "open", object: "it", errno: EACCES)
        var reader = CardAccess(drives: false, isPaused: false)
        #expect(reader.failed(denied, wasOpen: false) == nil && !reader.isRetryPending)
        var driver = CardAccess(drives: true, isPaused: false)
        let renderer = ScreenError(.noCard, operation: "read", object: "it", errno: EOPNOTSUPP)
        #expect(driver.failed(renderer, wasOpen: false) == nil, "a node without displays has none later")
        let first = driver.failed(denied, wasOpen: false)
        #expect(first?.delay == CardAccess.openRetry)
        let second = driver.failed(denied, wasOpen: false)
        #expect(second == nil, "one retry at a time")
        let isDue = first.map { driver.retryIsDue($0.number) }
        let third = driver.failed(denied, wasOpen: false)
        #expect(isDue == true && third?.delay == CardAccess.openRetry)
    }

    @Test func aLostCardIsOpenedSoonThoughAPollForItsMasterRan() {
        var access = CardAccess(drives: true, isPaused: false)
        let busy = ScreenError(.busy, operation: "open", object: "it", errno: EBUSY)
        let poll = access.isHeld(by: nil, busy)
        access.opened()
        let reopening = access.failed(busy, wasOpen: true)
        #expect(reopening?.delay == CardAccess.reopenDelay)
        let isDue = poll.map { access.retryIsDue($0.number) }
        #expect(isDue == false, "its timer finds nothing to do")
    }
}
