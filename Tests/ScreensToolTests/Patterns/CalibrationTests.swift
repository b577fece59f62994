import Glibc
import TestSupport
import Testing

@testable import ScreensTool

/// The overscan pattern on a simulated screen, and keys from a pseudo terminal.
@Suite(.serialized) struct CalibrationTests {
    private static let keys = "\u{1B}[C\u{1B}[C\u{1B}OA\t\u{1B}[5~"
    private static let notAdjusted = "screens: \(SharedCalibration.keysPurpose)\n"

    private func start(_ arguments: [String] = []) async throws -> TerminalProgram {
        let program = try TerminalProgram(
            ["show", "--simulate", "64x48", "--pattern", "overscan"] + arguments)
        try await eventually("the terminal is raw") { program.isRaw }
        return program
    }

    @Test(
        arguments: [
            ([], keys + "q", "--overscan 11,2,1,2\n", ""),
            (["--overscan", "25%,1,2,3"], "\u{1B}[D\r", "--overscan 12,0,2,2\n", ""),
            (["--overscan", "4"], "q", "", notAdjusted),
            ([], "\u{1B}[D\tx\r", "", notAdjusted),
            // Standard output is only for the document.
            (["--snapshot", "-"], "+q", "PNG", "screens: --overscan 1,1,1,1\n"),
        ] as [([String], String, String, String)])
    func theAdjustedValuesArePrinted(
        arguments: [String], keys: String, output: String, errors: String
    ) async throws {
        let program = try await start(arguments)
        program.type(keys)
        let end = try await program.end()
        #expect(end.status == 0)
        #expect(output == "PNG" ? end.output.dropFirst().hasPrefix("PNG") : end.output == output)
        #expect(end.errors == errors)
        #expect(program.isAsFound)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsItTheSame(signal: Int32) async throws {
        let program = try await start()
        program.signal(signal)
        let end = try await program.end()
        #expect(end == (0, "", Self.notAdjusted))
        #expect(program.isAsFound)
    }

    @Test func theTerminalIsRestoredWhileItIsStopped() async throws {
        let program = try await start()
        for _ in 0..<2 {
            program.signal(SIGTSTP)
            try await eventually("it is stopped") { program.hasStopped() }
            #expect(program.isAsFound)
            program.signal(SIGCONT)
            try await eventually("the terminal is raw again") { program.isRaw }
        }
        program.type("+q")
        #expect(try await program.end() == (0, "--overscan 1,1,1,1\n", ""))
        #expect(program.isAsFound)
    }
}
