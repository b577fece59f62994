import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux

/// A layer of a client over the picture of a screen, with frames in the client's memory, until the client removes it or
/// disconnects, and for as long as its last frame lingers.
///
/// It does not occupy the screen, and waits while the screen is dark or leased.
@MainLoop
final class ClientLayer: VideoSource {
    /// The part of a layer that the client requests.
    struct Request {
        /// The name that the client gives it.
        let name: String
        let placement: LayerPlacement
        /// How its frames scroll; nil if they are drawn in the rectangle.
        let motion: StripMotion?
        let buffers: ClientBuffers
        /// How long the last frame stays after the client has left.
        let linger: TimeLength
    }

    /// The owner of a layer.
    struct Owner {
        /// The number of the client's connection.
        let client: UInt64
        /// The id of the client's user.
        let user: UInt32
        let program: Lessee
        /// The content that the client draws for; nil for a client with all rights.
        let content: ContentProgram?
    }

    let name: String
    let owner: Owner
    /// Whether the client has left, and the last frame stays.
    private(set) var lingers = false
    private let record: ScreenRecord
    private let environment: ScreenEnvironment
    /// The layer of the screen. A layer that lingers and its successor share it, so that one picture follows the other.
    private let layer: SurfaceLayer
    private let receiver: AnswerReceiver
    let motion: StripMotion?
    let stream: ClientStream
    /// The memory of the layer's picture, and of frames that are scaled.
    private let memory: MemoryGrant
    private var linger: TimeLength
    /// Whether the client is disconnected for the layer to end.
    private var isRevoked = false
    private var timer: LoopTimer?
    private var hasPicture = false
    /// The layer that lingers, and whose frame stays until the first one of this layer; nil if it has ended.
    private weak var former: ClientLayer?
    /// The layer that shares the layer of the screen while this one lingers.
    private weak var successor: ClientLayer?
    /// Why the screen cannot show the layer now, for example because its picture has become smaller.
    private var problem: ScreenError?

    /// Checks a layer and adds it to a screen. It is not shown until its first frame.
    ///
    /// - Parameter former: the layer that lingers and that it replaces; nil if there is none.
    init(
        _ request: Request, on record: ScreenRecord, by owner: Owner, after former: ClientLayer?,
        in environment: ScreenEnvironment
    ) throws(DrawRefusal) {
        guard record.isPresent, record.screen.dark == nil, record.screen.layout != nil else {
            throw .dark(record.screen, record.screen.dark ?? .noDisplay)
        }
        try Self.check(request.placement, request.motion, of: request.buffers, on: record)
        name = request.name
        linger = request.linger
        motion = request.motion
        self.owner = owner
        self.record = record
        self.environment = environment
        do throws(MemoryBudget.Refusal) {
            memory = try environment.contents.pictures.budget.grant(
                Self.bytes(request.buffers, request.placement, motion), for: .frames)
        } catch {
            throw .memory(error)
        }
        if let former, former.isReplaced(by: request) {
            (layer, receiver) = (former.layer, former.receiver)
            self.former = former
        } else {
            receiver = AnswerReceiver()
            layer = try Self.layer(request, answering: receiver, on: record, in: environment)
        }
        stream = ClientStream(
            request.buffers, on: layer.surface, reads: record.devices,
            prepare: { [layer] frame throws(DrawRefusal) in try await layer.prepare(frame) },
            onRequest: { [layer] in layer.setNeedsDisplay() }, forecast: { _ in .impossible })
        receiver.stream = stream
        self.former?.successor = self
    }

    /// Makes the layer of a screen.
    private static func layer(
        _ request: Request, answering receiver: AnswerReceiver, on record: ScreenRecord,
        in environment: ScreenEnvironment
    ) throws(DrawRefusal) -> SurfaceLayer {
        let surface: ClientSurface
        do throws(SystemError) {
            surface = try ClientSurface { receiver.stream?.takeAnswer() }
        } catch {
            throw .system(error)
        }
        do throws(ScreenError) {
            let isOpaque = !request.buffers.format.pixels.hasAlpha
            return try SurfaceLayer(
                of: surface, request.motion.map { .strips($0) } ?? .picture(isOpaque: isOpaque), at: request.placement,
                on: record.screen.id, by: environment.kit)
        } catch {
            throw .screen(error)
        }
    }

