import Glibc
import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The calls of clients that draw frames: `Draw` and `Frame`.
@MainLoop
final class DrawCalls {
    /// The most seconds that a client may have its last frame linger.
    private static let longestLinger: Int64 = 60

    private let kit: VideoKit
    private let finder: ScreenFinder
    private let records: ScreenRecords

    init(_ finder: ScreenFinder, _ records: ScreenRecords) {
        kit = records.environment.kit
        self.finder = finder
        self.records = records
    }

    /// Begins to draw on a screen.
    func draw(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        // No event would end the drawing.
        guard !caller.hasLeft, !Task.isCancelled else { throw ManagerError.failed("the client has disconnected") }
        let record = try finder.record(call.parameters)
        let screen = record.screen
        let content = try LeaseCalls.content(of: record, for: caller)
        if let lessee = screen.lessee {
            throw ManagerError.inUse("\(screen.name) is leased to \(lessee)", screen: screen.name)
        }
        let linger = try Self.linger(call.parameters)
        let buffers = try Self.buffers(
            call.parameters, caller.files, records.environment.contents.pictures.budget)
        let program = Lessee(
            name: caller.programName(call.parameters["program"]?.string), processID: caller.peer.process)
        let outcome: ClientSurface.Outcome
        do throws(DrawRefusal) {
            let frames = try await frames(
                on: record, buffers, by: program, caller.connection, for: content, lingering: linger)
            outcome = try await frames.nextRefresh()
        } catch {
            throw Self.error(error, on: screen.name)
        }
        let rate = Self.rate(of: record.screen, outcome.period)
        return Reply([
            "size": Self.json(outcome.size),
            "refreshMillihertz": .int(Int64(rate.millihertz)),
            "refreshRate": try ScreenFinder.json(RateDocument(rate)),
            "refresh": .int(outcome.refresh + 1),
            "time": .int(outcome.time.nanoseconds + outcome.period.wholeNanoseconds),
        ])
    }

    /// The frames of a client on a screen, which the client may already have.
    private func frames(
        on record: ScreenRecord, _ buffers: ClientBuffers, by program: Lessee, _ client: UInt64,
        for content: ContentProgram?, lingering linger: TimeLength
    ) async throws(DrawRefusal) -> ClientDrawing {
        let own = records.drawing(of: client)
        if let occupant = record.occupancy.occupant, occupant !== own?.drawing, !occupant.lingers {
            throw .busy(occupant, screen: record.name)
        }
        guard let own else {
            return try await ClientDrawing.begin(
                on: record, buffers, by: program, client, for: content, lingering: linger, in: records.environment)
        }
        guard own.record === record else { throw .busy(own.drawing, screen: own.record.name) }
        own.drawing.use(buffers, lingering: linger)
        return own.drawing
    }

    /// Adds buffers to the ones of `Draw`.
    func addBuffers(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        guard let drawing = records.drawing(of: caller.connection)?.drawing else {
            throw Self.error(.ended, on: "the screen")
        }
        do throws(ClientBuffers.Problem) {
            let places = try Self.places(call.parameters, drawing.format)
            let numbers = try drawing.add(places, in: caller.files, records.environment.contents.pictures.budget)
            return Reply(["buffers": .array(numbers.map { .int(Int64($0)) })])
        } catch {
            throw Self.error(error)
        }
    }

