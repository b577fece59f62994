import Foundation
import TestSupport

/// The corpora with EDIDs of real displays.
enum Corpora {
    static var root: URL? { CorpusFolder.root }

    static var isPresent: Bool { root != nil }

    static var absence: String { CorpusFolder.absence }

    /// Returns the displays of one corpus, each with the texts of other decoders, sorted by name.
    static func displays(_ corpus: Corpus) -> [RealDisplay] {
        guard let root else { return [] }
        return corpus.displays(below: root)
    }

    static func text(_ path: String) throws -> String {
        guard let root else { throw CocoaError(.fileNoSuchFile) }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// One display: its bytes, and the readings of other decoders.
struct RealDisplay {
    let corpus: Corpus
    let name: String
    let bytes: [UInt8]

    /// The output of edid-decode, without serial numbers.
    let edidDecode: String?

    /// The output of libdisplay-info.
    let displayInfo: String?
}

/// A collection of displays.
enum Corpus: String, CaseIterable {
    case linuxhw = "linuxhw-sample"
    case displayInfo = "libdisplay-info"
    case edidDecode = "edid-decode"

    func displays(below root: URL) -> [RealDisplay] {
        let folder = root.appending(path: rawValue)
        switch self {
        case .linuxhw:
            return files(in: folder, ending: ".edid").map { display(folder, $0, text: ".decoded", print: nil) }
        case .displayInfo:
            return files(in: folder, ending: ".edid").map { display(folder, $0, text: ".ref", print: ".print") }
        case .edidDecode:
            return ["data", "test"].flatMap { part in
                let place = folder.appending(path: part)
                return files(in: place, ending: ".ref").map { name in
                    let text = read(place.appending(path: "\(name).ref"))
                    return RealDisplay(
                        corpus: self, name: name, bytes: Self.hexDump(text ?? ""), edidDecode: text, displayInfo: nil)
                }
            }
        }
    }

    private func display(_ folder: URL, _ name: String, text: String, print: String?) -> RealDisplay {
        let data = (try? Data(contentsOf: folder.appending(path: "\(name).edid"))) ?? Data()
        return RealDisplay(
            corpus: self,
            name: name,
            bytes: [UInt8](data),
            edidDecode: read(folder.appending(path: name + text)),
            displayInfo: print.flatMap { read(folder.appending(path: name + $0)) }
        )
    }

    private func files(in folder: URL, ending suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    private func read(_ file: URL) -> String? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return String(bytes: data, encoding: .utf8) ?? String(bytes: data, encoding: .isoLatin1)
    }

    /// Returns the bytes of the dump with which edid-decode's text starts.
    private static func hexDump(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("-----") { break }
            let words = line.split(separator: " ")
            guard !words.isEmpty, words.allSatisfy({ $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }) else {
                continue
            }
            bytes += words.compactMap { UInt8($0, radix: 16) }
        }
        return bytes
    }
}
