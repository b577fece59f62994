import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The drawing of a client on a screen, with video frames in its own memory, until the client disconnects, and for as
/// long as its last frame lingers.
///
/// A connection draws on one screen. The configured content goes on below, and is shown again afterwards. A client that
/// comes while a frame lingers takes over the surface, so that the frame stays until its own first one.
@MainLoop
final class ClientDrawing: ScreenOccupant {
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

    /// Why a client cannot draw.
    enum Refusal: Error {
        /// A client has the screen, or this client already draws on another screen.
        case busy(any ScreenOccupant, screen: String)
        case dark(Screen, DarkState)
        /// The screen mirrors another one.
        case mirrors(String)
        /// The content is not a program that has to run now.
        case noProgram(Screen)
        /// The client's drawing has ended, or the screen has no surface.
        case ended
        case noBuffer(count: Int)
        /// The screen's plane cannot show the buffer, and the processor cannot copy it.
        case notShown
        case system(SystemError)
        /// The devices of the frame have not finished it in time.
        case unfinished
        /// The reading of several device buffers for this screen has not begun. No further one is waited for.
        case devicesHang
    }

    let client: UInt64
    let program: Lessee
    /// The content that the client draws; nil for a client with all rights.
    private let content: ContentProgram?
    /// The program whose frame the screen has: the client's, or the program before it while its frame lingers; nil
    /// without a frame.
    private(set) var drawnBy: Lessee?
    /// Whether the client has shown a frame.
    private var hasOwnPicture = false
    /// How long the client requests its last frame to stay after it has left.
    private var linger: TimeLength
    /// Whether the client has left, and its last frame stays.
    private(set) var lingers = false
    /// The end of the frame that lingers; nil if none does.
    private var lingerEnd: MonotonicTime?
    private var timer: LoopTimer?
    private let record: ScreenRecord
    private let environment: ScreenEnvironment
    private let surface: ClientSurface
    /// The connection of the last display.
    private var screen: ScreenID
    private var buffers: ClientBuffers
    /// The numbers of the buffers, in the order in which they were last shown.
    private var order: [Int]
    /// The number of frames that were dropped.
    private var dropped: Int64 = 0
    /// The wait for the devices of the next frame.
    private var fences: FenceWait?
    /// Whether the plane showed the last frame from its buffer.
    private var isDirect = false
    /// Whether the last frame is not shown because of something that passes.
    private var isHidden = false
    private var waiter: CheckedContinuation<ClientSurface.Outcome?, Never>?

    private init(
        on record: ScreenRecord, by program: Lessee, _ client: UInt64, for content: ContentProgram?,
        _ buffers: ClientBuffers, lingering linger: TimeLength, in environment: ScreenEnvironment,
        after former: ClientDrawing?
    ) throws(SystemError) {
        self.content = content
        self.record = record
        self.program = program
        self.client = client
        self.environment = environment
        self.linger = linger
        if let former {
            surface = former.surface
        } else {
            surface = try ClientSurface { [weak record] in
                guard case .drawing(let drawing)? = record?.occupancy else { return }
                drawing.takeAnswer()
            }
        }
        screen = record.screen.id
        self.buffers = buffers
        order = Array(0..<buffers.count)
        drawnBy = former?.drawnBy
        wait(until: former?.lingerEnd)
    }

    var verb: String { "drawn by" }
    var isForContent: Bool { content != nil }
    var hasPicture: Bool { drawnBy != nil }

    // MARK: Calls

    /// Begins to draw on a screen, which is lit for it.
    ///
    /// - Parameters:
    ///   - content: the content that the client draws; nil for a client with all rights.
    ///   - linger: how long the last frame stays after the client has left.
    static func begin(
        on record: ScreenRecord, _ buffers: ClientBuffers, by program: Lessee, _ client: UInt64,
        for content: ContentProgram?, lingering linger: TimeLength, in environment: ScreenEnvironment
    ) async throws(Refusal) -> ClientDrawing {
        if let source = record.screen.mirrorSource { throw .mirrors(source) }
        let former: ClientDrawing? = if case .drawing(let drawing) = record.occupancy { drawing } else { nil }
        let drawing: ClientDrawing
        do throws(SystemError) {
            drawing = try ClientDrawing(
                on: record, by: program, client, for: content, buffers, lingering: linger, in: environment,
                after: former)
        } catch {
            throw .system(error)
        }
        former?.timer = nil
        record.occupy(.drawing(drawing))
        try await drawing.light()
        return drawing
    }

