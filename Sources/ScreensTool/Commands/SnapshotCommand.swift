import ArgumentParser
import Screens
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensReports

/// `screens snapshot`.
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", _superCommandName: "screens",
        abstract: "Write the picture that a screen shows to a PNG or JPEG file.",
        usage: "screens snapshot <screen> <file.png> [<options>]",
        discussion: """
            The picture may belong to any program, a compositor or the console. The command reads the buffers that the \
            card scans out, in the size of the screen's mode, with overlays and cursor; it changes nothing and \
            disturbs no other program. Colour corrections that the card applies after the buffers (GAMMA_LUT) are not \
            in the picture, nor is a pointer that the host of a virtual machine draws.

            Only root can read the buffers of other programs; screensd, if it runs, provides its own pictures to \
            members of the group screens-admin, and to members of screens-operator for screens whose setting snapshots \
            is true. The picture of a screen that the daemon does not drive is read from \
            the kernel. The buffers of a GPU are often tiled or compressed and cannot be read: the command then \
            fails.

            A card of nvidia-drm is not opened, because its driver disables all displays when a program closes a card \
            that has no master, and the command fails. With --probe it is opened.

            Examples:
              sudo screens snapshot HDMI-A-1 screen.png
              sudo screens snapshot card1/HDMI-A-1 - | ssh desk 'cat > screen.png'
              screens snapshot HDMI-A-1 preview.jpg --width 320

            Exit codes: 64 a file name of another format, 66 no such screen, 69 the screen is dark or cannot be \
            read, 73 the file cannot be written, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Argument(
        help: ArgumentHelp("The PNG or JPEG file, or - for standard output.", valueName: "file.png"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The format: png or jpeg; by default the format of the file's name, or else png.", valueName: "name"),
        completion: .list(PictureFormat.allCases.map(\.rawValue)))
    var format: PictureFormat?

    @Option(
        help: ArgumentHelp(
            "The most columns of the picture, which keeps its aspect; by default it has its own size.",
            valueName: "pixels"))
    var width: Int?

    @Flag(help: "Also open a card of nvidia-drm, whose displays may go dark.")
    var probe = false

    @OptionGroup var choice: DaemonChoice

    func validate() throws {
        if file == "" { throw ValidationError("snapshot needs the name of a file") }
        if let problem = PictureFileName.problem(file, as: fileFormat) { throw ValidationError(problem) }
        if let width, width < 1 { throw ValidationError("--width must be 1 or more pixels, not \(width)") }
        if file == "-", StandardOutput.isTerminal { throw ValidationError("snapshot does not write to a terminal") }
    }

    func run() async throws {
        let bytes = try await bytes()
        try file == "-" ? StandardOutput.write(bytes) : WholeFile.write(bytes, to: file)
    }

    /// The format of the file.
    private var fileFormat: PictureFormat { format ?? PictureFileName.format(file) }

    /// Returns the picture as a file.
    private func bytes() async throws(Failure) -> [UInt8] {
        // The socket for reading refuses, with the reason.
        if let daemon = try choice.connection(for: .mostRights, longestAnswer: DaemonClient.longestPicture) {
            do throws(Failure) {
                return try daemon.snapshot(of: screen, width: width, as: SnapshotFormat(fileFormat))
            } catch  where error.status == .noPermission || probe && error.status == .unavailable {
                // The picture belongs to another program, and only root may read it; or the user has no right to the
                // pictures of the daemon; or the daemon does not open the card.
                return try await bytesOfKernel(isBesideDaemon: true)
            }
        }
        return try await bytesOfKernel(isBesideDaemon: false)
    }

    /// Returns the failure of a read of the kernel's buffers, if the daemon may not read them either.
    ///
    /// - Parameter failure: the failure of the read.
    static func failure(besideDaemon failure: Failure, of screen: String) -> Failure {
        guard failure.status == .noPermission else { return failure }
        return Failure(
            .noPermission,
            "no picture of \(screen) for this user: only root can read the picture of another program or of the "
                + "console (`sudo screens snapshot`), and screensd gives its own pictures only to root and the group "
                + "screens-admin, and with the setting snapshots to screens-operator; `screens status` says what is "
                + "shown there")
    }

    /// Returns the picture in the buffers that the kernel scans out, as a file.
    private func bytesOfKernel(isBesideDaemon: Bool) async throws(Failure) -> [UInt8] {
        var settings = VideoKit.Settings()
        if probe { settings.reading = .probedRegardless }
        let kit = VideoKit(observing: settings)
        let inspection = try await Inspection.take(with: kit)
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        let capture: ScreenCapture
        do {
            capture = try await kit.capture(screen.id)
        } catch {
            if error.code == .dark, let dark = screen.dark {
                throw Failure(.unavailable, "\(screen.name) shows nothing: \(dark.message)")
            }
            throw isBesideDaemon ? Self.failure(besideDaemon: Failure(error), of: screen.name) : Failure(error)
        }
        for omission in capture.omissions {
            Notices.shared.say("without its \(omission.layer): \(Failure(omission.cause).message)")
        }
        if !capture.isSteady {
            Notices.shared.say(
                "\(screen.name) changed while it was read: parts of the picture may be newer than others")
        }
        return try Failure.mapping { () throws(PictureError) in
            try capture.picture.encoded(as: fileFormat, width: width)
        }
    }
}

extension PictureFormat: ExpressibleByArgument {}

extension SnapshotFormat {
    /// The format of the interface for a format of files.
    fileprivate init(_ format: PictureFormat) {
        switch format {
        case .png: self = .png
        case .jpeg: self = .jpeg
        }
    }
}
