import Screens
import ScreensLinux

import struct ScreensRaster.VideoPlanes

/// The buffers in which a client draws its video frames: checked memory of the client, which is only read.
final class ClientBuffers: Sendable {
    /// The most buffers of a client: decoders of films have up to 20 and more.
    static let mostBuffers = 32
    /// The most files of a client. Some decoders have a dma-buf for each of the two planes of a buffer.
    static let mostFiles = 2 * mostBuffers
    /// The most memory of a client, in bytes: four buffers of 8K.
    static let mostBytes = 1 << 29

    /// The place of a buffer, as the client states it.
    struct Place: Sendable, Hashable {
        /// The place of one plane of the format.
        struct Plane: Sendable, Hashable {
            /// The number of a file that came with the call.
            let file: Int64
            let offset: Int64
            /// The bytes from one row to the next.
            let stride: Int64
        }

        let planes: [Plane]
        /// The layout of the samples, `DRM_FORMAT_MOD_*`; nil for a linear layout.
        let modifier: Int64?

        /// A buffer with the planes of its format at these places.
        init(planes: [Plane], modifier: Int64? = nil) {
            self.planes = planes
            self.modifier = modifier
        }

        /// A buffer with its planes one behind the other, without gaps.
        ///
        /// - Parameter stride: the bytes from one row to the next, for a format with one plane; nil if rows have no
        ///   gaps.
        init(file: Int64, offset: Int64, stride: Int64?, of format: VideoFormat, modifier: Int64? = nil) {
            planes = format.packedPlanes.map { plane in
                let offset = offset.addingReportingOverflow(Int64(plane.offset)).partialValue
                return Plane(file: file, offset: offset, stride: stride ?? Int64(plane.stride))
            }
            self.modifier = modifier
        }

        /// Whether the processor can read it.
        fileprivate var isLinear: Bool { modifier ?? 0 == 0 }
    }

    /// Why a buffer is not accepted, in words for people.
    struct Problem: Error, Sendable, Hashable {
        let message: String
        var remedy: String?
        /// Whether the daemon has no memory for the buffers.
        var isMemory = false
    }

    private enum Memory {
        /// A file in memory.
        case sealed(SealedMemory, ClientMappings.Share)
        /// The memory of a device.
        case device(DMABuffer, ClientMappings.Share)

        var bytes: UnsafeRawPointer? {
            switch self {
            case .sealed(let memory, _): memory.bytes
            case .device(let memory, _): memory.bytes
            }
        }

        var device: DMABuffer? { if case .device(let memory, _) = self { memory } else { nil } }

        var share: ClientMappings.Share {
            switch self {
            case .sealed(_, let share), .device(_, let share): share
            }
        }

        /// The object with the mapping.
        var object: AnyObject & Sendable {
            switch self {
            case .sealed(let memory, _): memory
            case .device(let memory, _): memory
            }
        }
    }

    /// The identity of a buffer. A decoder passes a dma-buf again and again, by other descriptors.
    private struct Identity: Hashable {
        struct Plane: Hashable {
            let file: FileIdentity
            let offset: Int64
            let stride: Int64
        }

        let planes: [Plane]
        let modifier: Int64
    }

    private struct Buffer {
        let identity: Identity
        /// The memory of its planes.
        let memories: [Memory]
        /// The planes as the processor reads them; nil if it cannot.
        let planes: VideoPlanes?
        /// The memory for a plane of a screen; nil if it is not in dma-bufs.
        let shared: SharedVideoMemory?
        /// The memories that devices write to.
        let devices: [DMABuffer]
        /// The last references to the memories.
        let ends: [LastUse]
    }