    /// Whether a layer that lingers can pass the layer of the screen on to the next one: it stays as it is.
    private func isReplaced(by request: Request) -> Bool {
        lingers && successor == nil && problem == nil && request.placement == placement && isOfKind(request)
    }

    /// Whether the layer of the screen can show the frames of a request.
    private func isOfKind(_ request: Request) -> Bool {
        request.motion == motion && request.buffers.format.pixels.hasAlpha == stream.format.pixels.hasAlpha
    }

    /// Takes the answers of a surface to its stream, which is made later.
    @MainLoop
    private final class AnswerReceiver {
        weak var stream: ClientStream?
    }

    /// The bytes of the layer's picture, and of the frame that is turned and scaled into it; for a strip the bytes of
    /// the copied frame, of its successor and of the one before it, which the screen may still use.
    private static func bytes(
        _ buffers: ClientBuffers, _ placement: LayerPlacement, _ motion: StripMotion?
    ) -> Int {
        let (size, frame) = (placement.rectangle.size, buffers.format.size)
        if motion != nil { return 12 * frame.width * frame.height }
        let (pixels, samples) = (size.width * size.height, frame.width * frame.height)
        let isConverted = frame != size || !buffers.placement.isPlain || buffers.placement.area != nil
        let isTurned = buffers.placement.orientation != .upright
        let isScaled = isConverted || buffers.format.displaySize != frame
        return 4 * (pixels + (isScaled ? samples : 0) + (isTurned ? samples : 0))
    }

    /// Checks the place of a layer on a screen, and the length of its strip.
    private static func check(
        _ placement: LayerPlacement, _ motion: StripMotion?, of buffers: ClientBuffers, on record: ScreenRecord
    ) throws(DrawRefusal) {
        let (bounds, size) = (record.screen.layout?.bounds, placement.rectangle.size)
        do throws(ScreenError) {
            try placement.check(in: bounds, of: record.screen.name)
            try motion?.check(buffers.format.size, in: placement.rectangle)
        } catch {
            throw .screen(error)
        }
        // The pixels of a layer are drawn and blended on the thread of the screen, also outside the picture.
        if let bounds, size.width > 2 * bounds.width || size.height > 2 * bounds.height {
            throw .largeLayer(size, on: bounds)
        }
    }

    var placement: LayerPlacement { layer.placement }

    /// Whether a screen has the layer.
    func isOn(_ record: ScreenRecord) -> Bool { self.record === record }

    // MARK: Calls

    /// Uses other buffers at another place from now on.
    func use(_ request: Request) throws(DrawRefusal) {
        guard isOfKind(request) else { throw .otherKind(name) }
        try place(request.placement, request.buffers)
        linger = request.linger
        stream.use(request.buffers)
    }

    /// Moves the layer.
    func place(_ placement: LayerPlacement) throws(DrawRefusal) {
        try place(placement, stream.buffers)
    }

    private func place(_ placement: LayerPlacement, _ buffers: ClientBuffers) throws(DrawRefusal) {
        try Self.check(placement, motion, of: buffers, on: record)
        let former = memory.bytes
        // The screen uses the former picture until the next frame is on it, so nothing is given back before.
        do throws(MemoryBudget.Refusal) {
            try memory.grow(to: Self.bytes(buffers, placement, motion))
        } catch {
            throw .memory(error)
        }
        do throws(ScreenError) {
            try layer.place(placement)
            if record.hasDisplay { try layer.follow(record.screen.id) }
            problem = nil
        } catch {
            memory.shrink(to: former)
            throw .screen(error)
        }
    }

