import Foundation
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The examples are built, so what the README shows compiles. It leaves out the line for `--simulate`, whose
    /// function is in another file.
    @Test func theProgramInTheReadmeIsTheExample() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let example = try String(
            contentsOf: Self.root.appending(path: "examples/hello/Sources/hello/Hello.swift"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        let lines = example.components(separatedBy: "\n")
        let shown = lines.filter { !$0.contains("--simulate") }
        #expect(shown.count == lines.count - 1 && blocks == [shown.joined(separator: "\n")])
    }
}