    /// The format of the frames.
    let format: VideoFormat
    /// The shown part of a frame, and its place.
    let placement: VideoPlacement
    private let buffers: [Buffer]
    /// The numbers of the buffers of the last call, in its order.
    let numbers: [Int]
    /// The bytes of all buffers.
    private let bytes: Int
    /// The grants for the memory of the client: the kernel charges a page to the program that touches it first, and a
    /// client can leave all pages to the daemon. The grants end with the drawing, and the charges with the client's
    /// file. A check that the file has pages would not hold: the client may punch holes in it at any moment.
    private let grants: [MemoryGrant]

    /// Checks the buffers of a client, and maps them.
    ///
    /// - Parameters:
    ///   - files: the files that came with the call. They may be closed afterwards.
    ///   - budget: grants the memory; nil for none.
    convenience init(
        _ format: VideoFormat, _ placement: VideoPlacement, _ places: [Place], in files: [ReceivedFile],
        _ budget: MemoryBudget? = nil
    ) throws(Problem) {
        guard !places.isEmpty else { throw Self.count(0) }
        try self.init(format, placement, places, in: files, after: nil, budget)
    }

    /// Checks and maps further buffers. A buffer that is there already is known by its files, and gets its former
    /// number.
    convenience init(
        adding places: [Place], to former: ClientBuffers, in files: [ReceivedFile], _ budget: MemoryBudget? = nil
    ) throws(Problem) {
        try self.init(former.format, former.placement, places, in: files, after: former, budget)
    }

    private init(
        _ format: VideoFormat, _ placement: VideoPlacement, _ places: [Place], in files: [ReceivedFile],
        after former: ClientBuffers?, _ budget: MemoryBudget?
    ) throws(Problem) {
        guard places.count <= Self.mostBuffers else { throw Self.count(places.count) }
        self.format = format
        self.placement = placement
        // The bytes that each file needs; 0 if only a driver knows.
        var needed: [Int: Int] = [:]
        for (number, place) in places.enumerated() {
            try Self.check(place, number, format)
            for (index, plane) in place.planes.enumerated() {
                guard let file = Int(exactly: plane.file), files.indices.contains(file) else {
                    throw Problem(
                        message: "buffer \(number) names descriptor \(plane.file), and \(files.count) came with the "
                            + "call",
                        remedy: "send the descriptors with the bytes of the call (SCM_RIGHTS), at most "
                            + "\(Self.mostFiles)")
                }
                let end = place.isLinear ? try Self.end(of: plane, number, format.planeShapes[index]) : 0
                needed[file] = max(needed[file] ?? 0, end)
            }
        }
        try Self.check(bytes: needed.values.reduce(0, +))
        var memories: [Int: Memory] = [:]
        var ends: [Int: LastUse] = [:]
        for (file, count) in needed {
            let memory = try Self.memory(of: files[file], file, count)
            ends[file] = LastUse(of: memory.object, memory.share, sentBy: files[file].user)
            memories[file] = memory
        }
        let identities = try Self.identities(needed.keys, files)
        var (all, numbers) = (former?.buffers ?? [], [Int]())
        var added: Set<Int> = []
        for place in places {
            let parts = place.planes.compactMap { memories[Int($0.file)] }
            let partEnds = place.planes.compactMap { ends[Int($0.file)] }
            let identity = Identity(
                planes: place.planes.compactMap { plane in
                    identities[Int(plane.file)].map {
                        Identity.Plane(file: $0, offset: plane.offset, stride: plane.stride)
                    }
                }, modifier: place.modifier ?? 0)
            // The buffers of `Draw` have numbers of their own.
            if former != nil, let known = all.firstIndex(where: { $0.identity == identity }) {
                numbers.append(known)
            } else {
                numbers.append(all.count)
                all.append(Self.buffer(place, identity, parts, partEnds, format))
                added.formUnion(place.planes.map { Int($0.file) })
            }
        }
        guard all.count <= Self.mostBuffers else { throw Self.count(all.count) }
        let (count, bytes) = (all.count, added.reduce(former?.bytes ?? 0) { $0 + (needed[$1] ?? 0) })
        try Self.check(bytes: bytes)
        let mapped = added.reduce(0) { memories[$1]?.device == nil ? $0 + (needed[$1] ?? 0) : $0 }
        let grant = try mapped > 0 ? Self.grant(mapped, budget) : nil
        (buffers, self.numbers, self.bytes) = (all, numbers, bytes)
        grants = (former?.grants ?? []) + [grant].compactMap(\.self)
        if let number = numbers.first(where: { all[$0].planes == nil && !Self.mayBeShown(all[$0], among: count) }) {
            throw Problem(
                message: "buffer \(number) cannot be read: only a plane can show it, and that needs three buffers",
                remedy: "pass three buffers or more, or linear memory that its driver maps for programs")
        }
    }

