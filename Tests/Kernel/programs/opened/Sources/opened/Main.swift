import Glibc
import Screens

/// A delegate that shows one colour.
final class ColorDelegate: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) {
        view.backgroundColor = Color(rgb: 0x204060)
        view.nextUpdate = .whenNeeded
    }
}

/// opened DESCRIPTOR: drives the card that another program has opened, as under a seat manager. It carries out each
/// line of its input (`pause`, `resume`, `off SCREEN`, `on SCREEN`, `dim SCREEN PERCENT`, `look`) and then prints the
/// states of the screens.
@main struct Main {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let descriptor = Int32(CommandLine.arguments[1]) else {
            throw ScreenError(.invalidArgument, operation: "use", object: "the command line")
        }
        var settings = VideoKit.Settings()
        settings.cards = .opened(try OpenedCard(descriptor: descriptor))
        let delegate = ColorDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        report(kit)
        while let line = readLine() {
            let words = line.split(separator: " ")
            switch words.first {
            case "pause": await kit.pause()
            case "resume": await kit.resume()
            case "off", "on":
                guard let screen = kit.screens.first(where: { $0.name == words[1] }) else { break }
                var settings = kit.settings(of: screen.id) ?? ScreenSettings()
                settings.isOn = words[0] == "on"
                try await kit.apply(settings, to: screen.id)
            case "dim":
                guard let screen = kit.screens.first(where: { $0.name == words[1] }) else { break }
                var settings = kit.settings(of: screen.id) ?? ScreenSettings()
                settings.dimming = Double(words[2]).map { $0 / 100 }
                try await kit.apply(settings, to: screen.id)
            default: break
            }
            report(kit)
        }
        await kit.stop()
    }

    private static func report(_ kit: VideoKit) {
        print(kit.screens.map { "\($0.name) \($0.dark?.reason.rawValue ?? "lit")" }.joined(separator: ", "))
        fflush(nil)
    }
}
