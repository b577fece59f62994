import Testing

@testable import ScreensEDID

@Suite("Real displays", .enabled(if: Corpora.isPresent, "\(Corpora.absence)"))
struct CorpusTests {
    @Test(arguments: Corpus.allCases)
    func agreeWithTheTextsOfEDIDDecode(_ corpus: Corpus) throws {
        var comparison = CorpusComparison()
        for display in Corpora.displays(corpus) {
            guard let text = display.edidDecode else { continue }
            // The stored texts hide the serial numbers, and lack the list of native resolutions.
            comparison.compare(
                display, with: Facts(edidDecode: text), ignoring: ["serialNumber", "serialString", "native"])
        }
        print(comparison.report("\(corpus.rawValue) / edid-decode"))
        #expect(comparison.displays > 0)
        for disagreement in comparison.unexplained {
            Issue.record(disagreement.comment)
        }
    }

    @Test(
        .enabled(if: EDIDDecodeProgram.url != nil, "edid-decode is not installed"),
        arguments: Corpus.allCases
    )
    func agreeWithEDIDDecodeBesideIt(_ corpus: Corpus) throws {
        var comparison = CorpusComparison()
        for stored in Corpora.displays(corpus) {
            guard let text = try EDIDDecodeProgram.text(for: stored.bytes) else {
                comparison.crashed.append(stored.name)
                continue
            }
            let display = RealDisplay(
                corpus: corpus, name: stored.name, bytes: stored.bytes, edidDecode: text, displayInfo: nil)
            comparison.compare(display, with: Facts(edidDecode: text))
        }
        print(comparison.report("\(corpus.rawValue) / edid-decode run beside"))
        for disagreement in comparison.unexplained {
            Issue.record(disagreement.comment)
        }
    }

    @Test func agreeWithDisplayInfo() throws {
        var comparison = CorpusComparison()
        var makes: [String: String] = [:]
        for display in Corpora.displays(.displayInfo) {
            guard let text = display.displayInfo else { continue }
            let description = try DisplayDescription(decoding: display.bytes)
            var theirs = Facts(displayInfo: text)
            // libdisplay-info prints the manufacturer's name, and we have its letters: one name must belong to one
            // code.
            let letters = description.base.manufacturer.description
            let name = theirs["displayInfo.make"] ?? ""
            #expect(makes[letters, default: name] == name)
            makes[letters] = name
            theirs["displayInfo.make"] = letters
            comparison.compare(
                display, ours: Facts(inWordsOfDisplayInfo: description), theirs: theirs)
        }
        #expect(Set(makes.values).count == makes.count)
        print(comparison.report("libdisplay-info / libdisplay-info"))
        #expect(comparison.displays == 33)
        for disagreement in comparison.unexplained {
            Issue.record(disagreement.comment)
        }
    }
}

extension Disagreement {
    var comment: Comment {
        "\(display.name) \(field)\n   ours: \(ours ?? "-")\n theirs: \(theirs ?? "-")"
    }
}
