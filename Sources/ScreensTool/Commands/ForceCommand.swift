import ArgumentParser
import ScreensEDID
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens force`.
struct ForceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "force", _superCommandName: "screens",
        abstract: "Force a connector on or off until the next boot, or give it an EDID.",
        discussion: """
            For displays that the kernel does not detect, or that report no EDID or a wrong one: `on` forces the \
            connector to connected, `off` to disconnected, `auto` uses the result of a probe, and the display's own \
            EDID unless --edid gives another one.

            All programs on this machine see the forced state. The command needs root; the EDID needs debugfs as well. \
            To keep the state after a reboot, add to the kernel command line: video=HDMI-A-1:e (on) or \
            video=HDMI-A-1:d (off), and drm.edid_firmware=HDMI-A-1:edid/FILE for a file in /lib/firmware/edid.

            Examples:
              sudo screens force HDMI-A-1 on --edid tv.bin
              sudo screens force card1/DP-2 off
              sudo screens force HDMI-A-1 auto

            Exit codes: 65 not an EDID, 66 no such connector or file, 69 no debugfs, 77 not root.
            """)

    @Argument(help: "The connector: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var connector: String

    @Argument(
        help: "on, off or auto.", completion: .list(ConnectorFiles.Force.words.names),
        transform: ConnectorFiles.Force.words.value)
    var state: ConnectorFiles.Force

    @Option(
        help: ArgumentHelp(
            "A file with the EDID that overrides the display's own; - is standard input.", valueName: "file"),
        completion: .file())
    var edid: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    func validate() throws {
        if edid != nil, state == .off { throw ValidationError("--edid needs `on` or `auto`") }
    }

    func run() async throws {
        let files = try ConnectorFiles.find(connector)
        let bytes = try edid.map(Self.edid(at:))
        if bytes == nil, state == .auto { try files.removeOverride() }
        try files.force(state, edid: bytes)
        files.announce()
        try StandardOutput.write(json ? JSONLine.encode(document(files)) : text(files))
    }

    /// Returns the only EDID in a file, in the forms that `screens edid` reads. The file is read once, since it may be
    /// a pipe.
    static func edid(at path: String) throws(Failure) -> [UInt8] {
        let found = try DisplayFile.edids(at: path)
        guard let first = found.first, found.count == 1 else {
            throw Failure(.badData, "\(InputFile.name(of: path)) has \(found.count) EDIDs, and a connector takes one")
        }
        _ = try DisplayFile.display(first, at: path)
        return first.bytes
    }

    private func text(_ files: ConnectorFiles) -> String {
        let modes = files.modes
        let count = modes.count == 1 ? "1 mode" : "\(modes.count) modes"
        return "\(files.qualifiedName): \(files.status), \(count)\(modes.first.map { ", the first is \($0)" } ?? "")\n"
    }

    private func document(_ files: ConnectorFiles) -> JSONValue {
        .object([
            "name": .string(files.name), "card": .string(files.card), "force": .string(state.rawValue),
            "status": .string(files.status), "modes": .array(files.modes.map(JSONValue.string)),
        ])
    }
}
