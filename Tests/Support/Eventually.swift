import Testing

/// Waits until a condition is true, as long as a loaded machine may take.
package func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try await !isSo() {
        try #require(ContinuousClock.now < end, what, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
