import EDIDMutations
import Foundation
import Testing

@testable import ScreensEDID

/// The number of changed EDIDs for both decoders; by default 0, because each starts a process.
private let rounds = ProcessInfo.processInfo.environment["SCREENS_EDID_DIFFERENTIAL"].flatMap { Int($0) } ?? 0

@Suite("Changed displays", .enabled(if: rounds > 0, "set SCREENS_EDID_DIFFERENTIAL to the number of displays"))
struct DifferentialTests {
    /// Changes real displays slightly, like transfer errors and careless manufacturers, and compares with edid-decode.
    @Test(.enabled(if: Corpora.isPresent && EDIDDecodeProgram.url != nil, "\(Corpora.absence), or no edid-decode"))
    func agreeWithEDIDDecode() throws {
        let displays: [RealDisplay] = Corpus.allCases.flatMap { Corpora.displays($0) }
        let seeds = displays.filter { display in
            let extensions = Int(display.bytes[126])
            return display.bytes.count == 128 * (extensions + 1)
        }
        var random = Xorshift(seed: UInt64(rounds))
        var comparison = CorpusComparison()
        for round in 0..<rounds {
            let seed = seeds[random.below(seeds.count)]
            var bytes = seed.bytes
            for _ in 0..<(1 + random.below(3)) {
                let position = 8 + random.below(bytes.count - 8)
                if position % 128 != 127, position != 126 { bytes[position] = UInt8(random.below(256)) }
            }
            guard let text = try EDIDDecodeProgram.text(for: bytes) else {
                comparison.crashed.append("\(seed.name)#\(round)")
                continue
            }
            let display = RealDisplay(
                corpus: seed.corpus,
                name: "\(seed.name)#\(round)",
                bytes: bytes,
                edidDecode: text,
                displayInfo: nil
            )
            comparison.compare(display, with: Facts(edidDecode: text))
        }
        print(comparison.report("changed displays / edid-decode run beside"))
        for disagreement in comparison.unexplained {
            let hex = disagreement.display.bytes.map { String($0, radix: 16) }.joined(separator: " ")
            print("BYTES \(disagreement.display.name) \(hex)")
            Issue.record(disagreement.comment)
        }
    }
}
