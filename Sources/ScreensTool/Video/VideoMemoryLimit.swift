import Glibc
import Screens
import ScreensLinux

/// The limit of the memory for video frames: a header of a few bytes can describe frames of a gigabyte.
enum VideoMemoryLimit {
    /// The memory of this machine, in bytes. The corresponding C function is `sysconf`.
    static var ofThisMachine: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }

    /// Checks the memory for the queued frames, and for the shown frame with its pixels.
    ///
    /// - Throws: ``Failure`` with 65 if that is more than half of the machine's memory.
    static func check(_ format: VideoFormat, of machine: Int) throws(Failure) {
        let pixels = format.size.width * format.size.height * MemoryLayout<UInt32>.size
        let needed = (Presenter.capacity + 1) * format.byteCount + pixels
        guard needed > machine / 2 else { return }
        throw Failure(
            .badData,
            "cannot present frames of \(format.size): they take \(needed >> 20) MiB, of \(machine >> 20) MiB that this "
                + "machine has; scale them first, as by `ffmpeg -vf scale=1920:-2`")
    }
}
