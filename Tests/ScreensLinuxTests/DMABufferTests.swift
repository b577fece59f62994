import Testing

@testable import ScreensLinux

/// The kernel's description of a file as a dma-buf.
struct DMABufferTests {
    private static let buffer =
        "pos:\t0\nflags:\t02000002\nmnt_id:\t14\nino:\t9\nsize:\t8192\ncount:\t1\nexp_name:\tudmabuf\n"

    @Test(
        arguments: [
            (buffer, 8192), (buffer + "name:\tframes\n", 8192), (buffer + "name:\t:\n:\n::\n", 8192),
            (buffer + "name:\t\nsize:\t1\n", 8192), (buffer.replacing("8192", with: "0"), nil),
            (buffer.replacing("8192", with: "-1"), nil), (buffer.replacing("8192", with: "9223372036854775808"), nil),
            (buffer.replacing("exp_name", with: "tfd"), nil), ("", nil), (":", nil), ("size:", nil),
        ] as [(String, Int?)])
    func theSizeIsTheKernels(description: String, size: Int?) {
        #expect(DMABuffer.size(in: description) == size)
    }
}
