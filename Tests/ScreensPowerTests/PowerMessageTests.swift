import ScreensJSON
import ScreensLinux
import Testing

@testable import ScreensPower

@Suite("Orders and facts in JSON")
struct PowerMessageTests {
    @Test("orders, answers and adapters are the same after they were written and read")
    func roundTrip() {
        for verb in PowerOrder.Verb.allCases {
            let order = PowerOrder(7, verb, to: "/dev/cec0", isOff: true, until: MonotonicTime(nanoseconds: 5))
            #expect(PowerOrder(order.json) == order)
        }
        for answer in [
            PowerAnswer.sent, .absent, .refused, .deferred, .silent, .unaddressed, .taken(by: "Kodi"), .taken(by: nil),
            .failed,
            .power(.toStandby),
        ] {
            #expect(PowerAnswer(answer.json) == answer)
        }
        let adapter = PowerAdapter(
            "/dev/cec1", driver: "vc4", connector: .init(card: 1, id: 33), isAddressed: true, isClaimed: false,
            claimant: "Kodi")
        #expect(PowerAdapter(adapter.json) == adapter)
    }

    @Test("of two reports at once the later one counts, unless it says less")
    func reports() {
        let all = [PowerReport.standby, .on, .chosen, .otherSource]
        for first in all {
            for next in all {
                #expect(first.followed(by: next) == (first == .chosen && next == .on ? .chosen : next))
            }
        }
    }

    @Test("an adapter with another path, or numbers out of range, is refused")
    func hostile() {
        let adapter = PowerAdapter(
            "/dev/cec1", driver: "vc4", connector: .init(card: 1, id: 33), isAddressed: true, isClaimed: false,
            claimant: nil)
        guard case .object(let members) = adapter.json else {
            Issue.record("the adapter is not an object")
            return
        }
        for (key, value) in [
            ("path", "/etc/passwd"), ("path", .null), ("card", .int(-1)), ("connector", .int(1 << 40)),
            ("addressed", "yes"), ("claimant", .string(String(repeating: "a", count: 100))),
        ] as [(String, JSONValue)] {
            #expect(PowerAdapter(.object(members.merging([key: value]) { $1 })) == nil, "\(key)")
        }
    }
}
