import Screens
import ScreensLinux

/// The frames of a client for one surface: its buffers, and its one call at a time.
@MainLoop
final class ClientStream {
    /// The refresh that a client requests for a frame.
    struct Due {
        /// The number of the first refresh that may show the frame.
        var refresh: Int64?
        /// The time before which no such refresh begins.
        var time: MonotonicTime?
        /// Whether the frame is dropped if that refresh has passed.
        var drops = false
    }

    /// The answer to a frame.
    struct Shown {
        let outcome: ClientSurface.Outcome
        /// The buffer that the client may draw in next.
        let free: Int
        /// The number of frames that were dropped so far.
        let dropped: Int64
        /// Why the frame is not shown now; nil if it is, or if it was dropped.
        let obstacle: DirectObstacle?
    }

    private let surface: ClientSurface
    private let reads: DeviceReads
    private let prepare: @MainLoop (ClientSurface.Buffer) async throws(DrawRefusal) -> ClientSurface.Buffer
    private let onRequest: @MainLoop () -> Void
    private let forecast: @MainLoop (ClientSurface.Buffer) -> DirectForecast
    private(set) var buffers: ClientBuffers
    /// The numbers of the buffers, in the order in which they were last shown.
    private var order: [Int]
    /// The number of frames that were dropped.
    private var dropped: Int64 = 0
    /// The wait for the devices of the next frame.
    private var fences: FenceWait?
    /// Whether the last frame that the plane was expected to show was copied: the driver may refuse frames, although
    /// it lists their format.
    private var refusesFrames = false
    private var waiter: CheckedContinuation<ClientSurface.Outcome?, Never>?
    private var hasEnded = false

    /// - Parameters:
    ///   - reads: reads the buffers of devices for the screen.
    ///   - prepare: prepares a frame before it is requested, once its devices have drawn it.
    ///   - onRequest: called when the surface has a request, which a drawing answers.
    ///   - forecast: finds out whether a plane would show a frame without a copy.
    init(
        _ buffers: ClientBuffers, on surface: ClientSurface, reads: DeviceReads,
        prepare: @escaping @MainLoop (ClientSurface.Buffer) async throws(DrawRefusal) -> ClientSurface.Buffer = { $0 },
        onRequest: @escaping @MainLoop () -> Void,
        forecast: @escaping @MainLoop (ClientSurface.Buffer) -> DirectForecast
    ) {
        self.buffers = buffers
        self.surface = surface
        self.reads = reads
        self.prepare = prepare
        self.onRequest = onRequest
        self.forecast = forecast
        order = Array(0..<buffers.count)
    }

    // MARK: Buffers

    /// The format of the frames.
    var format: VideoFormat { buffers.format }

    /// Uses other buffers from now on.
    func use(_ buffers: ClientBuffers) {
        // Memory that was shown stays in use until two further frames are on the screen.
        var known: [Int] = []
        for former in order {
            guard let number = buffers.number(of: former, in: self.buffers) else { continue }
            known.removeAll { $0 == number }
            known.append(number)
        }
        order = (0..<buffers.count).filter { !known.contains($0) } + known
        self.buffers = buffers
        refusesFrames = false
    }

    /// Adds buffers, which are free to draw in.
    ///
    /// - Returns: the numbers of the buffers, also of buffers that are there already.
    func add(
        _ places: [ClientBuffers.Place], in files: [ReceivedFile], _ budget: MemoryBudget
    ) throws(ClientBuffers.Problem) -> [Int] {
        let former = buffers.count
        buffers = try ClientBuffers(adding: places, to: buffers, in: files, budget)
        order.insert(contentsOf: former..<buffers.count, at: 0)
        return buffers.numbers
    }

    // MARK: Calls

    /// The timing of a refresh. The next frame can follow it. It is waited for before the first frame, while the screen
    /// is dark, and if its picture has another size than at the last frame.
    ///
    /// - Parameter size: the size of the picture now; nil while the screen is dark.
    func refresh(of size: Size?) async throws(DrawRefusal) -> ClientSurface.Outcome {
        if let outcome = surface.refresh(at: .now), outcome.size == size { return outcome }
        return try await nextRefresh()
    }

    /// Waits for the timing of a refresh. The first frame can follow it.
    func nextRefresh() async throws(DrawRefusal) -> ClientSurface.Outcome {
        guard let outcome = await answer(to: ClientSurface.Request(frame: nil)) else { throw .ended }
        return outcome
    }

