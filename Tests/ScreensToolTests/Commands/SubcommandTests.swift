import ArgumentParser
import Testing

@testable import ScreensTool

@Suite struct SubcommandTests {
    /// Each is parsed by itself where it is named first, and has to know its place then.
    @Test func theirUsageBeginsWithTheProgram() {
        for subcommand in ScreensCommand.configuration.subcommands {
            let usage = subcommand.usageString()
            #expect(usage.hasPrefix("screens \(subcommand._commandName) "), "\(usage)")
        }
    }
}
