import ConfigurationMutations

// Reads mutated configurations, and reports the cost of the slowest; a trap, a sanitizer's report or a broken rule is a
// failure.
//
//   ConfigurationFuzz [inputs] [seed]

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let inputs = Int(arguments.first ?? 100_000)
let clock = ContinuousClock()

var mutator = ConfigurationMutator(seed: arguments.dropFirst().first ?? 1)
var input: [UInt8] = []
var (good, faulty, problems, broken) = (0, 0, 0, 0)
var slowest = Duration.zero
for _ in 0..<inputs {
    mutator.next(into: &input)
    let start = clock.now
    let outcome = ConfigurationCheck.check(input)
    if clock.now - start > slowest {
        // A slow input is measured again before it counts: the scheduler may have been the reason.
        let again = (0..<5).map { _ in clock.measure { _ = ConfigurationCheck.check(input) } }
        slowest = max(slowest, again.min() ?? .zero)
    }
    switch outcome {
    case .read(0): good += 1
    case .read(let count):
        faulty += 1
        problems += count
    case .broken(let rule):
        broken += 1
        print("\(rule)\n---\n\(String(decoding: input, as: UTF8.self))\n---")
    }
}
print("\(good) without problems, \(faulty) with \(problems), \(broken) broke a rule; the slowest took \(slowest)")
if broken > 0 { fatalError("a rule is broken") }
