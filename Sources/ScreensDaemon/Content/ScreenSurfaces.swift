import Glibc
import Screens
import ScreensLinux
import ScreensProgramKit

/// The screens that clients draw on with frames in their own memory, each until its client disconnects.
///
/// A connection draws on one screen. The configured content goes on below, and is shown again afterwards.
@MainLoop
final class ScreenSurfaces {
    private struct Held {
        let client: UInt64
        let program: Lessee
        let surface: ClientSurface
        /// The connection of the display that was there last.
        var screen: ScreenID
        var buffers: FrameBuffers
        /// The buffers, the one that was shown last at the end.
        var order: [Int]
        /// Whether the client has shown a frame.
        var hasFrame = false
        var waiter: CheckedContinuation<ClientSurface.Outcome?, Never>?
    }

    /// The answer to a frame.
    struct Shown {
        let outcome: ClientSurface.Outcome
        /// The buffer that the client may draw in.
        let free: Int
    }

    /// Why a client cannot draw.
    enum Refusal: Error {
        /// Another client does; or this one, on another screen.
        case busy(Lessee, screen: String)
        case dark(Screen, DarkState)
        /// The screen shows another one's picture.
        case mirrors(String)
        /// It has no surface, or not any more.
        case ended
        case noBuffer(count: Int)
        /// The screen's plane does not show the buffer, and it cannot be copied.
        case notShown
        case system(SystemError)
        /// Several buffers of devices for this screen are not finished: no other one is waited for.
        case devicesHang
    }

    /// For the buffers of devices of a screen: a thread waits for each, also when its client has gone.
    private static let mostWaits = 4

    private let kit: VideoKit
    private let painter: ContentPainter
    private let records: ScreenRecords
    private let log: EventLog
    /// Makes the settings apply, also where the set of drawn screens has changed.
    private let apply: @MainLoop () async -> Void
    /// By the qualified name of the screen: it outlasts the display.
    private var held: [String: Held] = [:]
    /// The number of buffers of devices that threads wait for, by the qualified name of the screen.
    private var waits: [String: Int] = [:]
    /// The screen of each client.
    private var names: [UInt64: String] = [:]
    private var onChange: @MainLoop (_ name: String) -> Void = { _ in }

    init(
        _ kit: VideoKit, _ painter: ContentPainter, _ records: ScreenRecords, _ log: EventLog,
        apply: @escaping @MainLoop () async -> Void
    ) {
        self.kit = kit
        self.painter = painter
        self.records = records
        self.log = log
        self.apply = apply
    }

    /// - Parameter onChange: called with a screen's qualified name when a client begins or ends to draw on it.
    func begin(onChange: @escaping @MainLoop (_ name: String) -> Void) {
        self.onChange = onChange
    }

    /// Whether a screen is driven for a client, though it may have no content.
    func isWanted(_ screen: Screen) -> Bool { held[screen.qualifiedName] != nil }

    /// The program that draws on a screen; nil where none has shown a frame.
    func program(on name: String) -> Lessee? { held[name].flatMap { $0.hasFrame ? $0.program : nil } }

    /// The program that has a screen for its frames, shown or not.
    func user(of name: String) -> Lessee? { held[name]?.program }

    /// The client that draws on a screen.
    func client(on name: String) -> UInt64? { held[name]?.client }

    /// Whether a client draws on a screen.
    func hasScreens(_ client: UInt64) -> Bool { names[client] != nil }

    // MARK: Calls

    /// Begins to draw on a screen, or goes on with other buffers.
    ///
    /// - Returns: the timing of a refresh, after which the first frame can come.
    func draw(
        on screen: Screen, _ buffers: FrameBuffers, for program: Lessee, _ client: UInt64
    ) async throws(Refusal) -> ClientSurface.Outcome {
        let name = screen.qualifiedName
        if let other = held[name], other.client != client { throw .busy(other.program, screen: name) }
        if let other = names[client], other != name { throw .busy(program, screen: other) }
        if held[name] == nil {
            try await hold(screen, buffers, for: program, client)
        } else {
            held[name]?.buffers = buffers
            held[name]?.order = Array(0..<buffers.count)
        }
        guard let outcome = await request(ClientSurface.Request(frame: nil), on: name, of: client) else {
            throw .ended
        }
        return outcome
    }

