import Glibc
import ScreensLinux
import Testing

@testable import Screens

@Suite struct EventReaderTests {
    /// Calls `next()` twice at once, or one after the other, on a reader that gets no event.
    private static func read(atOnce: Bool) async {
        let table = ScreenTable(.system)
        let reader = EventReader(of: table)
        if !atOnce { table.finish() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = await reader.next() } }
            guard atOnce else { return }
            // Ends the process in success where both wait.
            try? NativeThread.start(name: "limit") {
                sleep(30)
                exit(0)
            }
        }
    }

    @Test func aSecondNextOnOneReaderIsAPreconditionFailure() async {
        await #expect(processExitsWith: .failure) { await Self.read(atOnce: true) }
        await #expect(processExitsWith: .success) { await Self.read(atOnce: false) }
    }
}
