import Foundation
import TestSupport

/// The program edid-decode, if it is installed.
enum EDIDDecodeProgram {
    static let url: URL? = ["/usr/bin/edid-decode", "/usr/local/bin/edid-decode"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        .map { URL(filePath: $0) }

    private static let longestText = 1 << 20

    /// Returns its output for the bytes, including serial numbers, which stored texts leave out.
    ///
    /// Nil if it crashes, gives up on the way or does not end.
    static func text(for bytes: [UInt8]) throws -> String? {
        guard let url else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "edid-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Some bytes make it print forever, and it ignores SIGTERM.
        let output = try ProgramOutput(
            url.path, ["--check", "--skip-hex-dump", "--native-resolution", file.path], limit: longestText)
        guard output.status != nil else { return nil }
        let text = String(bytes: output.bytes, encoding: .utf8) ?? String(bytes: output.bytes, encoding: .isoLatin1)
        // The last line is the verdict; without it, the program gave up on the way.
        return text.flatMap { $0.contains("EDID conformity:") ? $0 : nil }
    }
}
