import ArgumentParser
import ScreensConfiguration
import ScreensEDID
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens edid`.
struct EDIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edid", _superCommandName: "screens",
        abstract: "Decode EDIDs, the data by which displays describe themselves.",
        discussion: """
            The input is binary, as in sysfs; hexadecimal text of xxd, hexdump -C or edid-decode; arrays in C (0x00, \
            0xff, ...); or the output of xrandr --props or modetest -c with all its displays. Errors in the data are \
            listed at the end; the command fails only if the data is not an EDID.

            Several displays are printed one after the other, below the names of their files and connectors; with \
            --json as an array, with the members file and connector in each object. If a file cannot be read, the \
            others are still printed.

            Examples:
              screens edid /sys/class/drm/card1-HDMI-A-1/edid
              screens edid /sys/class/drm/*/edid --json | jq '.[].stableIdentity'
              xrandr --props | screens edid -

            Exit codes: 65 not an EDID, 66 no such file.
            """)

    @Argument(help: "The files; - is standard input.", completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object, or an array of several displays.")
    var json = false

    func run() throws {
        var displays: [DisplayInFile] = []
        var failures: [Failure] = []
        for file in files {
            do throws(Failure) {
                displays += try DisplayFile.displays(at: file)
            } catch {
                failures.append(error)
            }
        }
        try StandardOutput.write(try Self.text(of: displays, json: json, isOne: files.count == 1))
        guard let first = failures.first else { return }
        for failure in failures.dropLast() { Notices.shared.say(failure.message) }
        throw Failure(first.status, failures.last?.message ?? first.message)
    }

    /// Returns the output for the displays. One display from one file is printed alone.
    static func text(of displays: [DisplayInFile], json: Bool, isOne: Bool) throws(Failure) -> String {
        if isOne, displays.count <= 1 {
            guard let display = displays.first?.display else { return "" }
            let document = EDIDDocument(display)
            return json ? try JSONLine.encode(document) : EDIDReport(document).text
        }
        guard json else {
            return ReportSection.joined(
                displays.map { "==> \($0.title.printable) <==\n" + EDIDReport(EDIDDocument($0.display)).text })
        }
        return try JSONLine.encode(JSONValue.array(displays.map(\.document)))
    }
}
