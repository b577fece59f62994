import Screens
import ScreensLinux

/// The buffers in which a client draws its frames: memory of the client that was checked, and is only read.
final class FrameBuffers: Sendable {
    /// The most buffers of a client.
    static let mostBuffers = 8
    /// The most memory of a client, in bytes: four buffers of 8K.
    static let mostBytes = 1 << 29

    /// The place of a buffer, as the client states it.
    struct Place: Sendable, Hashable {
        /// The number of a file that came with the call.
        let file: Int64
        let offset: Int64
        /// Bytes from one row to the next; nil without gaps.
        let stride: Int64?
    }

    /// Why a buffer is not accepted, for people.
    struct Problem: Error, Sendable, Hashable {
        let message: String
        var remedy: String?
    }

    private enum Memory {
        /// A file in memory.
        case sealed(SealedMemory)
        /// That of a device.
        case device(DMABuffer)

        var bytes: UnsafeRawPointer {
            switch self {
            case .sealed(let memory): memory.bytes
            case .device(let memory): memory.bytes
            }
        }
    }

    private struct Buffer {
        let memory: Memory
        let offset: Int
        let stride: Int?
    }

    /// The form of the frames.
    let format: VideoFormat
    /// How a frame is placed on the screen.
    let mode: ContentMode
    private let buffers: [Buffer]

    /// Checks the buffers of a client, and maps them.
    ///
    /// - Parameter files: the files that came with the call. They may be closed afterwards.
    init(
        _ format: VideoFormat, _ mode: ContentMode, _ places: [Place], in files: [ReceivedFile]
    ) throws(Problem) {
        guard 1...Self.mostBuffers ~= places.count else {
            throw Problem(message: "\(places.count) buffers: 1 to \(Self.mostBuffers) are possible")
        }
        self.format = format
        self.mode = mode
        // The bytes that each file needs.
        var needed: [Int: Int] = [:]
        for (number, place) in places.enumerated() {
            guard let file = Int(exactly: place.file), files.indices.contains(file) else {
                throw Problem(
                    message: "buffer \(number) names descriptor \(place.file), and \(files.count) came with the call",
                    remedy: "send the descriptors with the bytes of the call (SCM_RIGHTS), at most "
                        + "\(Self.mostBuffers)")
            }
            needed[file] = max(needed[file] ?? 0, try Self.end(of: place, number, format))
        }
        guard needed.values.reduce(0, +) <= Self.mostBytes else {
            throw Problem(message: "the buffers have more than \(Self.mostBytes >> 20) MiB together")
        }
        var memories: [Int: Memory] = [:]
        for (file, count) in needed { memories[file] = try Self.memory(of: files[file].descriptor, file, count) }
        buffers = places.compactMap { place in
            memories[Int(place.file)].map {
                Buffer(memory: $0, offset: Int(place.offset), stride: place.stride.map(Int.init))
            }
        }
    }

    /// The number of buffers.
    var count: Int { buffers.count }

    /// The first byte of a buffer. In the frame path.
    func bytes(_ number: Int) -> UnsafeRawPointer { buffers[number].memory.bytes + buffers[number].offset }

    /// The memory of a device in which a buffer is, which has to be waited for; nil of one in ordinary memory.
    func device(_ number: Int) -> DMABuffer? {
        if case .device(let memory) = buffers[number].memory { memory } else { nil }
    }

    /// Bytes from one row of a buffer to the next; nil without gaps. In the frame path.
    func stride(_ number: Int) -> Int? { buffers[number].stride }

    /// The end of a buffer in its file. A client may state any numbers.
    private static func end(
        of place: Place, _ number: Int, _ format: VideoFormat
    ) throws(Problem) -> Int {
        guard 0...Int64(mostBytes) ~= place.offset else {
            throw Problem(message: "buffer \(number) has the offset \(place.offset)")
        }
        guard let stride = place.stride else { return Int(place.offset) + format.byteCount }
        guard let row = format.rowBytes else {
            throw Problem(message: "buffer \(number) has a stride: frames of \(format.pixels) have no gaps")
        }
        guard Int64(row)...Int64(mostBytes) ~= stride else {
            throw Problem(message: "buffer \(number) has a stride of \(stride) bytes: a row has \(row)")
        }
        // At most 2 to the power of 43.
        return Int(place.offset) + Int(stride) * (format.size.height - 1) + row
    }

    private static func memory(of descriptor: Int32, _ file: Int, _ count: Int) throws(Problem) -> Memory {
        if let size = DMABuffer.size(of: descriptor) {
            guard size >= count else { throw tooShort(file, size, needing: count) }
            do throws(SystemError) {
                return .device(try DMABuffer(descriptor, count: count))
            } catch {
                throw Problem(
                    message: "the dma-buf of descriptor \(file) cannot be mapped: \(error)",
                    remedy: "draw in memory that its driver maps for programs, without a modifier")
            }
        }
        do throws(SealedMemory.Refusal) {
            return .sealed(try SealedMemory(descriptor, count: count))
        } catch {
            throw problem(error, file, needing: count)
        }
    }

    private static func tooShort(_ file: Int, _ size: Int, needing count: Int) -> Problem {
        Problem(message: "descriptor \(file) has \(size) bytes, and its buffers need \(count)")
    }

    private static func problem(_ refusal: SealedMemory.Refusal, _ file: Int, needing count: Int) -> Problem {
        let seal = "make it by memfd_create with MFD_ALLOW_SEALING, and set F_SEAL_SHRINK"
        return switch refusal {
        case .notInMemory:
            Problem(message: "descriptor \(file) is neither a file in memory nor a dma-buf", remedy: seal)
        case .notSealed: Problem(message: "descriptor \(file) lacks F_SEAL_SHRINK: it could be cut off", remedy: seal)
        case .tooShort(let size): tooShort(file, size, needing: count)
        case .failed(let error): Problem(message: "descriptor \(file) cannot be mapped: \(error)")
        }
    }
}
