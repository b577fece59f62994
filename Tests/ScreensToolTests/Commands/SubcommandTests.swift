import ArgumentParser
import ScreensConfiguration
import Testing

@testable import ScreensTool

@Suite struct SubcommandTests {
    /// A subcommand that is named first is parsed alone, and must know its parent then.
    @Test func theirUsageBeginsWithTheProgram() {
        for subcommand in ScreensCommand.configuration.subcommands {
            let usage = subcommand.usageString()
            #expect(usage.hasPrefix("screens \(subcommand._commandName) "), "\(usage)")
        }
    }

    /// A pasted example writes to the folder that the installed service and the example of the configuration use.
    @Test func metricsGoIntoOneFolder() {
        let folder = "/var/lib/prometheus/node-exporter/screens.prom"
        #expect(StatsCommand.helpMessage().contains(folder))
        #expect(ConfigurationExample.text.contains(folder))
    }
}
