import CardDocumentMutations
import Foundation

// Reads mutated documents of cards, and reports the cost of the slowest and the memory of all; a trap, a sanitizer's
// report or a broken rule is a failure.
//
//   CardDocumentFuzz FOLDER [inputs] [seed]      FOLDER has documents, such as Tests/Hardware

let arguments = CommandLine.arguments
guard arguments.count > 1, let names = try? FileManager.default.contentsOfDirectory(atPath: arguments[1]) else {
    fatalError("usage: CardDocumentFuzz FOLDER [inputs] [seed]")
}
let documents = names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
    FileManager.default.contents(atPath: "\(arguments[1])/\(name)").map { [UInt8]($0) }
}
let inputs = arguments.count > 2 ? Int(arguments[2]) ?? 20_000 : 20_000
let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1

/// The most memory that the process has had, in KiB.
func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

let clock = ContinuousClock()
var mutator = CardDocumentMutator(documents, seed: seed)
var (read, refused, broken) = (0, 0, 0)
var slowest = Duration.zero
for _ in 0..<inputs {
    let input = mutator.next()
    let start = clock.now
    let outcome = CardDocumentCheck.check(input)
    slowest = max(slowest, clock.now - start)
    switch outcome {
    case .read: read += 1
    case .refused: refused += 1
    case .broken(let rule):
        broken += 1
        print("\(rule)\n---\n\(String(decoding: input, as: UTF8.self))\n---")
    }
}
print(
    """
    \(read) read, \(refused) refused, \(broken) broke a rule; the slowest took \(slowest), the memory was \
    \(peak() / 1024) MiB
    """
)
if broken > 0 { fatalError("a rule is broken") }
if peak() > 512 << 10 { fatalError("too much memory") }