    private func hold(
        _ screen: Screen, _ buffers: FrameBuffers, for program: Lessee, _ client: UInt64
    ) async throws(Refusal) {
        let name = screen.qualifiedName
        if let source = screen.mirrorSource { throw .mirrors(source) }
        do throws(SystemError) {
            let surface = try ClientSurface { [weak self] in self?.takeAnswer(on: name, of: client) }
            held[name] = Held(
                client: client, program: program, surface: surface, screen: screen.id, buffers: buffers,
                order: Array(0..<buffers.count))
        } catch {
            throw .system(error)
        }
        names[client] = name
        // It may have no content, and is dark until then.
        if screen.layout == nil {
            records.named(name)?.idleness.use()
            await apply()
        }
        // The client may have left.
        guard let one = held[name], one.client == client else { throw .ended }
        guard let screen = kit.connectors.first(where: { $0.qualifiedName == name }), screen.dark == nil else {
            let now = kit.connectors.first { $0.qualifiedName == name } ?? screen
            forget(name)
            await apply()
            throw .dark(now, now.dark ?? DarkState(.disconnected, message: "no display is connected"))
        }
        held[name]?.screen = screen.id
        painter.place(of: name).show(SurfacePainting(one.surface))
    }

    /// Shows a frame, or waits for a refresh.
    ///
    /// - Parameters:
    ///   - number: of the buffer; nil where nothing is to be shown.
    ///   - earliest: the number of the first refresh that it may be for.
    func frame(_ number: Int64?, notBefore earliest: Int64?, of client: UInt64) async throws(Refusal) -> Shown {
        guard let name = names[client], let one = held[name] else { throw .ended }
        var request = ClientSurface.Request(frame: nil, earliest: earliest)
        var devices: [DMABuffer] = []
        if let number {
            guard let number = Int(exactly: number), 0..<one.buffers.count ~= number else {
                throw .noBuffer(count: one.buffers.count)
            }
            request = ClientSurface.Request(
                frame: ClientSurface.Frame(buffers: one.buffers, number: number), earliest: earliest)
            devices = one.buffers.devices(number)
            // A device may be drawing in it, and the client may leave meanwhile.
            if !devices.isEmpty { try await wait(for: devices, on: name) }
            guard held[name]?.client == client else {
                for device in devices { device.endReading() }
                throw .ended
            }
            records.named(name)?.idleness.pictureChanged()
            held[name]?.order.removeAll { $0 == number }
            held[name]?.order.append(number)
        }
        defer { for device in devices { device.endReading() } }
        guard let outcome = await self.request(request, on: name, of: client) else { throw .ended }
        guard outcome.kind != .refused else { throw .notShown }
        if number != nil { firstFrame(on: name) }
        return Shown(outcome: outcome, free: held[name]?.order.first ?? 0)
    }

    /// Waits until devices have drawn, on a thread of its own: the wait ends when the devices do, not with their client.
    private func wait(for devices: [DMABuffer], on name: String) async throws(Refusal) {
        let count = waits[name] ?? 0
        guard count < Self.mostWaits else { throw .devicesHang }
        waits[name] = count + 1
        let result: Result<Void, SystemError>
        do throws(Failure) {
            result = try await DetachedThread.value {
                Result { () throws(SystemError) in for device in devices { try device.beginReading() } }
            }
        } catch {
            result = .failure(SystemError(call: "pthread_create", object: "a frame", errno: EAGAIN))
        }
        waits[name] = (waits[name] ?? 1) - 1
        do throws(SystemError) { try result.get() } catch { throw .system(error) }
    }

    private func request(
        _ request: ClientSurface.Request, on name: String, of client: UInt64
    ) async -> ClientSurface.Outcome? {
        guard let one = held[name], one.client == client, one.waiter == nil else { return nil }
        one.surface.post(request)
        kit.setNeedsDisplay(one.screen)
        return await withCheckedContinuation { held[name]?.waiter = $0 }
    }

    private func takeAnswer(on name: String, of client: UInt64) {
        guard let one = held[name], one.client == client, let outcome = one.surface.takeOutcome() else { return }
        held[name]?.waiter = nil
        one.waiter?.resume(returning: outcome)
    }

    private func firstFrame(on name: String) {
        guard let one = held[name], !one.hasFrame else { return }
        held[name]?.hasFrame = true
        log.info("\(name) is drawn by \(one.program)")
        onChange(name)
        Task { await apply() }
    }

    // MARK: Ends

    /// The displays may be others now.
    func follow() {
        for (name, one) in held {
            guard let screen = kit.screens.first(where: { $0.qualifiedName == name }), screen.id != one.screen else {
                continue
            }
            held[name]?.screen = screen.id
            kit.setNeedsDisplay(screen.id)
        }
    }

    /// A client has disconnected, or its screen is revoked: the screen shows its content again.
    func clientLeft(_ client: UInt64) {
        guard let name = names[client], let one = held[name] else { return }
        forget(name)
        kit.setNeedsDisplay(one.screen)
        if one.hasFrame {
            log.info("\(name) is not drawn by \(one.program) any more")
            onChange(name)
        }
        Task { await apply() }
    }

    private func forget(_ name: String) {
        guard let one = held.removeValue(forKey: name) else { return }
        names[one.client] = nil
        painter.place(of: name).show(nil as SurfacePainting?)
        one.waiter?.resume(returning: nil)
    }
}
