import Glibc
import ScreensConfiguration
import ScreensLinux
import Testing

@testable import ScreensTool

/// The names of contents that shells complete.
struct ContentNameTests {
    @Test func theNamesOfTheFilesAreCompleted() throws {
        let path = "/tmp/screens-\(getpid())-\(UInt64.random(in: 0 ... .max)).toml"
        defer { unlink(path) }
        #expect(ContentName.names(in: ConfigurationFiles(path: path)) == [])
        let text = "[contents]\nmenu = { image = \"/srv/menu.png\" }\nlunch = { color = \"#102030\" }\n"
        try WholeFile.write(Array(text.utf8), to: path)
        #expect(ContentName.names(in: ConfigurationFiles(path: path)) == ["lunch", "menu"])
    }
}
