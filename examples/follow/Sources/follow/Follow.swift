import Glibc
import ScreensManager

/// `follow BRIGHTNESS [SOCKET]` prints each change of the screens that the daemon drives, and dims the screens that are
/// plugged in.
@main
struct Follow {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let brightness = words.first.flatMap(Int.init) else {
            print("usage: follow BRIGHTNESS [SOCKET]")
            exit(64)
        }
        do throws(DaemonError) {
            try follow(words.dropFirst().first.map(DaemonSocket.init) ?? .all, brightness)
        } catch {
            print("follow: \(error)")
            exit(error.code == .noDaemon ? 69 : 1)
        }
    }

    static func follow(_ socket: DaemonSocket, _ brightness: Int) throws(DaemonError) {
        let (events, daemon) = (try DaemonClient(socket), try DaemonClient(socket))
        try events.watch { event in
            for screen in event.screens ?? [event.screen].compactMap(\.self) where screen.isConnected {
                print(event.event, screen.qualifiedName, screen.currentMode?.description ?? "dark")
                guard event.kind == .snapshot || event.kind == .connected else { continue }
                dim(screen, to: brightness, by: daemon)
            }
            return true
        }
    }

    static func dim(_ screen: ScreenDocument, to brightness: Int, by daemon: DaemonClient) {
        do throws(DaemonError) {
            let reply = try daemon.set(["dim": brightness], of: screen.qualifiedName)
            for deviation in reply.deviations { print(screen.qualifiedName, deviation.message) }
        } catch {
            print(screen.qualifiedName, error.refusal ?? error.code.rawValue, error)
        }
    }
}
