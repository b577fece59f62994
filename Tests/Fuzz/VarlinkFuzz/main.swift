import ScreensJSON
import ScreensVarlink
import VarlinkMutations

// Plays mutated streams and definitions, then reports the costliest messages; a trap, a sanitizer's report or a
// violation is a failure.
//
//   VarlinkFuzz [inputs] [seed]

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let inputs = Int(arguments.first ?? 1_000_000)
let seed = arguments.dropFirst().first ?? 1
let clock = ContinuousClock()

/// Returns the violations. Nothing else of the trial outlives the call, so that a sanitizer sees leaks.
func play() throws -> [String] {
    var trial = try SessionTrial(seed: seed)
    var clients = SessionMutator(seeds: SessionSeeds.calls, seed: seed)
    var services = SessionMutator(seeds: SessionSeeds.replies, seed: seed)
    var texts = SessionMutator(seeds: SessionSeeds.calls + SessionSeeds.definitions, seed: seed)
    let elapsed = clock.measure {
        for index in 0..<inputs {
            switch index % 3 {
            case 0: trial.playClient(clients.next())
            case 1: trial.playService(services.next())
            default: trial.read(texts.next())
            }
        }
    }
    print("\(inputs) inputs: \(trial.counts), \(elapsed)")
    return trial.violations
}

let violations = try play()
for violation in violations { print("violation: \(violation)") }

let units = [
    "0,", "0.5,", "1e-300,", "[],", "[0],", "{},", "{\"\":0},", "\"\",", "\"aaaaaaaaaaaaaaaa\",", "\"\\u00e9\\n\",",
    "\"\u{E9}\u{6F22}\",",
    "\"a" + String(repeating: "\u{301}\u{323}", count: 15) + "\",",
]
for unit in units {
    let bytes = Array(("[" + String(repeating: unit, count: (1 << 20) / unit.utf8.count - 8) + "0]").utf8)
    let limits = JSONLimits(values: 1 << 20)
    var value: JSONValue?
    let reading = (0..<5).map { _ in clock.measure { value = try? JSONValue(decoding: bytes, limits: limits) } }.min()
    let writing = (0..<5).map { _ in clock.measure { _ = value?.encoded } }.min()
    print("\(bytes.count) bytes of \(unit.prefix(12)) read \(reading ?? .zero), written \(writing ?? .zero)")
}
if !violations.isEmpty { fatalError("\(violations.count) violations") }
