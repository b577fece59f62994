import EDIDMutations
import Foundation
import ScreensEDID

// Decodes mutated EDIDs and reports the cost of the slowest; a trap or a sanitizer's report is a failure.
//
// EDIDFuzz [inputs] [seed]      reads the corpora in SCREENS_CORPORA, if it is set

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let inputs = Int(arguments.first ?? 1_000_000)
let clock = ContinuousClock()

/// Returns every `.edid` file, and every file without an extension, below the folder.
func corpusSeeds() -> [[UInt8]] {
    guard let root = ProcessInfo.processInfo.environment["SCREENS_CORPORA"],
        let files = FileManager.default.enumerator(atPath: root)
    else { return [] }
    return files.compactMap { $0 as? String }.sorted().compactMap { name in
        guard name.hasSuffix(".edid") || (name.contains("/data/") && !name.hasSuffix(".ref")) else { return nil }
        return FileManager.default.contents(atPath: "\(root)/\(name)").map { [UInt8]($0) }
    }
}

/// Returns the shortest of several decodes: the cost of the bytes, without what the machine did meanwhile.
func cost(of bytes: [UInt8], repeats: Int) -> Duration {
    (0..<repeats).map { _ in clock.measure { _ = try? DisplayDescription(decoding: bytes) } }.min() ?? .zero
}

let seeds = corpusSeeds()
print("seeds: \(seeds.count) of the corpora, \(BuiltSeeds.small.count + BuiltSeeds.longest.count) built")

if !seeds.isEmpty {
    let rounds = 100
    let time = clock.measure {
        for _ in 0..<rounds {
            for bytes in seeds { _ = try? DisplayDescription(decoding: bytes) }
        }
    }
    print("unchanged corpora: \(time / (rounds * seeds.count)) a decode")
}

for (index, bytes) in BuiltSeeds.longest.enumerated() {
    print("dense description \(index), \(bytes.count) bytes: \(cost(of: bytes, repeats: 50))")
}

var mutator = Mutator(seeds: seeds + BuiltSeeds.small, seed: arguments.dropFirst().first ?? 1)
var input: [UInt8] = []
var (decoded, refused, findings, lost) = (0, 0, 0, 0)
let elapsed = clock.measure {
    for _ in 0..<inputs {
        mutator.next(into: &input)
        do {
            let display = try DisplayDescription(decoding: input)
            decoded += 1
            findings += display.findings.count
            // No property of the result may trap either, and an identity is read as it was written.
            _ = display.preferredTiming?.timing.refreshMillihertz
            _ = display.imageSize
            let identity = display.identity
            if DisplayIdentity(identity.description) != identity { lost += 1 }
        } catch {
            refused += 1
        }
    }
}
print("small inputs: \(decoded) decoded, \(refused) refused, \(findings) findings, \(elapsed)")
precondition(lost == 0, "\(lost) identities are not read as they were written")

var longMutator = Mutator(seeds: BuiltSeeds.longest, seed: 2)
var worst: (cost: Duration, bytes: [UInt8]) = (.zero, [])
for _ in 0..<min(inputs / 500, 20_000) {
    longMutator.next(into: &input)
    let time = cost(of: input, repeats: 1)
    // A slow input is measured again before it counts: the scheduler may have been the reason.
    if time > worst.cost {
        let again = cost(of: input, repeats: 20)
        if again > worst.cost { worst = (again, input) }
    }
}
print("long inputs: \(min(inputs / 500, 20_000)), the slowest of \(worst.bytes.count) bytes: \(worst.cost)")
