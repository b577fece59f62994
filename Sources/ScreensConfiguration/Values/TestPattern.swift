/// The test pictures that both programs know.
package enum TestPattern: String, Sendable, Hashable, CaseIterable {
    case card, bars, gradient, checker
}
