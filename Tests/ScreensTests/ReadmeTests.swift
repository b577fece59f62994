import Foundation
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The examples are built by themselves; so what the README shows is what compiles.
    @Test func theProgramInTheReadmeIsTheExample() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let example = try String(
            contentsOf: Self.root.appending(path: "examples/hello/Sources/hello/Hello.swift"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks == [example])
    }
}
