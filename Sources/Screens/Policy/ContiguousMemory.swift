import ScreensKMS

/// The memory from which drivers without an IOMMU allocate framebuffers, each in one piece (CMA, the contiguous memory
/// allocator).
struct ContiguousMemory: Sendable, Hashable {
    /// The whole memory in bytes.
    let total: Int
    /// The free memory in bytes. Pages of other programs may be in the rest; the kernel moves them if a buffer needs
    /// the room.
    let free: Int

    /// Parses the lines `CmaTotal` and `CmaFree` of `/proc/meminfo`; nil if the kernel has no such memory.
    init?(meminfo: String) {
        func bytes(_ name: String) -> Int? {
            let line = meminfo.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            let words = line?.split(separator: " ") ?? []
            guard words.count == 3, words[2] == "kB", let kilobytes = Int(words[1]), kilobytes >= 0 else { return nil }
            let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1024)
            return overflow ? nil : bytes
        }
        guard let total = bytes("CmaTotal"), total > 0, let free = bytes("CmaFree") else { return nil }
        self.total = total
        self.free = free
    }

    /// The reason why the memory cannot hold all buffers of a mode, as a clause for people; nil if they may fit.
    ///
    /// The whole memory is compared, and not the free part: the rest may be moved, or become free with the picture that
    /// is replaced.
    func problem(of mode: ScreenMode, _ options: PipeOptions) -> String? {
        let needed = mode.width * mode.height * options.format.bytesPerPixel * options.bufferCount
        guard needed > total else { return nil }
        let rounded = Self.megabytes(needed + (1 << 20) - 1)
        return "its \(options.bufferCount) buffers need \(rounded) MiB of contiguous memory, and there are "
            + "\(Self.megabytes(total)) MiB (CMA)"
    }

    /// Its sizes in a clause for people.
    var state: String {
        "\(Self.megabytes(free)) of \(Self.megabytes(total)) MiB of contiguous memory (CMA) are free"
    }

    private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 }
}