    private func light() async throws(Refusal) {
        // Without a content, the screen is dark until a pass.
        if record.screen.layout == nil {
            record.idleness.use()
            await environment.passes.run()
        }
        // The client may have left.
        guard isActive else { throw .ended }
        // The content may have changed.
        guard hasItsContent else {
            forget()
            environment.passes.request()
            throw .noProgram(record.screen)
        }
        guard record.isPresent, record.screen.dark == nil else {
            let dark = record.screen.dark ?? .noDisplay
            forget()
            await environment.passes.run()
            throw .dark(record.screen, dark)
        }
        screen = record.screen.id
        // A frame that lingers is shown already.
        if !hasPicture { record.show(SurfaceContent(surface)) }
    }

    /// Whether the client has the screen, and is connected.
    private var isActive: Bool { record.isHeld(by: self) && !lingers }

    /// Uses other buffers from now on.
    func use(_ buffers: ClientBuffers, lingering linger: TimeLength) {
        self.linger = linger
        self.buffers = buffers
        isDirect = false
        order = Array(0..<buffers.count)
    }

    /// The format of the frames.
    var format: VideoFormat { buffers.format }

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

    /// Waits for the timing of a refresh. The first frame can follow it.
    func nextRefresh() async throws(Refusal) -> ClientSurface.Outcome {
        guard let outcome = await request(ClientSurface.Request(frame: nil)) else { throw .ended }
        return outcome
    }

    /// The refresh that a client requests for a frame.
    struct Due {
        /// The number of the first refresh that may show the frame.
        var refresh: Int64?
        /// The time before which no such refresh begins.
        var time: MonotonicTime?
        /// Whether the frame is dropped if that refresh has passed.
        var drops = false
    }

    /// Shows a frame, or waits for a refresh.
    ///
    /// - Parameters:
    ///   - number: the number of the buffer; nil to show nothing.
    ///   - fence: the descriptor of a fence that is waited for; nil for none.
    func frame(_ number: Int64?, _ due: Due, after fence: Int32? = nil) async throws(Refusal) -> Shown {
        var request = ClientSurface.Request(
            frame: nil, earliest: due.refresh, time: due.time, drops: due.drops)
        var devices: [DMABuffer] = []
        defer { for device in devices { device.endReading() } }
        if let number {
            guard let number = Int(exactly: number), 0..<buffers.count ~= number else {
                throw .noBuffer(count: buffers.count)
            }
            let frame = ClientSurface.Buffer(buffers: buffers, number: number)
            request.frame = frame
            try await finish(buffers.devices(number), after: fence)
            // Some drivers move a buffer into other memory when it is to be read, so it is not prepared for a plane.
            if !isDirect || buffers.shared(number) == nil { devices = try await read(buffers.devices(number)) }
            guard isActive else { throw .ended }
        }
        if let outcome = surface.drop(request, at: .now) { return shown(outcome) }
        if number != nil { record.idleness.pictureChanged() }
        guard let outcome = await self.request(request) else { throw .ended }
        var obstacle: DirectObstacle?
        switch outcome.kind {
        case .refused:
            obstacle = self.obstacle(to: request.frame)
            guard obstacle != nil else {
                surface.dropFrame()
                throw .notShown
            }
        case .paused: obstacle = .refusal
        case .shown, .copied, .waits, nil: break
        }
        if let frame = request.frame, !outcome.isDropped {
            isHidden = obstacle != nil
            isDirect = outcome.kind != .copied
            order.removeAll { $0 == frame.number }
            order.append(frame.number)
            firstFrame()
        }
        return shown(outcome, obstacle)
    }

    /// Why a frame that only the plane can show is not shown now; nil if the plane does not show it at all.
    private func obstacle(to frame: ClientSurface.Buffer?) -> DirectObstacle? {
        guard let frame, let memory = frame.buffers.shared(frame.number) else { return nil }
        return environment.kit.directObstacle(of: screen, to: format.pixels, modifier: memory.modifier ?? 0)
    }