    /// Shows a frame, or waits for a refresh, as ``ClientStream/frame(_:_:after:)`` does. The first one takes the place
    /// of a layer that lingers.
    func frame(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32?
    ) async throws(DrawRefusal) -> ClientStream.Shown {
        let frame = try await shown(number, due, after: fence)
        if frame.outcome.isDropped { record.frameDropped() }
        if number != nil, !frame.outcome.isDropped, !hasPicture {
            hasPicture = true
            record.layers.replaced(by: self)
        }
        if number != nil, frame.outcome.kind == .copied {
            memory.shrink(to: Self.bytes(stream.buffers, placement, motion))
        }
        return frame
    }

    private func shown(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32?
    ) async throws(DrawRefusal) -> ClientStream.Shown {
        if let problem { throw .screen(problem) }
        do throws(DrawRefusal) {
            return try await stream.frame(number, due, after: fence)
        } catch {
            if case .ended = error, let problem { throw .screen(problem) }
            throw error
        }
    }

    // MARK: Ends

    /// Follows the screen to another display.
    func followDisplay() {
        guard record.hasDisplay else { return layer.leaveOtherScreen() }
        do throws(ScreenError) {
            try layer.follow(record.screen.id)
            problem = nil
        } catch {
            problem = error
            // The display that it is on may be connected to another screen now.
            layer.leaveOtherScreen()
            if !lingers { stream.interrupt() }
        }
    }

    /// Disconnects the client if the screen has another content than the client draws for, or no longer has its frames.
    /// A screen without a display has no content, and its client stays.
    func followContent() {
        if lingers, !isOverOwnFrames { return remove() }
        guard !lingers, let content = owner.content else { return }
        let reason: String
        if record.hasDisplay, record.content.program != content {
            reason = "the screen has another content"
        } else if !isOverOwnFrames, !isOverOwnDrawing {
            reason = "the frames below have ended"
        } else {
            return
        }
        environment.log.warning(
            "\(record.name) no longer has the layer '\(name)' of \(owner.program): \(reason)")
        // The pass, which called this, still iterates over the screens.
        Task { end() }
    }

    /// Whether the picture below belongs to the content that the client draws for; true if it draws for none. The next
    /// program of the content may have drawn it.
    private var isOverOwnFrames: Bool {
        guard let content = owner.content else { return true }
        guard case .drawing(let drawing) = record.occupancy else { return false }
        return drawing.drawnFor == content
    }

    /// Whether a client draws for the same content, and may not have shown a frame yet.
    private var isOverOwnDrawing: Bool {
        guard case .drawing(let drawing) = record.occupancy else { return false }
        return !drawing.lingers && drawing.content == owner.content
    }

    /// Disconnects the client, and removes the layer.
    func end() {
        isRevoked = true
        if lingers { remove() } else { environment.clients.disconnect(owner.client) }
    }

    /// Removes the layer, or lets its last frame linger.
    func clientLeft() {
        guard !lingers else { return }
        stream.end()
        let linger = record.content.linger(of: owner.content) ?? linger
        // A layer of a content lies over the content's own frames alone.
        guard hasPicture, !isRevoked, linger.milliseconds > 0, isOverOwnFrames else { return remove() }
        lingers = true
        timer = LoopTimer(after: .milliseconds(linger.milliseconds)) { [weak self] in self?.remove() }
    }

    /// Removes the layer for good.
    func remove() {
        // The stream of a layer that lingers has ended, and a successor may use its surface.
        if !lingers { stream.end() }
        timer = nil
        record.layers.remove(self)
        if let successor {
            // The successor has the layer of the screen from now on.
            if !successor.hasPicture { layer.clear(unlessIn: successor.stream.buffers) }
            successor.former = nil
        } else if let former {
            // The frame before lingers on, and its stream takes a late answer.
            former.successor = nil
            receiver.stream = former.stream
        } else {
            layer.remove(memory)
        }
    }
}
