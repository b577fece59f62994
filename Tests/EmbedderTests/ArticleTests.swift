import Foundation
import Testing

/// Each article contains exactly the code of the tests in this folder, which the compiler checks.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the lines of a text without their indentation, each with its line feed.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } + "\n" }.joined()
    }

    @Test(arguments: [
        "Drawing", "FromUIScreen", "GettingStarted", "ModesAndHotplug", "TestingYourDelegate", "ThreadsAndState",
        "YourOwnRenderer",
    ])
    func theCodeIsCompiledHere(_ name: String) throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "Sources/Screens/Screens.docc/\(name).md"), encoding: .utf8)
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        let code = try files.map { Self.plain(try String(contentsOf: $0, encoding: .utf8)) }
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first.map(Self.plain) }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(
                separator: "\n")
            #expect(code.contains { $0.contains(lines) }, "not in a test: \(lines)")
        }
    }
}
