import Screens

final class MovingLine: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) {
        let x = Int(view.timing.number) % view.bounds.width
        view.backgroundColor = Color(rgb: 0x203040)
        view.fill(Rectangle(x: x - 1, y: 0, width: 1, height: view.bounds.height), with: view.backgroundColor)
        view.fill(Rectangle(x: x, y: 0, width: 1, height: view.bounds.height), with: .white)
    }
}

@main struct Hello {
    static func main() async throws {
        let line = MovingLine()
        if CommandLine.arguments.contains("--simulate") { return try await simulate(line) }
        let kit = try VideoKit(delegate: line)
        try await kit.start()
        for await event in kit.events { print(event) }
    }
}
