import Glibc
import ScreensKMS
import Synchronization

/// A driver that accepts what a card's snapshot allows.
struct SnapshotDriver: ModesetDriver {
    private let card: CardSnapshot
    private(set) var framebuffers: [FramebufferID: RequestCheck.Framebuffer] = [:]
    /// The names of properties that it refuses to set.
    private let refusedProperties: Set<String>
    /// The framebuffer of the latest buffers.
    private(set) var latest: FramebufferID?

    private let limit: ReplayedHardware.Limit?
    private let memory: SimulatedMemory?
    /// The memory of the latest buffers.
    private(set) var share: SimulatedMemory.Share?

    /// The fault of a request that would take the card beyond its limit.
    static let limitFault = "beyond the limit of the driver"

    /// The count of framebuffers. No two buffers of the process share a number: buffers of former modesets still exist.
    private static let count = Atomic<UInt32>(1 << 24)

    /// - Parameter memory: the memory for buffers; nil if none are made.
    init(
        _ card: CardSnapshot, refusing refusedProperties: Set<String> = [], limit: ReplayedHardware.Limit? = nil,
        memory: SimulatedMemory? = nil
    ) {
        self.card = card
        self.limit = limit
        self.memory = memory
        self.refusedProperties = refusedProperties
    }

    mutating func makeBuffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> FramebufferID {
        // The former buffers are gone by then.
        share = nil
        share = try memory?.share(for: count, size: size, format: format)
        let id = FramebufferID(rawValue: Self.count.add(1, ordering: .relaxed).newValue)
        framebuffers = [:]
        framebuffers[id] = RequestCheck.Framebuffer(width: size.width, height: size.height, format: format.fourCC)
        latest = id
        return id
    }

    func test(_ request: AtomicRequest) throws(KMSError) {
        guard let fault = faults(in: request).first else { return }
        throw KMSError(call: "atomic test", object: fault, errno: EINVAL)
    }

    /// The faults for which the card would refuse a request, each as a clause for people.
    func faults(in request: AtomicRequest) -> [String] {
        RequestCheck(card, framebuffers: framebuffers).faults(in: request).map(\.description)
            + request.changes.map(\.name).filter(refusedProperties.contains).map { "\($0): the driver refuses it" }
            + (limit.map { $0(card.applying(request)) } ?? true ? [] : [Self.limitFault])
    }
}
