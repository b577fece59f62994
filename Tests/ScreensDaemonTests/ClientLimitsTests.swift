import Testing

@testable import Screens
@testable import ScreensDaemon

/// New connections if there are many.
@Suite struct ClientLimitsTests {
    private static let limits = ClientLimits(all: 16)

    /// Connections of a user, each last used at the second of its number. The connections that are not idle watch.
    private static func connections(
        _ user: UInt32, idle: Int, busy: Int, from first: UInt64 = 0, as use: ClientLimits.Use = .watching
    ) -> [ClientLimits.Connection] {
        (0..<UInt64(idle + busy)).map { index in
            ClientLimits.Connection(
                number: first + index, user: user,
                lastUse: MonotonicTime(nanoseconds: Int64(first + index) * 1_000_000_000),
                use: index < idle ? .idle : use)
        }
    }

    @Test func theLimitsLeaveSomeForRoot() {
        #expect((Self.limits.reserve, Self.limits.perUser) == (2, 4))
        let real = ClientLimits(all: 4096)
        #expect((real.reserve, real.perUser) == (64, 1024))
    }

    @Test func belowTheLimitsEachIsTaken() {
        let three = Self.connections(1, idle: 3, busy: 0)
        #expect(Self.limits.answer(to: 1, among: three) == .take(closing: nil))
    }

    @Test func atAUsersLimitItsOwnLongestIdleOneIsClosed() {
        let others = Self.connections(2, idle: 3, busy: 0)
        let own = Self.connections(1, idle: 2, busy: 2, from: 100)
        #expect(Self.limits.answer(to: 1, among: others + own) == .take(closing: 100))
        #expect(Self.limits.answer(to: 2, among: others + own) == .take(closing: nil))
    }

    @Test func atAUsersLimitWithoutAnIdleOneTheNewOneIsRefused() {
        let own = Self.connections(1, idle: 0, busy: 4)
        #expect(Self.limits.answer(to: 1, among: own) == .refuse)
        #expect(Self.limits.answer(to: 0, among: own) == .take(closing: nil))
    }

    @Test func rootIsTakenThoughAllOthersArePresent() {
        let many = (1...4).flatMap { Self.connections($0, idle: 0, busy: 3, from: UInt64($0) * 100) }
        let full = many + Self.connections(5, idle: 0, busy: 2, from: 900)
        #expect(full.count == 14)
        #expect(Self.limits.answer(to: 0, among: full) == .take(closing: nil))
        let roots = Self.connections(0, idle: 0, busy: 2, from: 1000)
        #expect(Self.limits.answer(to: 0, among: full + roots) == .refuse)
        let idle = full.dropLast() + Self.connections(5, idle: 1, busy: 0, from: 900)
        #expect(Self.limits.answer(to: 0, among: idle + roots) == .take(closing: 900))
    }

    @Test func theUserWithTheMostGivesWayIfAllArePresent() {
        let many =
            Self.connections(1, idle: 4, busy: 0, from: 100) + Self.connections(2, idle: 4, busy: 0, from: 200)
            + Self.connections(3, idle: 4, busy: 0, from: 300) + Self.connections(4, idle: 2, busy: 0, from: 400)
        #expect(many.count == 14)
        // If users have the same number of connections, the user with the highest number loses one. Any rule would do.
        #expect(Self.limits.answer(to: 5, among: many) == .take(closing: 300))
    }

    @Test func manyWatchersOfSomeUsersKeepNoOtherUserOut() {
        // Four users at their limits, without the connections reserved for root.
        let many =
            (1...3).flatMap { Self.connections($0, idle: 0, busy: 4, from: UInt64($0) * 100) }
            + Self.connections(4, idle: 0, busy: 2, from: 400)
        #expect(many.count == 14)
        #expect(Self.limits.answer(to: 5, among: many) == .take(closing: 300))
        // Connections with a call or a screen stay, and so do root's.
        let occupied = many.filter { $0.user != 3 } + Self.connections(3, idle: 0, busy: 4, from: 300, as: .occupied)
        #expect(Self.limits.answer(to: 5, among: occupied) == .take(closing: 200))
        let ofRoot = many.filter { $0.user < 3 } + Self.connections(0, idle: 0, busy: 6, from: 900)
        #expect(Self.limits.answer(to: 5, among: ofRoot) == .take(closing: 200))
        // With as many connections as that user has, the two would only change places.
        let three = Self.connections(5, idle: 0, busy: 3, from: 500)
        #expect(Self.limits.answer(to: 5, among: many.dropLast(3) + three) == .refuse)
        // Users with a connection each are one person with subordinate users.
        let subordinates = (100..<114).flatMap { Self.connections($0, idle: 0, busy: 1, from: UInt64($0)) }
        #expect(Self.limits.answer(to: 5, among: subordinates) == .take(closing: 100))
        #expect(Self.limits.answer(to: 105, among: subordinates) == .refuse)
        // Root's connections are replaced only by root's.
        let roots = Self.connections(0, idle: 0, busy: 14, from: 900)
        #expect(Self.limits.answer(to: 5, among: roots) == .refuse)
    }
}
