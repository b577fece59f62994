import ArgumentParser
import ProgramKit
import Screens

/// `screens snapshot`.
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Write what a screen shows as a PNG file.",
        discussion: """
            Whoever shows it: another program, a compositor, or the console. The buffers that the card sends out are \
            read, in the size of the screen's mode, with overlays and cursor; nothing is changed, and nobody is disturbed. \
            Corrections of gamma and colour come after that and are not in the picture, nor is a pointer that a virtual \
            machine's host draws.

            The kernel gives the buffers of other programs to root only; screensd, where it runs, gives its own to who \
            may talk to it. What a GPU has drawn is often tiled or \
            compressed, which cannot be read: then it says so.

            Examples:
              sudo screens snapshot HDMI-A-1 screen.png
              sudo screens snapshot card1/HDMI-A-1 - | ssh desk 'cat > screen.png'

            Exit codes: 66 no such screen, 69 nothing is shown there or it cannot be read, 73 the file cannot be \
            written, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Argument(
        help: ArgumentHelp("The PNG file, or - for standard output.", valueName: "file.png"),
        completion: .file(extensions: ["png"]))
    var file: String

    @OptionGroup var choice: DaemonChoice

    func validate() throws {
        if file == "" { throw ValidationError("snapshot takes the name of a file") }
        if file == "-", StandardOutput.isTerminal { throw ValidationError("snapshot does not write to a terminal") }
    }

    func run() async throws {
        let bytes = try await bytes()
        try file == "-" ? StandardOutput.write(bytes) : WholeFile.write(bytes, to: file)
    }

    /// The picture as a PNG file.
    private func bytes() async throws(Failure) -> [UInt8] {
        if let daemon = try choice.connection(longestReply: DaemonConnection.longestPicture) {
            return try daemon.snapshot(of: screen)
        }
        let kit = VideoKit(observing: VideoKit.Settings())
        let look = try await Look.take(with: kit)
        let screen = try ScreenName.resolve(screen, among: look.connectors, cards: look.cards)
        let capture: ScreenCapture
        do {
            capture = try await kit.capture(screen.id)
        } catch {
            throw Failure(error)
        }
        for omission in capture.omissions {
            Notices.shared.say("without its \(omission.layer): \(Failure(omission.cause).message)")
        }
        if !capture.isSteady {
            Notices.shared.say(
                "\(screen.name) changed while it was read: parts of the picture may be newer than others")
        }
        return try PNGEncoder.encode(capture.picture)
    }
}
