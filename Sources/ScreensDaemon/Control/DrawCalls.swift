import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The calls of clients that draw frames: `Draw`, `AddBuffers` and `Frame`.
@MainLoop
final class DrawCalls {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let records: ScreenRecords
    private let layers: LayerCalls

    init(_ finder: ScreenFinder, _ records: ScreenRecords, _ layers: LayerCalls) {
        kit = records.environment.kit
        self.finder = finder
        self.records = records
        self.layers = layers
    }

    private var budget: MemoryBudget { records.environment.contents.pictures.budget }

    /// Begins to draw on a screen, or in a layer over its picture.
    func draw(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        // No event would end the drawing.
        guard !caller.hasLeft, !Task.isCancelled else { throw ManagerError.failed("the client has disconnected") }
        let record = try finder.record(call.parameters)
        let screen = record.screen
        if let item = call.parameters["item"]?.string { return try draw(item, call, of: caller, on: record) }
        let content = try LeaseCalls.content(of: record, for: caller)
        if let lessee = screen.lessee {
            throw ManagerError.inUse("\(screen.name) is leased to \(lessee)", screen: screen.name)
        }
        let arguments = FrameArguments(call, of: caller)
        let linger = try arguments.linger
        let layer = try arguments.layer()
        let bounds = layer?.placement.rectangle.size ?? screen.layout?.bounds
        let buffers = try arguments.buffers(
            budget, in: bounds, isLayer: layer != nil, isStrip: layer?.motion != nil)
        let program = Lessee(
            name: caller.programName(call.parameters["program"]?.string), processID: caller.peer.process)
        let outcome: ClientSurface.Outcome
        do throws(DrawRefusal) {
            if let (name, placement, motion) = layer {
                if let content, !Self.draws(caller, for: content, on: record) {
                    throw DrawRefusal.noFramesBelow(screen.name)
                }
                outcome = try await layers.draw(
                    ClientLayer.Request(
                        name: name, placement: placement, motion: motion, buffers: buffers, linger: linger), on: record,
                    by: ClientLayer.Owner(
                        client: caller.connection, user: caller.peer.user, program: program, content: content))
            } else {
                // A frame that lingers stays if the screen cannot show another one now.
                if record.occupancy.occupant?.lingers == true {
                    try await ClientDrawing.light(record, in: records.environment)
                    guard !caller.hasLeft, !Task.isCancelled else { throw DrawRefusal.ended }
                }
                let frames = try await frames(
                    on: record, buffers, by: program, caller, for: content, lingering: linger)
                outcome = try await frames.stream.refresh(of: record.screen.layout?.bounds)
            }
        } catch {
            throw ManagerError.of(error, on: screen.name)
        }
        return try reply(
            outcome.size, Self.rate(of: record.screen, outcome.period), refresh: outcome.refresh + 1,
            at: outcome.time.advanced(by: outcome.period))
    }

    /// Begins to draw an item of a content, which is not on the screen before its turn.
    private func draw(
        _ id: String, _ call: Call, of caller: Caller, on record: ScreenRecord
    ) throws(VarlinkError) -> Reply {
        let presenters = records.environment.presenters
        guard let item = presenters.item(id, on: record.name) else {
            throw ManagerError.notPermitted("the item is not wanted on \(record.screen.name)")
        }
        let own = presenters.drawing(of: caller.connection)
        guard records.drawing(of: caller.connection) == nil, own == nil || own === item.drawing else {
            throw ManagerError.notPermitted("the connection draws already: each item has a connection of its own")
        }
        let size = record.screen.pictureSize
        let buffers = try FrameArguments(call, of: caller).buffers(budget, in: size, isLayer: false)
        do throws(DrawRefusal) {
            try item.draw(buffers, by: caller.connection, on: record)
        } catch {
            throw ManagerError.of(error, on: record.screen.name)
        }
        let mode = record.screen.currentMode ?? record.screen.preferredMode
        return try reply(size, mode?.refreshRate ?? RefreshRate(numerator: 60, denominator: 1), refresh: 0, at: .now)
    }

    /// The reply to `Draw`.
    private func reply(
        _ size: Size, _ rate: RefreshRate, refresh: Int64, at time: MonotonicTime
    ) throws(VarlinkError) -> Reply {
        Reply([
            "size": Self.json(size),
            "refreshMillihertz": .int(Int64(rate.millihertz)),
            "refreshRate": try ScreenFinder.json(RateDocument(rate)),
            "refresh": .int(refresh),
            "time": .int(time.nanoseconds),
        ])
    }

