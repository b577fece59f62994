import Glibc
import Testing

@testable import ScreensLinux

struct DMABufferTests {
    /// Tests on a kernel have real ones.
    @Test func otherFilesHaveNoSize() throws {
        let files = [
            open("/dev/null", O_RDWR), open("/", O_RDONLY), UnixAddress.messageSocket(),
            try MemoryFile.make("/dmabuf:", [0]),
        ]
        for file in files {
            #expect(file >= 0)
            #expect(DMABuffer.size(of: file) == nil)
            close(file)
        }
        #expect(DMABuffer.size(of: -1) == nil)
    }
}
