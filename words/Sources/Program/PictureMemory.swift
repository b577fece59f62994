import Glibc
import Screens
import Typesetting

/// The memory of the daemon for a picture, mapped until the end of this value.
struct PictureMemory: ~Copyable {
    private let size: Size
    private let start: UnsafeMutableRawPointer
    private let count: Int

    /// Maps a file in memory. The corresponding C function is `mmap`.
    init(_ file: Int32, of size: Size) throws(WordsPicture.Failure) {
        self.size = size
        count = size.width * size.height * MemoryLayout<UInt32>.size
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size >= count else {
            throw WordsPicture.Failure(reason: "the memory of the picture is too small")
        }
        let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address, address != MAP_FAILED else {
            throw WordsPicture.Failure(
                reason: "the memory of the picture cannot be used: \(String(cString: strerror(errno)))")
        }
        start = address
    }

    deinit { munmap(start, count) }

    func draw(_ picture: WordsPicture) throws(WordsPicture.Failure) {
        do throws(ScreenError) {
            try picture.draw(on: start.assumingMemoryBound(to: UInt32.self), width: size.width)
        } catch {
            throw WordsPicture.Failure(reason: "\(error)")
        }
    }
}
