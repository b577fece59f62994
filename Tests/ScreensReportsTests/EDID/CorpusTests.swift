import Foundation
import ScreensEDID
import TestSupport
import Testing

@testable import ProgramSamples
@testable import ScreensManager
@testable import ScreensReports

/// The EDIDs of real displays become valid JSON and harmless text.
struct CorpusTests {
    /// Returns all files below a folder that are an EDID, in binary or as text that the command accepts, regardless of
    /// their names.
    private static func displays(below root: URL) throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        return names.compactMap { name in
            // Directories cannot be read.
            guard let data = try? Data(contentsOf: root.appending(path: name)) else { return nil }
            var bytes = [UInt8](data)
            if case .bytes(let decoded) = HexDump.read(bytes) { bytes = decoded }
            return bytes.starts(with: [0x00, 0xFF, 0xFF, 0xFF]) ? (name, bytes) : nil
        }
    }

    @Test(.enabled(if: CorpusFolder.root != nil, "\(CorpusFolder.absence)"))
    func everyDisplayIsPrinted() throws {
        let displays = try Self.displays(below: try #require(CorpusFolder.root))
        #expect(displays.count > 400)
        let decoder = JSONDecoder()
        for (name, bytes) in displays {
            let display = KnownDisplay(try DisplayDescription(decoding: bytes), vendor: nil)
            let line = try JSONLine.encode(EDIDDocument(display))
            #expect(line.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(name)")
            let printed = try decoder.decode(PrintedEDID.self, from: Data(line.utf8))
            #expect(printed.detailedTimings.count == display.description.detailedTimings.count, "\(name)")
            let text = EDIDReport(EDIDDocument(display)).text
            #expect(text.dangerousScalars.isEmpty, "\(name)")
            #expect(text.contains(display.description.identity.description), "\(name)")
        }
    }
}