    private static func count(_ count: Int) -> Problem {
        Problem(message: "\(count) buffers: 1 to \(mostBuffers) are possible")
    }

    private static func check(bytes: Int) throws(Problem) {
        guard bytes <= mostBytes else {
            throw Problem(message: "the buffers have more than \(mostBytes >> 20) MiB together")
        }
    }

    /// The display may read both the current and the last buffer, so only a third one is free to draw in.
    private static func mayBeShown(_ buffer: Buffer, among count: Int) -> Bool { count > 2 && buffer.shared != nil }

    /// The identities of files that the kernel keeps in memory, or that are dma-bufs: a call on them does not block.
    private static func identities(
        _ numbers: some Sequence<Int>, _ files: [ReceivedFile]
    ) throws(Problem) -> [Int: FileIdentity] {
        var identities: [Int: FileIdentity] = [:]
        for number in numbers {
            guard let identity = FileIdentity(of: files[number].descriptor) else {
                throw Problem(message: "descriptor \(number) has no inode")
            }
            identities[number] = identity
        }
        return identities
    }

    /// Whether frames in other buffers are drawn like these, in the frame path.
    func hasFramesAlike(_ other: ClientBuffers) -> Bool {
        self === other || format == other.format && placement == other.placement
    }

    /// The number of buffers.
    var count: Int { buffers.count }

    /// The number of the buffer that begins at the same place of the same file as another buffer; nil if there is none.
    func number(of other: Int, in others: ClientBuffers) -> Int? {
        guard let place = others.buffers[other].identity.planes.first else { return nil }
        return buffers.firstIndex { buffer in
            buffer.identity.planes.first.map { $0.file == place.file && $0.offset == place.offset } ?? false
        }
    }

    /// The frame in a buffer, in the frame path; nil if it cannot be read.
    func planes(_ number: Int) -> VideoPlanes? { buffers[number].planes }

    /// A buffer as memory that a plane of a screen may show, in the frame path.
    func shared(_ number: Int) -> SharedVideoMemory? {
        Self.mayBeShown(buffers[number], among: buffers.count) ? buffers[number].shared : nil
    }

    /// The device memories of a buffer, whose drawing has to be waited for; empty for ordinary memory.
    func devices(_ number: Int) -> [DMABuffer] { buffers[number].devices }

    private static func buffer(
        _ place: Place, _ identity: Identity, _ memories: [Memory], _ ends: [LastUse], _ format: VideoFormat
    ) -> Buffer {
        let parts = zip(place.planes, memories)
        let readable = parts.compactMap { plane, memory in
            memory.bytes.map { ($0 + Int(plane.offset), Int(plane.stride)) }
        }
        let shared = parts.compactMap { plane, memory in
            memory.device.map {
                SharedVideoMemory.Plane(descriptor: $0.descriptor, offset: Int(plane.offset), stride: Int(plane.stride))
            }
        }
        var devices: [DMABuffer] = []
        for device in memories.compactMap(\.device) where !devices.contains(where: { $0 === device }) {
            devices.append(device)
        }
        let isShared = shared.count == place.planes.count
        let modifier = place.modifier.map(UInt64.init(bitPattern:))
        return Buffer(
            identity: identity, memories: memories, planes: place.isLinear ? format.frame(at: readable) : nil,
            shared: isShared ? SharedVideoMemory(planes: shared, modifier: modifier) : nil, devices: devices,
            ends: ends)
    }

