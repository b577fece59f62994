import ArgumentParser
import ScreensConfiguration
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

    /// An example that is pasted writes where the installed service and the example of the configuration write.
    @Test func metricsGoIntoOneFolder() {
        let folder = "/var/lib/prometheus/node-exporter/screens.prom"
        #expect(StatsCommand.helpMessage().contains(folder))
        #expect(ConfigurationExample.text.contains(folder))
    }
}
