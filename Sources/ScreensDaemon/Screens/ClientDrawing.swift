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
final class ClientDrawing: ScreenOccupant, VideoSource {
    let client: UInt64
    let program: Lessee
    /// The id of the client's user.
    let user: UInt32
    /// The content that the client draws; nil for a client with all rights.
    let content: ContentProgram?
    /// The program whose frame is on the screen, and the content that the program draws; nil without a frame. While a
    /// frame of the client before lingers, both are of that client.
    private var picture: (program: Lessee, content: ContentProgram?)?
    /// Whether the client has shown a frame.
    private(set) var hasOwnPicture = false
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
    let stream: ClientStream

    private init(
        on record: ScreenRecord, by program: Lessee, _ client: UInt64, of user: UInt32, for content: ContentProgram?,
        _ buffers: ClientBuffers, lingering linger: TimeLength, in environment: ScreenEnvironment,
        after former: ClientDrawing?
    ) throws(SystemError) {
        self.content = content
        self.record = record
        self.program = program
        self.client = client
        self.user = user
        self.environment = environment
        self.linger = linger
        if let former {
            surface = former.surface
        } else {
            surface = try ClientSurface { [weak record] in
                guard case .drawing(let drawing)? = record?.occupancy else { return }
                drawing.stream.takeAnswer()
            }
        }
        screen = record.screen.id
        stream = Self.stream(buffers, on: surface, of: record, in: environment)
        picture = former?.picture
        wait(until: former?.lingerEnd)
    }

    var verb: String { "drawn by" }
    var isForContent: Bool { content != nil }
    var hasPicture: Bool { picture != nil }
    var drawnBy: Lessee? { picture?.program }
    /// The content that the frame on the screen belongs to.
    var drawnFor: ContentProgram? { picture?.content }

    // MARK: Calls

    /// Begins to draw on a screen, which is lit for it.
    ///
    /// - Parameters:
    ///   - content: the content that the client draws; nil for a client with all rights.
    ///   - linger: how long the last frame stays after the client has left.
    static func begin(
        on record: ScreenRecord, _ buffers: ClientBuffers, by program: Lessee, _ client: UInt64, of user: UInt32,
        for content: ContentProgram?, lingering linger: TimeLength, in environment: ScreenEnvironment
    ) async throws(DrawRefusal) -> ClientDrawing {
        if let source = record.screen.mirrorSource { throw .mirrors(source) }
        let former: ClientDrawing? = if case .drawing(let drawing) = record.occupancy { drawing } else { nil }
        let drawing: ClientDrawing
        do throws(SystemError) {
            drawing = try ClientDrawing(
                on: record, by: program, client, of: user, for: content, buffers, lingering: linger,
                in: environment, after: former)
        } catch {
            throw .system(error)
        }
        former?.timer = nil
        record.occupy(.drawing(drawing))
        try await drawing.light()
        return drawing
    }

    /// Enables a screen. Without a content, it is dark until a pass.
    ///
    /// - Throws: ``DrawRefusal/dark(_:_:)`` if it stays dark.
    static func light(_ record: ScreenRecord, in environment: ScreenEnvironment) async throws(DrawRefusal) {
        if record.screen.layout == nil {
            record.idleness.use()
            await environment.passes.run()
        }
        guard record.isPresent, record.screen.dark == nil else {
            throw .dark(record.screen, record.screen.dark ?? .noDisplay)
        }
    }

    private func light() async throws(DrawRefusal) {
        let refusal: DrawRefusal?
        do throws(DrawRefusal) {
            try await Self.light(record, in: environment)
            refusal = nil
        } catch {
            refusal = error
        }
        // The client may have left.
        guard isActive else { throw .ended }
        // The content may have changed.
        guard hasItsContent else {
            forget()
            environment.passes.request()
            throw .noProgram(record.screen)
        }
        if let refusal {
            forget()
            await environment.passes.run()
            throw refusal
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
        stream.use(buffers)
    }

    /// Shows a frame, or waits for a refresh, as ``ClientStream/frame(_:_:after:)`` does.
    func frame(
        _ number: Int64?, _ due: ClientStream.Due, after fence: Int32? = nil
    ) async throws(DrawRefusal) -> ClientStream.Shown {
        if number != nil { record.idleness.pictureChanged() }
        let shown = try await stream.frame(number, due, after: fence)
        if shown.outcome.isDropped { record.frameDropped() }
        if number != nil, !shown.outcome.isDropped { firstFrame() }
        return shown
    }

    private static func stream(
        _ buffers: ClientBuffers, on surface: ClientSurface, of record: ScreenRecord,
        in environment: ScreenEnvironment
    ) -> ClientStream {
        let kit = environment.kit
        return ClientStream(buffers, on: surface, reads: record.devices) { [weak record] in
            if let record { kit.setNeedsDisplay(record.screen.id) }
        } forecast: { [weak record] in
            record?.forecast($0) ?? .impossible
        }
    }

    private func firstFrame() {
        guard isActive, !hasOwnPicture else { return }
        hasOwnPicture = true
        picture = (program, content)
        wait(until: nil)
        environment.log.info("\(record.name) is drawn by \(program)")
        record.drawingChanged()
        environment.passes.request()
    }

    // MARK: Ends

    /// Follows the screen to another display.
    func followDisplay() {
        if record.isHeld(by: self), let source = record.screen.mirrorSource {
            environment.log.warning("\(record.name) is no longer drawn by \(program): it mirrors \(source)")
            // The pass, which called this, still iterates over the occupants.
            Task { await revoke() }
            return
        }
        guard record.hasDisplay, record.screen.id != screen else { return }
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
        stream.end()
        let linger = record.content.linger(of: content) ?? linger
        if hasOwnPicture, linger.milliseconds > 0 {
            wait(until: MonotonicTime.now.advanced(by: .milliseconds(linger.milliseconds)))
        }
        guard hasItsContent, lingerEnd != nil else { return giveBack() }
        lingers = true
        let rest = hasOwnPicture ? "its last frame stays for \(linger)" : "the frame before it stays"
        environment.log.info("\(program) has stopped drawing on \(record.name): \(rest)")
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
        stream.end()
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
        picture = nil
        surface.dropFrame()
        environment.kit.setNeedsDisplay(screen)
        record.drawingChanged()
        environment.passes.request()
    }
}