    /// Checks the numbers of a buffer that do not depend on its files. A client may state any numbers.
    private static func check(_ place: Place, _ number: Int, _ format: VideoFormat) throws(Problem) {
        let shapes = format.planeShapes
        if place.isLinear, place.planes.count != shapes.count {
            throw Problem(
                message: "buffer \(number) has \(place.planes.count) planes: frames of \(format.pixels) have "
                    + "\(shapes.count)")
        }
        guard 1...4 ~= place.planes.count else {
            throw Problem(message: "buffer \(number) has \(place.planes.count) planes: 1 to 4 are possible")
        }
        for plane in place.planes where !(0...Int64(mostBytes) ~= plane.offset) {
            throw Problem(message: "buffer \(number) has the offset \(plane.offset)")
        }
        for plane in place.planes where !(0...Int64(mostBytes) ~= plane.stride) {
            throw Problem(message: "buffer \(number) has a stride of \(plane.stride) bytes")
        }
    }

    /// The end of a plane in its file.
    private static func end(
        of plane: Place.Plane, _ number: Int, _ shape: (rowBytes: Int, rows: Int)
    ) throws(Problem) -> Int {
        guard Int(plane.stride) >= shape.rowBytes else {
            throw Problem(
                message: "buffer \(number) has a stride of \(plane.stride) bytes: a row has \(shape.rowBytes)")
        }
        // The product is at most 2 to the power of 43, so the sum cannot overflow.
        return Int(plane.offset) + Int(plane.stride) * (shape.rows - 1) + shape.rowBytes
    }

    private static func grant(_ bytes: Int, _ budget: MemoryBudget?) throws(Problem) -> MemoryGrant? {
        do throws(MemoryBudget.Refusal) {
            return try budget?.grant(bytes, for: .frames)
        } catch {
            throw Problem(
                message: "drawing \(error)", remedy: "pass fewer or smaller buffers, or \(error.remedy)", isMemory: true
            )
        }
    }

    private static func memory(of received: ReceivedFile, _ file: Int, _ count: Int) throws(Problem) -> Memory {
        let descriptor = received.descriptor
        let share = try share(of: received.user)
        if let size = DMABuffer.size(of: descriptor) {
            guard size >= count else { throw tooShort(file, size, needing: count) }
            do throws(SystemError) {
                return .device(try DMABuffer(descriptor, count: count > 0 ? count : nil), share)
            } catch {
                throw Problem(message: "the dma-buf of descriptor \(file) cannot be used: \(error)")
            }
        }
        guard count > 0 else {
            throw Problem(
                message: "descriptor \(file) is not a dma-buf, and its buffer has a modifier",
                remedy: "leave the modifier out: memory of programs is linear")
        }
        do throws(SealedMemory.Refusal) {
            return .sealed(try SealedMemory(descriptor, count: count), share)
        } catch {
            throw problem(error, file, needing: count)
        }
    }

    private static func share(of user: UInt32) throws(Problem) -> ClientMappings.Share {
        do throws(ClientMappings.Refusal) {
            return try ClientMappings.shared.share(for: user)
        } catch {
            throw Problem(message: error.message, remedy: "pass several buffers in one file", isMemory: true)
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
        case .hasHugePages: Problem(message: "descriptor \(file) has huge pages", remedy: "leave MFD_HUGETLB out")
        case .notSealed: Problem(message: "descriptor \(file) lacks F_SEAL_SHRINK: it could be cut off", remedy: seal)
        case .tooShort(let size): tooShort(file, size, needing: count)
        case .failed(let error): Problem(message: "descriptor \(file) cannot be mapped: \(error)")
        }
    }
}
