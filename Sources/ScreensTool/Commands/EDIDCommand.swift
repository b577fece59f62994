import ArgumentParser
import EDID
import ProgramKit

/// `screens edid`.
struct EDIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edid",
        abstract: "Decode an EDID: what a display says of itself.",
        discussion: """
            It takes the bytes as the kernel has them, and hexadecimal text as xxd and edid-decode print it. Whatever \
            is odd about the bytes is listed at the end; only bytes that are no EDID at all are an error.

            Examples:
              screens edid /sys/class/drm/card1-HDMI-A-1/edid
              xxd -r -p dump.txt | screens edid - --json | jq .detailedTimings

            Exit codes: 65 no EDID, 66 no such file.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let display = try Self.display(at: file)
        try StandardOutput.write(json ? JSONLine.encode(EDIDDocument(display)) : EDIDReport(display).text)
    }

    /// The display that the file describes.
    static func display(at file: String) throws(Failure) -> KnownDisplay {
        let bytes = try DisplayFile.bytes(at: file)
        do {
            return try KnownDisplay(decoding: bytes)
        } catch {
            throw Failure(.badData, "\(file == "-" ? "standard input" : file) is no EDID: \(error)")
        }
    }
}
