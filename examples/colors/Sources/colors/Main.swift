import Screens

/// Every key press picks a new random colour, which the screens show at once. The key q ends the program.
///
///     colors              on the displays of this machine
///     colors --simulate   on a simulated display, with a report of what it shows
@main struct Main {
    static func main() async throws {
        let colors = Colors()
        let isSimulated = CommandLine.arguments.contains("--simulate")
        let simulated = isSimulated ? try SimulatedCard(screens: [SimulatedScreen("640x480@60")]) : nil
        var settings = VideoKit.Settings()
        if let simulated { settings.cards = .simulated(simulated) }
        let kit = try VideoKit(delegate: colors, settings: settings)
        try await kit.start()

        let keys = Keys()
        while let key = keys.next(), key != UInt8(ascii: "q") {
            colors.pickAnother()
            kit.setNeedsDisplay()
            if let simulated { try await report(colors.color, on: simulated) }
        }
        await kit.stop()
    }

    private static func report(_ color: Color, on card: SimulatedCard) async throws {
        while try card.picture(of: "Virtual-1")?[0, 0] != color { try await Task.sleep(for: .milliseconds(1)) }
        let digits = String(color.rgb, radix: 16)
        print("the screen shows #" + String(repeating: "0", count: 6 - digits.count) + digits)
    }
}
