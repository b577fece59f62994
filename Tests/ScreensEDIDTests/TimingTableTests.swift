import Testing

@testable import ScreensEDID

@Suite("Timing tables", .enabled(if: Corpora.isPresent, "\(Corpora.absence)"))
struct TimingTableTests {
    /// Returns the timings of a file, each with the words in front of it.
    private func answers(_ file: String) throws -> [(head: String, line: String)] {
        var result: [(head: String, line: String)] = []
        var command = ""
        var text = ""
        for line in try Corpora.text("timing-tables/\(file)").split(separator: "\n") {
            if line.hasPrefix("#") {
                command = String(line)
            } else if !line.hasPrefix(" ") {
                text = String(line)
            } else if line.contains("Hfront") {
                text += "\n\(line)"
            } else if line.contains("Vfront"), !text.contains("Vfront") {
                text += "\n\(line)"
                result.append((command, text))
            }
        }
        return result
    }

    private func facts(_ text: String) -> String? {
        // The reader recognizes a complete timing by the word "DTD".
        let body = text.replacing(/^[^:]*:/, with: "DTD 1:", maxReplacements: 1)
        return Facts(edidDecode: body)["firstDetailed"]
    }

    @Test func holdEveryDMT() throws {
        let answers = try answers("dmt_long.txt")
        #expect(answers.count == DMT.identifiers.count)
        for answer in answers {
            // The answers are sorted by size.
            let digits = try #require(answer.line.firstMatch(of: /DMT 0x(..)/)).1
            let identifier = try #require(UInt8(digits, radix: 16))
            #expect(DMT.timing(identifier).map(Facts.line) == facts(answer.line))
        }
    }

    @Test func holdEveryVIC() throws {
        let answers = try answers("vic_long.txt")
        #expect(answers.count == 154)
        #expect(answers.count == VideoIdentificationCode.codes.count)
        for (code, answer) in zip(VideoIdentificationCode.codes, answers) {
            #expect(VideoIdentificationCode.timing(code).map(Facts.line) == facts(answer.line))
        }
    }

    @Test func holdEveryHDMIVIC() throws {
        let answers = try answers("hdmi_vic_long.txt")
        #expect(answers.count == 4)
        for (code, answer) in zip(UInt8(1)..., answers) {
            #expect(VideoIdentificationCode.hdmiTiming(code).map(Facts.line) == facts(answer.line))
        }
    }

    private struct Request {
        let width: Int
        let height: Int
        let refresh: Double
        let reduced: Int

        init?(_ command: String) {
            guard let match = command.firstMatch(of: /w=(\d+),h=(\d+),fps=([\d.]+)(?:,rb=(\d))?/),
                let width = Int(match.1), let height = Int(match.2), let refresh = Double(match.3)
            else { return nil }
            (self.width, self.height, self.refresh) = (width, height, refresh)
            reduced = match.4.flatMap { Int($0) } ?? 0
        }
    }

    @Test func computeEveryCVT() throws {
        let answers = try answers("cvt_known_answers.txt")
        #expect(answers.count == 1170)
        let blankings: [CVT.Blanking] = [.standard, .reduced, .reduced2]
        for answer in answers {
            let request = try #require(Request(answer.head))
            let timing = CVT.timing(
                width: request.width, height: request.height, refresh: request.refresh,
                blanking: blankings[request.reduced])
            #expect(timing.map(Facts.line) == facts(answer.line), "\(answer.head)")
        }
    }

    @Test func computeEveryGTF() throws {
        let answers = try answers("gtf_known_answers.txt")
        #expect(answers.count == 390)
        for answer in answers {
            let request = try #require(Request(answer.head))
            let timing = GTF.standard.timing(width: request.width, height: request.height, refresh: request.refresh)
            #expect(timing.map(Facts.line) == facts(answer.line), "\(answer.head)")
        }
    }
}
