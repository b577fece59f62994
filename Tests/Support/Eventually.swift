import Testing

/// Waits until a condition is true, as long as a loaded machine may take. The condition is checked on the caller's
/// actor.
package func eventually(
    _ what: Comment, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try await !isSo() {
        try #require(ContinuousClock.now < end, what, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