    /// Shows a frame, or waits for a refresh.
    ///
    /// - Parameters:
    ///   - number: the number of the buffer; nil to show nothing.
    ///   - fence: the descriptor of a fence that is waited for; nil for none.
    func frame(_ number: Int64?, _ due: Due, after fence: Int32? = nil) async throws(DrawRefusal) -> Shown {
        var request = ClientSurface.Request(frame: nil, earliest: due.refresh, time: due.time, drops: due.drops)
        var isExpectedOnPlane = false
        var devices: [DMABuffer] = []
        defer { for device in devices { device.endReading() } }
        if let number {
            guard let number = Int(exactly: number), 0..<buffers.count ~= number else {
                throw .noBuffer(count: buffers.count)
            }
            let frame = ClientSurface.Buffer(buffers: buffers, number: number)
            request.frame = frame
            try await finish(buffers.devices(number), after: fence)
            guard !hasEnded else { throw .ended }
        }
        if let outcome = surface.drop(request, at: .now) { return shown(outcome, nil) }
        if let frame = request.frame {
            // Some drivers move a buffer into other memory when it is to be read, so a buffer is not prepared for a
            // plane, nor if the processor cannot read it.
            isExpectedOnPlane = forecast(frame) == .shown
            if frame.buffers.planes(frame.number) != nil, !isExpectedOnPlane || refusesFrames {
                devices = try await read(frame.buffers.devices(frame.number))
            }
            guard !hasEnded else { throw .ended }
            request.frame = try await prepare(frame)
            guard !hasEnded else { throw .ended }
        }
        guard var outcome = await answer(to: request) else { throw .ended }
        if outcome.kind == .refused, request.frame.flatMap({ forecast($0).obstacle }) == nil {
            // The obstacle may have gone since the frame was drawn.
            guard let again = await answer(to: ClientSurface.Request(frame: request.frame)) else { throw .ended }
            outcome = again
        }
        let obstacle = try obstacle(outcome, request.frame)
        if let frame = request.frame, !outcome.isDropped {
            if isExpectedOnPlane { refusesFrames = outcome.kind == .copied }
            order.removeAll { $0 == frame.number }
            order.append(frame.number)
        }
        return shown(outcome, obstacle)
    }

    /// Waits until the devices have drawn a frame.
    private func finish(_ devices: [DMABuffer], after fence: Int32?) async throws(DrawRefusal) {
        let wait = FenceWait()
        fences = wait
        defer { fences = nil }
        let end: FenceWait.End
        do throws(SystemError) {
            end = try await wait.end(of: [fence].compactMap(\.self) + devices.map(\.descriptor))
        } catch {
            throw .system(error)
        }
        switch end {
        case .finished: break
        case .timedOut: throw .unfinished
        case .cancelled: throw .ended
        }
    }

    /// Prepares the buffers of devices for a copy, whose end has to be reported to them.
    private func read(_ devices: [DMABuffer]) async throws(DrawRefusal) -> [DMABuffer] {
        guard !devices.isEmpty else { return [] }
        try await reads.beginReading(devices)
        return devices
    }

    /// Why a frame is not shown now; nil if it is.
    ///
    /// - Throws: ``DrawRefusal/notShown`` if it never will be.
    private func obstacle(
        _ outcome: ClientSurface.Outcome, _ frame: ClientSurface.Buffer?
    ) throws(DrawRefusal) -> DirectObstacle? {
        switch outcome.kind {
        case .paused: return .refusal
        case .refused:
            if let obstacle = frame.flatMap({ forecast($0).obstacle }) { return obstacle }
            surface.dropFrame()
            throw .notShown
        case .shown, .copied, .waits, nil: return nil
        }
    }

    private func shown(_ outcome: ClientSurface.Outcome, _ obstacle: DirectObstacle?) -> Shown {
        if outcome.isDropped { dropped += 1 }
        return Shown(outcome: outcome, free: order.first ?? 0, dropped: dropped, obstacle: obstacle)
    }

    private func answer(to request: ClientSurface.Request) async -> ClientSurface.Outcome? {
        guard !hasEnded, waiter == nil else { return nil }
        surface.post(request)
        onRequest()
        return await withCheckedContinuation { waiter = $0 }
    }

    /// Called when the surface has an answer.
    func takeAnswer() {
        guard let outcome = surface.takeOutcome() else { return }
        let former = waiter
        waiter = nil
        former?.resume(returning: outcome)
    }

    /// Ends the calls. The last frame stays on the surface.
    func end() {
        hasEnded = true
        interrupt()
    }

    /// Ends the present call. Another one may follow.
    func interrupt() {
        surface.clientLeft()
        fences?.cancel()
        let former = waiter
        waiter = nil
        former?.resume(returning: nil)
    }
}
