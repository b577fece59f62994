import Testing

@testable import ScreensConfiguration

/// The folder of the state that belongs to a configuration.
@Suite struct StateFolderTests {
    @Test(
        arguments: [
            ("/etc/screens/screens.toml", nil, "/var/lib/screens"),
            ("/etc/screens/screens.toml", "/run/a:/run/b", "/run/a"),
            ("/srv/other.toml", "/run/a", "/run/a"),
            ("/srv/other.toml", nil, "/var/lib/screens"), ("-", "/run/a", nil),
        ] as [(String, String?, String?)])
    func aStateFolderBelongsToADaemonThatIsStartedWithTheFiles(file: String, variable: String?, path: String?) {
        let folder = StateFolder(of: ConfigurationFiles(path: file)) { $0 == "STATE_DIRECTORY" ? variable : nil }
        #expect(folder?.path == path)
    }
}
