import Screens

final class Painter: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) {
        let x = Int(view.timing.number) % view.bounds.width
        view.backgroundColor = Color(rgb: 0x203040)
        view.fill(Rectangle(x: x - 1, y: 0, width: 1, height: view.bounds.height), with: view.backgroundColor)
        view.fill(Rectangle(x: x, y: 0, width: 1, height: view.bounds.height), with: .white)
    }
}

@main struct Hello {
    static func main() async throws {
        let painter = Painter()
        if CommandLine.arguments.contains("--simulate") { return try await simulate(painter) }
        let kit = try VideoKit(delegate: painter)
        try await kit.start()
        for await event in kit.events {
            switch event {
            case .snapshot(let screens): print("screens:", screens.map(\.name))
            case .connected(let screen): print("connected:", screen.name)
            case .disconnected(let screen): print("disconnected:", screen.name)
            case .changed(let screen, _): print("changed:", screen.name)
            case .warning, .cards: print(event.message ?? "")
            }
        }
    }
}
