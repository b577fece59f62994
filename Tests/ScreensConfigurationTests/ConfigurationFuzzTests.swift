import ConfigurationMutations
import Testing

struct ConfigurationFuzzTests {
    /// The program `ConfigurationFuzz` continues after the last of these seeds.
    @Test func mutatedConfigurationsBreakNoRule() {
        var mutator = ConfigurationMutator(seed: 7)
        var input: [UInt8] = []
        var outcomes: [ConfigurationCheck.Outcome: Int] = [:]
        for _ in 0..<400 {
            mutator.next(into: &input)
            let outcome = ConfigurationCheck.check(input)
            outcomes[outcome, default: 0] += 1
            if case .broken(let rule) = outcome { Issue.record("\(rule): \(String(decoding: input, as: UTF8.self))") }
        }
        // Both outcomes occur.
        #expect(outcomes[.read(problems: 0), default: 0] > 10)
        #expect(outcomes[.read(problems: 1), default: 0] > 10)
    }
}
