import Glibc
import Screens

/// `painter SCREEN MODE pixel|tenth|full [earliest|latest]` draws until its input closes. If a schedule is given, it
/// then prints the time from the delegate's call to the flip, as a line of JSON.
@main struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let mode = ModePolicy(arguments[2]),
            let damage = DamageShare(rawValue: arguments[3])
        else {
            print("usage: painter CARD/CONNECTOR MODE pixel|tenth|full [earliest|latest]")
            exit(64)
        }
        let schedule = arguments.count > 4 ? FrameSchedule(rawValue: arguments[4]) : nil
        let latency = schedule.map { _ in CallLatency(limit: 100_000) }
        var settings = VideoKit.Settings()
        settings.selection = .named([arguments[1]])
        settings.mode = mode
        settings.schedule = schedule ?? .earliest
        let delegate = DamageDelegate(damage: damage, latency: latency)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        await inputEnd()
        await kit.stop()
        if let found = latency?.summary {
            print(#"{"frames":\#(found.frames),"p50":\#(found.p50),"p99":\#(found.p99)}"#)
        }
    }

    /// Waits on a separate thread, because the threads of the pool must not block.
    private static func inputEnd() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let waiter = InputWaiter(continuation)
            waiter.start()
        }
    }
}
