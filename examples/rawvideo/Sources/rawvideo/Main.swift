import Dispatch
import Glibc
import Screens

///     rawvideo FILE                               on the displays of this machine; - is the standard input
///     rawvideo FILE --simulate MODE [COPY.png]    on a simulated display, with a line for each frame that it shows
@main struct Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let isSimulated = 3...4 ~= arguments.count && arguments[1] == "--simulate"
        guard let name = arguments.first, arguments.count == 1 || isSimulated else {
            end("usage: rawvideo FILE|- [--simulate MODE [COPY.png]]", EX_USAGE)
        }
        let file = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { end("\(name): \(String(cString: strerror(errno)))", EX_NOINPUT) }
        do {
            let reader = try Y4MReader(file)
            let player = Player(reader.format)
            DispatchQueue(label: "reader").async { player.read(from: reader) }
            if isSimulated {
                try await simulate(player, on: arguments[2], copy: arguments.count > 3 ? arguments[3] : nil)
            } else {
                try await show(player)
            }
            if let failure = player.failure { throw failure }
        } catch let error as StreamError {
            end("\(name): \(error.message)", EX_DATAERR)
        } catch {
            end("\(error)", EX_UNAVAILABLE)
        }
    }

    private static func show(_ player: Player) async throws {
        let video = Video(player)
        let kit = try VideoKit(delegate: video)
        try await kit.start()
        for await _ in player.end {}
        await kit.stop()
    }

    private static func end(_ message: String, _ code: Int32) -> Never {
        let line = "\(message)\n"
        write(STDERR_FILENO, line, line.utf8.count)
        exit(code)
    }
}
