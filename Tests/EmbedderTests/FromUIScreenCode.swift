import Screens

/// The code of the article FromUIScreen, which the compiler checks here.
private struct FromUIScreenCode {
    struct Colors: ViewPainter {
        private var step: UInt32 = 0

        mutating func draw(on view: inout ExternalView) {
            step &+= 0x010305
            view.backgroundColor = Color(rgb: step & 0xFFFFFF)
        }
    }

    final class ExternalScreens: PainterDelegate {
        func makePainter(for view: borrowing ExternalView) -> Colors { Colors() }
    }

    func showColors(with delegate: ExternalScreens) async throws -> VideoKit {
        var settings = VideoKit.Settings()
        settings.mode = .largest
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return kit
    }
}
