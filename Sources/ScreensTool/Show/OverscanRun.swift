import Glibc
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports
import Synchronization

/// One run of `screens overscan` in a terminal: reads keys, and shows the values in one line.
struct OverscanRun {
    /// An event that wakes the run.
    private enum Event: Sendable {
        case keys, elapsed, interrupted
    }

    /// The keys that no call has taken yet. A modeset may take longer than the time between two keys.
    private final class PressedKeys: Sendable {
        private let keys = Mutex<[Key]>([])

        func add(_ key: Key) { keys.withLock { $0.append(key) } }

        func take() -> [Key] {
            keys.withLock { keys in
                defer { keys = [] }
                return keys
            }
        }
    }

    let screen: String
    let daemon: CommandClient
    let seconds: Int

    func run() async throws(Failure) {
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        Interruption.onInterrupt { inbox.yield(.interrupted) }
        var trial = try OverscanTrial(of: screen, by: daemon, within: seconds)
        let pressed = PressedKeys()
        OverscanText.say(
            OverscanText.help(
                end: """
                    Enter saves, Escape or q undoes the changes. The daemon undoes them after \(seconds)
                    seconds without a key.
                    """))
        OverscanText.say(OverscanText.line(trial.calibration, trial.limit))
        let keys = KeyReader(of: STDIN_FILENO) { key in
            pressed.add(key)
            inbox.yield(.keys)
        }
        let outcome: Result<OverscanTrial.Outcome?, Failure>
        do throws(Failure) {
            outcome = .success(try await follow(events, inbox, &trial, pressed))
        } catch {
            outcome = .failure(error)
        }
        await keys?.stop()
        OverscanText.say("\n")
        switch try outcome.get() {
        case .keep:
            let saving = try trial.keep()
            Notices.shared.say("saved in \(saving.file)")
            if let notice = saving.notice(of: screen) { Notices.shared.say(notice) }
            try StandardOutput.write(trial.calibration.setting + "\n")
        case .restore, .goesOn:
            try trial.restore()
            Notices.shared.say("\(screen) has its former settings")
        case nil:
            throw Failure(
                .unavailable, "\(screen) has its former settings: no key was pressed for \(seconds) seconds")
        }
    }

    /// - Returns: nil if the time is over.
    private func follow(
        _ events: AsyncStream<Event>, _ inbox: AsyncStream<Event>.Continuation, _ trial: inout OverscanTrial,
        _ pressed: PressedKeys
    ) async throws(Failure) -> OverscanTrial.Outcome? {
        var timer = startTimer(inbox)
        defer { timer.cancel() }
        for await event in events {
            switch event {
            case .interrupted: return .restore
            case .elapsed: return nil
            case .keys:
                let keys = pressed.take()
                if keys.isEmpty { continue }
                let outcome = try trial.press(keys)
                if outcome != .goesOn { return outcome }
                OverscanText.say(OverscanText.line(trial.calibration, trial.limit))
                timer.cancel()
                timer = startTimer(inbox)
            }
        }
        return .restore
    }

    private func startTimer(_ inbox: AsyncStream<Event>.Continuation) -> Task<Void, Never> {
        Task { [seconds] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            inbox.yield(.elapsed)
        }
    }
}
