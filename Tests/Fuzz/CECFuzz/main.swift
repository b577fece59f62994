import CECMutations

// Plays mutated messages of a CEC bus; a trap, a sanitizer's report or a violation is a failure.
//
//   CECFuzz [messages] [seed]

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let messages = Int(arguments.first ?? 1_000_000)
var trial = FollowerTrial(seed: arguments.dropFirst().first ?? 1)
let elapsed = ContinuousClock().measure { trial.play(messages) }
print("\(messages) messages, \(elapsed)")
for violation in trial.violations.prefix(20) { print("violation: \(violation)") }
if !trial.violations.isEmpty { fatalError("\(trial.violations.count) violations") }
