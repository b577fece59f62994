import Foundation

/// The program edid-decode, where it is installed.
enum EDIDDecodeProgram {
    static let url: URL? = ["/usr/bin/edid-decode", "/usr/local/bin/edid-decode"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        .map { URL(filePath: $0) }

    private static let longestText = 1 << 20

    /// Its output for the bytes: serial numbers too, which stored texts leave out.
    ///
    /// Nil where it crashes, gives up on the way or does not end.
    static func text(for bytes: [UInt8]) throws -> String? {
        guard let url else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "edid-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = url
        process.arguments = ["--check", "--skip-hex-dump", "--native-resolution", file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var data = Data()
        while let part = try output.fileHandleForReading.read(upToCount: 65536), !part.isEmpty {
            data += part
            guard data.count > Self.longestText else { continue }
            // There are bytes that make it print for ever, and it does not mind being asked to end.
            kill(process.processIdentifier, SIGKILL)
            break
        }
        process.waitUntilExit()
        guard data.count <= Self.longestText else { return nil }
        guard process.terminationReason == .exit else { return nil }
        let text = String(bytes: data, encoding: .utf8) ?? String(bytes: data, encoding: .isoLatin1)
        // Its last line is the verdict; without it, the program gave up on the way.
        return text.flatMap { $0.contains("EDID conformity:") ? $0 : nil }
    }
}
