import Screens

/// Draws a clock, with the time of day of UTC, and a ticker as layers over a moving picture.
///
///     clock               on the displays of this machine
///     clock --simulate    three seconds on a simulated display, which takes no time
@main struct Clock {
    static func main() async throws {
        guard CommandLine.arguments.contains("--simulate") else {
            let kit = try VideoKit { Ground.draw(on: &$0) }
            try await kit.start()
            var layers: [ScreenID: [ScreenLayer]] = [:]
            for await _ in kit.events { try update(&layers, of: kit) }
            return
        }
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("640x360@60")], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(settings: settings) { Ground.draw(on: &$0) }
        try await kit.start()
        clock.advance(refreshes: 1)
        var layers: [ScreenID: [ScreenLayer]] = [:]
        try update(&layers, of: kit)
        clock.advance(by: .seconds(3))
        let statistics = kit.statistics().first
        print("\(statistics?.presented ?? 0) frames, \(statistics?.missed ?? 0) missed")
        if let screen = kit.screens.first {
            // Corners of the clock and of the ticker, and a place that neither of them covers.
            let picture = try await kit.capture(screen.id).picture
            let colors = [picture[630, 9], picture[0, 359], picture[320, 180]].map { String($0.rgb, radix: 16) }
            print("clock \(colors[0]), ticker \(colors[1]), picture \(colors[2])")
        }
        withExtendedLifetime(layers) {}
        await kit.stop()
    }

    /// Gives each screen its layers. A display that returns has another id, and would have its former layers again, so
    /// the layers of absent screens are released.
    private static func update(_ layers: inout [ScreenID: [ScreenLayer]], of kit: VideoKit) throws {
        let screens = kit.screens
        layers = layers.filter { id, _ in screens.contains { $0.id == id } }
        for screen in screens where screen.layout != nil && layers[screen.id] == nil {
            do {
                layers[screen.id] = try addLayers(to: kit, on: screen)
            } catch let error as ScreenError where error.code == .noSuchScreen {
                // The display has gone since the list was read.
            }
        }
    }

    private static func addLayers(to kit: VideoKit, on screen: Screen) throws -> [ScreenLayer] {
        let bounds = screen.layout?.bounds ?? Size(width: 640, height: 360)
        let scale = max(1, bounds.height / 180)
        let digits = ExternalView.size(of: "00:00:00", scale: 2 * scale)
        let face = Rectangle(
            x: bounds.width - digits.width - 6 * scale, y: 4 * scale, width: digits.width + 2 * scale,
            height: digits.height + 2 * scale)
        // The function is called once a second, and the picture below is not drawn again for it.
        let clock = try kit.addLayer(to: screen.id, LayerPlacement(face, order: 1, opacity: 0.9)) { view in
            let second = view.timing.wallTime.components.seconds
            view.clear(to: .black.opacity(0.6))
            let text = [second / 3600 % 24, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            view.draw(text.joined(separator: ":"), in: view.bounds, scale: 2 * scale, color: .white)
            view.nextUpdate = .atWallTime(.seconds(second + 1))
        }
        return [clock, try addTicker(to: kit, on: screen, bounds, scale)]
    }

    /// A ticker along the lower edge, which the thread of the screen moves.
    private static func addTicker(
        to kit: VideoKit, on screen: Screen, _ bounds: Size, _ scale: Int
    ) throws -> ScreenLayer {
        let news = "A layer moves by itself.   The picture below it is not drawn again.   "
        var text = ""
        repeat { text += news } while ExternalView.size(of: text, scale: scale).width < bounds.width
        let size = ExternalView.size(of: text, scale: scale)
        var canvas = try Canvas(Size(width: size.width, height: size.height + 2 * scale))
        canvas.clear(to: .blue.opacity(0.5))
        canvas.draw(text, at: (x: 0, y: scale), scale: scale, color: .white)
        let place = Rectangle(
            x: 0, y: bounds.height - canvas.bounds.height, width: bounds.width, height: canvas.bounds.height)
        let strip = try ScrollingStrip([canvas.makeImage()], speed: Double(60 * scale))
        return try kit.addLayer(to: screen.id, LayerPlacement(place), strip: strip)
    }
}

/// The moving picture below the layers.
enum Ground {
    static func draw(on view: inout ExternalView) {
        let x = Int(view.timing.number) * 2 % view.bounds.width
        view.backgroundColor = Color(rgb: 0x203040)
        for (place, color) in [(x - 2, view.backgroundColor), (x, Color.orange)] {
            view.fill(Rectangle(x: place, y: 0, width: 2, height: view.bounds.height), with: color)
        }
    }
}