    /// Waits until the devices have drawn a frame.
    private func finish(_ devices: [DMABuffer], after fence: Int32?) async throws(Refusal) {
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
    private func read(_ devices: [DMABuffer]) async throws(Refusal) -> [DMABuffer] {
        guard !devices.isEmpty else { return [] }
        try await record.devices.beginReading(devices)
        return devices
    }

    private func shown(_ outcome: ClientSurface.Outcome, _ obstacle: DirectObstacle? = nil) -> Shown {
        if outcome.isDropped { dropped += 1 }
        return Shown(outcome: outcome, free: order.first ?? 0, dropped: dropped, obstacle: obstacle)
    }

    private func request(_ request: ClientSurface.Request) async -> ClientSurface.Outcome? {
        guard isActive, waiter == nil else { return nil }
        surface.post(request)
        environment.kit.setNeedsDisplay(screen)
        return await withCheckedContinuation { waiter = $0 }
    }

    private func takeAnswer() {
        guard let outcome = surface.takeOutcome() else { return }
        let former = waiter
        waiter = nil
        former?.resume(returning: outcome)
    }

    private func firstFrame() {
        guard isActive, !hasOwnPicture else { return }
        hasOwnPicture = true
        drawnBy = program
        wait(until: nil)
        environment.log.info("\(record.name) is drawn by \(program)")
        record.drawingChanged()
        environment.passes.request()
    }

    // MARK: Ends

    /// Follows the screen to another display, and shows a frame again that other settings may have hidden.
    func followDisplay() {
        guard record.hasDisplay, record.screen.id != screen || isHidden else { return }
        screen = record.screen.id
        environment.kit.setNeedsDisplay(screen)
    }

    /// Disconnects the client if the screen has another content than the client draws. A screen without a display has
    /// no content, and its client stays.
    func followContent() {
        guard record.isHeld(by: self), record.hasDisplay, !hasItsContent else { return }
        environment.log.warning("\(record.name) is no longer drawn by \(program): the screen has another content")
        // The pass, which called this, still iterates over the occupants.
        Task { await revoke() }
    }

    private var hasItsContent: Bool { content == nil || record.content.program == content }

    /// Ends the drawing, so that the remaining calls do not wait for as many refreshes as they have frames.
    func clientHungUp() { clientLeft() }

    func clientLeft() {
        guard isActive else { return }
        endRequest()
        let linger = record.content.linger ?? self.linger
        if hasOwnPicture, linger.milliseconds > 0 {
            wait(until: MonotonicTime.now.advanced(by: .milliseconds(linger.milliseconds)))
        }
        guard hasItsContent, lingerEnd != nil else { return giveBack() }
        lingers = true
        let rest = hasOwnPicture ? "keeps its last frame for \(linger)" : "keeps the frame before it"
        environment.log.info("\(record.name) is no longer drawn by \(program), and \(rest)")
    }

    /// Disconnects the client, whose last frame may linger; a frame that lingers already ends.
    func revoke() async {
        if lingers { giveBack() } else { environment.clients.disconnect(client) }
    }

    func end() async { giveBack() }

    private func giveBack() {
        guard record.isHeld(by: self) else { return }
        forget()
        environment.kit.setNeedsDisplay(screen)
        if hasPicture {
            environment.log.info("\(record.name) is no longer drawn by \(program)")
            record.drawingChanged()
        }
        environment.passes.request()
    }

    private func forget() {
        record.vacate(self)
        record.show(nil)
        wait(until: nil)
        endRequest()
    }

    private func endRequest() {
        surface.clientLeft()
        fences?.cancel()
        let former = waiter
        waiter = nil
        former?.resume(returning: nil)
    }

    // MARK: The frame that lingers

    private func wait(until time: MonotonicTime?) {
        lingerEnd = time
        timer = time.map { time in
            LoopTimer(after: MonotonicTime.now.duration(to: time)) { [weak self] in self?.lingerEnded() }
        }
    }

    private func lingerEnded() {
        guard !lingers else { return giveBack() }
        // The client has come, and has not shown a frame in time.
        wait(until: nil)
        guard record.isHeld(by: self) else { return }
        drawnBy = nil
        surface.dropFrame()
        environment.kit.setNeedsDisplay(screen)
        record.drawingChanged()
        environment.passes.request()
    }
}
