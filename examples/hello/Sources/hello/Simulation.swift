import Screens

/// Draws a second of frames on a simulated screen, without waiting for it, and shows the last picture in the terminal.
func simulate(_ delegate: some VideoKitDelegate) async throws {
    let clock = ManualClock()
    let card = try SimulatedCard(screens: [SimulatedScreen("80x60@60")], clock: clock)
    var settings = VideoKit.Settings()
    settings.cards = .simulated(card)
    let kit = try VideoKit(delegate: delegate, settings: settings)
    try await kit.start()
    clock.advance(by: .seconds(1))
    if let frame = try card.frame(of: "Virtual-1") {
        print(inBlocks: frame.picture)
        print("frame \(frame.number)")
    }
    await kit.stop()
}

/// Prints two rows of pixels as a line of half blocks, in the colours of both.
private func print(inBlocks picture: Picture) {
    func code(_ color: Color) -> String {
        "2;\(color.rgb >> 16);\(color.rgb >> 8 & 0xFF);\(color.rgb & 0xFF)m"
    }
    for y in stride(from: 0, to: picture.size.height - 1, by: 2) {
        let blocks = (0..<picture.size.width).map { x in
            "\u{1B}[38;\(code(picture[x, y]))\u{1B}[48;\(code(picture[x, y + 1]))▀"
        }
        print(blocks.joined() + "\u{1B}[0m")
    }
}
