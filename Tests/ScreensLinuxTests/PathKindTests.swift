import Testing

@testable import ScreensLinux

struct PathKindTests {
    @Test func eachPathHasItsKind() {
        let kinds = PathKind.kinds(
            of: ["/nowhere", "/proc", "/proc/self/status", "/proc/version/x"], within: .seconds(300))
        #expect(
            kinds == [
                "/nowhere": .missing, "/proc": .folder, "/proc/self/status": .other, "/proc/version/x": .missing,
            ])
    }
}
