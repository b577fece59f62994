import Glibc
import Screens

/// A delegate that fills the screen, and crashes in the tenth call.
final class Crasher: VideoKitDelegate {
    private let crash: Crash

    init(_ crash: Crash) {
        self.crash = crash
    }

    func updateExternalView(_ view: inout ExternalView) {
        view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number) & 1 == 0 ? 0xA03060 : 0x30A060))
        if view.timing.number == 9 { crash.happen() }
    }
}

/// Handles the signal before our handler was installed: it lets the process continue or ends it.
private func handleForHost(_ number: Int32) {
    let text: StaticString = "the host's handler\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    signal(number, SIG_DFL)
}

/// crash HOW SCREEN [--handler]: drives one screen until it crashes.
@main struct Main {
    static func main() async throws {
        guard CommandLine.arguments.count > 2, let crash = Crash(rawValue: CommandLine.arguments[1]) else {
            exit(64)
        }
        if CommandLine.arguments.contains("--handler") {
            for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE] { signal(number, handleForHost) }
        }
        try CrashRestoration.install()
        var settings = VideoKit.Settings()
        settings.selection = .named([CommandLine.arguments[2]])
        settings.mode = ModePolicy("640x480") ?? .preferred
        let crasher = Crasher(crash)
        let kit = try VideoKit(delegate: crasher, settings: settings)
        try await kit.start()
        for await _ in kit.events {}
    }
}
