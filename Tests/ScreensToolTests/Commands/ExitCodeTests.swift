import Testing

/// The end of the program after a wrong command line: the code 64, one message, and no output.
@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (["bogus"], "'bogus' is not a command of screens; `screens --help` lists them"),
            (["show", "--bogus"], "Unknown option '--bogus'"),
            (["show", "--dim", "-5"], "Missing value for '--dim <percent>'"),
            (["set", "DP-1", "--dim", "-5"], "Missing value for '--dim <percent>'"),
            (["set", "DP-1", "--dim=-5"], "must be 0.0 to 100.0 percent, not '-5'"),
            (["overscan", "DP-1", "-5"], "Unknown option '-5'"),
            (["overscan", "DP-1", "--", "-5"], "must be 0 to 16384 pixels at each edge, not '-5'"),
        ] as [([String], String)])
    func wrongUsageIs64(_ words: [String], _ message: String) async throws {
        let result = try await TerminalProgram(words).end()
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("screens: ") && result.errors.contains(message), "\(result.errors)")
    }
}
