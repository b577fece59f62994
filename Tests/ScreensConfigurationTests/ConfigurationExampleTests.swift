import Screens
import Testing

@testable import ScreensConfiguration

struct ConfigurationExampleTests {
    private let reading = MachineConfiguration.reading(Array(ConfigurationExample.text.utf8), as: "f")

    @Test func theExampleHasNoProblems() {
        #expect(reading.problems.isEmpty, "\(reading.problems)")
    }

    /// The example contains every key and every kind of value.
    @Test func theExampleHasEveryKey() {
        let configuration = reading.configuration
        let overrides = configuration.sections.reduce(configuration.defaults) { $0.overridden(by: $1.overrides) }
        for child in [Mirror(reflecting: overrides), Mirror(reflecting: configuration.daemon)].flatMap(\.children) {
            let value = Mirror(reflecting: child.value)
            #expect(!(value.displayStyle == .optional && value.children.isEmpty), "\(child.label ?? "")")
        }
        #expect(overrides.properties?.isEmpty == false)
        let matches = configuration.sections.map(\.match)
        #expect(matches.contains { $0.identity != nil })
        #expect(matches.contains { $0.connector != nil })
        #expect(matches.contains { $0.card != nil })
        #expect(matches.contains { $0.role != nil })
        #expect(configuration.sections.contains { $0.arrangement?.isExact ?? false })
        let contents = ([configuration.defaults] + configuration.sections.map(\.overrides)).compactMap(\.content)
        #expect(contents.contains(ContentSetting.none))
        for kind in ContentSetting.kinds {
            #expect(contents.contains { $0.kind.map { type(of: $0) == kind } ?? false }, "\(kind)")
        }
    }
}
