import Glibc
import Screens
import ScreensServing
import Typesetting

/// The memory of a picture, which the daemon gets as a file. It is mapped, and its file open, until the end of this
/// value.
struct PictureMemory: ~Copyable {
    private let file: Int32
    private let start: UnsafeMutableRawPointer
    private let count: Int

    /// Makes memory for a picture. The corresponding C functions are `memfd_create` and `mmap`.
    init(of size: Size) throws(WordsPicture.Failure) {
        let count = size.width * size.height * MemoryLayout<UInt32>.size
        guard let file = ProgramMemory.file(ofBytes: count) else {
            throw WordsPicture.Failure(
                reason: "there is no memory for the picture: \(String(cString: strerror(errno)))")
        }
        let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address, address != MAP_FAILED else {
            let code = errno
            close(file)
            throw WordsPicture.Failure(
                reason: "the memory of the picture cannot be used: \(String(cString: strerror(code)))")
        }
        (self.file, start, self.count) = (file, address, count)
    }

    deinit {
        munmap(start, count)
        close(file)
    }

    /// Ends the mapping, and returns the file, which the caller owns from then on.
    consuming func takeFile() -> Int32 {
        let file = file
        munmap(start, count)
        discard self
        return file
    }

    /// Draws on the pixels.
    func draw(_ body: (UnsafeMutablePointer<UInt32>) throws(ScreenError) -> Void) throws(WordsPicture.Failure) {
        do throws(ScreenError) {
            try body(start.assumingMemoryBound(to: UInt32.self))
        } catch {
            throw WordsPicture.Failure(reason: "\(error)")
        }
    }
}