    /// The frames of a client on a screen, which the client may already have.
    private func frames(
        on record: ScreenRecord, _ buffers: ClientBuffers, by program: Lessee, _ caller: Caller,
        for content: ContentProgram?, lingering linger: TimeLength
    ) async throws(DrawRefusal) -> ClientDrawing {
        let own = records.drawing(of: caller.connection)
        if let occupant = record.occupancy.occupant, occupant !== own?.drawing, !occupant.lingers {
            throw .busy(occupant, screen: record.name)
        }
        guard let own else {
            return try await ClientDrawing.begin(
                on: record, buffers, by: program, caller.connection, of: caller.peer.user, for: content,
                lingering: linger, in: records.environment)
        }
        guard own.record === record else { throw .busy(own.drawing, screen: own.record.name) }
        own.drawing.use(buffers, lingering: linger)
        return own.drawing
    }

    /// Whether a client of a content draws on a screen: on this connection, or with frames of the same process and user
    /// that are on the screen. A process of another process namespace has no number, so it has its own connection only.
    private static func draws(_ caller: Caller, for content: ContentProgram, on record: ScreenRecord) -> Bool {
        guard case .drawing(let drawing) = record.occupancy, !drawing.lingers, drawing.content == content else {
            return false
        }
        if drawing.client == caller.connection { return true }
        let (process, user) = (caller.peer.process, caller.peer.user)
        return process > 0 && drawing.program.processID == process && drawing.user == user && drawing.hasOwnPicture
    }

    /// The frames of a connection: in place of the content, or in a layer.
    private func source(of arguments: FrameArguments, _ caller: Caller) throws(DrawRefusal) -> any VideoSource {
        if let name = arguments.layerName { return try layers.layer(name, of: caller.connection) }
        if let drawing = records.drawing(of: caller.connection)?.drawing { return drawing }
        guard let item = records.environment.presenters.drawing(of: caller.connection) else { throw .ended }
        return item
    }

    /// Adds buffers to the buffers that the client passed with `Draw`.
    func addBuffers(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        let arguments = FrameArguments(call, of: caller)
        let stream: ClientStream
        do throws(DrawRefusal) {
            stream = try source(of: arguments, caller).stream
        } catch {
            throw ManagerError.of(error, on: "the screen")
        }
        do throws(ClientBuffers.Problem) {
            let numbers = try stream.add(try arguments.places(stream.format), in: caller.files, budget)
            return Reply(["buffers": .array(numbers.map { .int(Int64($0)) })])
        } catch {
            throw ManagerError.of(error)
        }
    }

    /// Shows a frame.
    func frame(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        let arguments = FrameArguments(call, of: caller)
        let fence = try arguments.fence
        do throws(DrawRefusal) {
            let source = try source(of: arguments, caller)
            let shown = try await source.frame(call.parameters["buffer"]?.int, arguments.due, after: fence)
            let outcome = shown.outcome
            return Reply([
                "refresh": .int(outcome.refresh), "time": .int(outcome.time.nanoseconds),
                "due": .int(outcome.time.nanoseconds + outcome.period.wholeNanoseconds),
                "free": .int(Int64(shown.free)),
                "missed": .int(outcome.missed), "size": Self.json(outcome.size),
                "copied": .bool(outcome.kind == .copied),
                "shown": .bool(outcome.kind != nil && shown.obstacle == nil),
                "reason": (outcome.isDropped ? "late" : shown.obstacle?.rawValue).map(JSONValue.string) ?? .null,
                "dropped": .int(shown.dropped),
            ])
        } catch {
            throw ManagerError.of(error, on: "the screen")
        }
    }

    /// The formats of frames that the screen's plane shows without a copy.
    func formats(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let formats = kit.scanoutFormats(of: screen.id).map { format in
            JSONValue.object([
                "format": .string(format.pixels.rawValue),
                "modifiers": .array(format.modifiers.map { .int(Int64(bitPattern: $0)) }),
            ])
        }
        let size = screen.layout?.bounds ?? Size(width: 0, height: 0)
        return Reply(["size": Self.json(size), "formats": .array(formats)])
    }

    /// The exact rate of refreshes that differ by about `period`.
    private static func rate(of screen: Screen, _ period: Duration) -> RefreshRate {
        // The screen may have become dark since the refresh.
        let refreshes = screen.currentMode?.refreshRate.rate(ofFramesEvery: period)
        let measured = RefreshRate(numerator: 1_000_000_000, denominator: UInt64(max(period.wholeNanoseconds, 1)))
        return refreshes ?? measured
    }

    private static func json(_ size: Size) -> JSONValue {
        .object(["width": .int(Int64(size.width)), "height": .int(Int64(size.height))])
    }
}