    /// Shows a frame.
    func frame(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        let parameters = call.parameters
        let due = ClientStream.Due(
            refresh: parameters["refresh"]?.int, time: parameters["at"]?.int.map(MonotonicTime.init(nanoseconds:)),
            drops: parameters["drop"]?.bool ?? false)
        let fence = try Self.fence(parameters["fence"]?.int, caller.files)
        do throws(DrawRefusal) {
            guard let drawing = records.drawing(of: caller.connection)?.drawing else {
                throw DrawRefusal.ended
            }
            let shown = try await drawing.frame(parameters["buffer"]?.int, due, after: fence)
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
            throw Self.error(error, on: "the screen")
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

    /// The fence of a frame.
    private static func fence(_ number: Int64?, _ files: [ReceivedFile]) throws(VarlinkError) -> Int32? {
        guard let number else { return nil }
        guard let place = Int(exactly: number), files.indices.contains(place) else {
            throw ManagerError.invalidValue(
                "fence", "names descriptor \(number), and \(files.count) came with the call",
                remedy: "send the descriptor with the bytes of the call (SCM_RIGHTS)")
        }
        guard SyncFile.isOne(files[place].descriptor) else {
            throw ManagerError.invalidValue("fence", "descriptor \(number) is not a fence (sync_file)")
        }
        return files[place].descriptor
    }

    /// How long the last frame stays after the client has left.
    private static func linger(_ parameters: [String: JSONValue]) throws(VarlinkError) -> TimeLength {
        let seconds = parameters["linger"]?.int ?? 0
        guard 0...longestLinger ~= seconds else {
            throw ManagerError.invalidValue("linger", "must be 0 to \(longestLinger) seconds, not '\(seconds)'")
        }
        return TimeLength(milliseconds: Int(seconds) * 1000)
    }

    private static func buffers(
        _ parameters: [String: JSONValue], _ files: [ReceivedFile], _ budget: MemoryBudget
    ) throws(VarlinkError) -> ClientBuffers {
        let name = parameters["fit"]?.string ?? "fit"
        guard let mode = ContentMode.words.first(where: { Spelling.call.spell($0.name) == name })?.value else {
            let known = ContentMode.words.map { Spelling.call.spell($0.name) }
            throw ManagerError.invalidValue("fit", ValueProblem(not: name, oneOf: known).sentence)
        }
        guard let size = size(parameters["size"]),
            let pixels = parameters["format"]?.string.flatMap(VideoPixelFormat.init(rawValue:))
        else { throw ManagerError.invalidValue("format", "is not a format of frames") }
        let square = Size(width: 1, height: 1)
        do {
            let format = try VideoFormat(
                size: size, pixels: pixels, matrix: parameters["matrix"]?.string.flatMap(ColorMatrix.init(rawValue:)),
                range: parameters["range"]?.string.flatMap(ColorRange.init(rawValue:)),
                pixelAspect: parameters["pixelAspect"].map { self.size($0) ?? Size(width: 0, height: 0) } ?? square)
            return try ClientBuffers(format, mode, try places(parameters, format), in: files, budget)
        } catch let error as ClientBuffers.Problem {
            throw self.error(error)
        } catch let error as ScreenError {
            throw ManagerError.invalidValue("size", error.problem, remedy: error.remedy)
        } catch {
            throw ManagerError.failed("\(error)")
        }
    }

    private static func size(_ value: JSONValue?) -> Size? {
        guard let width = value?.object?["width"]?.int.flatMap(Int.init(exactly:)),
            let height = value?.object?["height"]?.int.flatMap(Int.init(exactly:))
        else { return nil }
        return Size(width: width, height: height)
    }

    private static func error(_ problem: ClientBuffers.Problem) -> VarlinkError {
        problem.isMemory
            ? ManagerError.failed(problem.message, errno: ENOMEM, remedy: problem.remedy)
            : ManagerError.invalidValue("buffers", problem.message, remedy: problem.remedy)
    }

    private static func places(
        _ parameters: [String: JSONValue], _ format: VideoFormat
    ) throws(ClientBuffers.Problem) -> [ClientBuffers.Place] {
        var places: [ClientBuffers.Place] = []
        for (number, buffer) in (parameters["buffers"]?.array ?? []).enumerated() {
            places.append(try place(buffer.object ?? [:], number, format))
        }
        return places
    }

    private static func place(
        _ buffer: [String: JSONValue], _ number: Int, _ format: VideoFormat
    ) throws(ClientBuffers.Problem) -> ClientBuffers.Place {
        let (file, modifier) = (buffer["fd"]?.int ?? -1, buffer["modifier"]?.int)
        guard let planes = buffer["planes"]?.array else {
            let (offset, stride) = (buffer["offset"]?.int ?? 0, buffer["stride"]?.int)
            guard stride == nil || format.planeShapes.count == 1 else {
                throw ClientBuffers.Problem(
                    message: "buffer \(number) has a stride, and frames of \(format.pixels) have several planes",
                    remedy: "state the offset and the stride of each in planes")
            }
            return ClientBuffers.Place(file: file, offset: offset, stride: stride, of: format, modifier: modifier)
        }
        return ClientBuffers.Place(
            planes: planes.map { plane in
                ClientBuffers.Place.Plane(
                    file: plane.object?["fd"]?.int ?? file, offset: plane.object?["offset"]?.int ?? 0,
                    stride: plane.object?["stride"]?.int ?? -1)
            }, modifier: modifier)
    }

    private static func error(_ refusal: DrawRefusal, on name: String) -> VarlinkError {
        switch refusal {
        case .busy(let occupant, let screen):
            ManagerError.failed(
                "\(screen) is \(occupant.verb) \(occupant.program)", errno: EBUSY,
                remedy: "end that program; a client with several screens has a connection for each")
        case .dark(let screen, let dark): ManagerError.dark(screen, dark)
        case .noProgram(let screen): LeaseCalls.noProgram(on: screen)
        case .mirrors(let source):
            ManagerError.failed("\(name) mirrors \(source)", remedy: "draw on \(source), or end the mirror")
        case .ended:
            ManagerError.failed("this connection does not draw on a screen now", remedy: "call Draw first")
        case .noBuffer(let count):
            ManagerError.invalidValue("buffer", "is not one of the \(count) buffers, which are numbered from 0")
        case .notShown:
            ManagerError.failed(
                "\(name) cannot show the buffer directly, and the buffer cannot be copied: it has a modifier, or its "
                    + "driver does not map it", errno: EINVAL,
                remedy: "use a format and a modifier of FrameFormats, or linear memory that is mapped")
        case .unfinished:
            ManagerError.failed(
                "the devices have not finished the frame within \(FenceWait.timeout.components.seconds) s",
                errno: ETIME,
                remedy: "pass a fence of work that has been submitted; the buffer may be sent again")
        case .devicesHang:
            ManagerError.failed(
                "the devices of other buffers for \(name) have not finished them", errno: EBUSY,
                remedy: "end the programs whose GPU hangs; a GPU that hangs gives up its work after some seconds")
        case .system(let error): ManagerError.failed("cannot draw: \(error)", errno: error.errno)
        }
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
