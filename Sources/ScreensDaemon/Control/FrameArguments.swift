import Screens
import ScreensConfiguration
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The arguments of a call about frames, with the files that came with it. Clients may send anything, so each is
/// checked.
struct FrameArguments {
    /// The most seconds that a client may have its last frame linger.
    private static let longestLinger: Int64 = 60
    /// The most Unicode scalars of the name of a layer: one `Character` may have any number of them.
    private static let longestName = 64

    let parameters: [String: JSONValue]
    let files: [ReceivedFile]

    init(_ call: Call, of caller: Caller) {
        parameters = call.parameters
        files = caller.files
    }

    // MARK: Frames

    /// The refresh that the frame is for.
    var due: ClientStream.Due {
        ClientStream.Due(
            refresh: parameters["refresh"]?.int, time: parameters["at"]?.int.map(MonotonicTime.init(nanoseconds:)),
            drops: parameters["drop"]?.bool ?? false)
    }

    /// The fence of the frame.
    var fence: Int32? {
        get throws(VarlinkError) {
            guard let number = parameters["fence"]?.int else { return nil }
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
    }

    /// How long the last frame stays after the client has left.
    var linger: TimeLength {
        get throws(VarlinkError) {
            let seconds = parameters["linger"]?.int ?? 0
            guard 0...Self.longestLinger ~= seconds else {
                throw ManagerError.invalidValue(
                    "linger", "must be 0 to \(Self.longestLinger) seconds, not '\(seconds)'")
            }
            return TimeLength(milliseconds: Int(seconds) * 1000)
        }
    }

    // MARK: Layers

    /// The name of the layer that the call is for; nil for the frames in place of the content.
    var layerName: String? { parameters["layer"]?.string }

    /// The layer, with its name, its place, and how it scrolls.
    ///
    /// - Parameter former: the placement of the layer with a name. Its order and its opacity count if no others are
    ///   given; nil stands for the defaults.
    /// - Returns: nil for frames in place of the content.
    func layer(
        after former: (String) -> LayerPlacement? = { _ in nil }
    ) throws(VarlinkError) -> (name: String, placement: LayerPlacement, motion: StripMotion?)? {
        guard let layer = parameters["layer"]?.object else { return nil }
        guard let name = layer["name"]?.string, 1...Self.longestName ~= name.unicodeScalars.count,
            name.printable == name
        else {
            throw ManagerError.invalidValue(
                "layer", "has no name of 1 to \(Self.longestName) printable characters")
        }
        guard let place = rectangle(layer["rectangle"]?.object ?? [:]) else {
            throw ManagerError.invalidValue(
                "layer", "has no rectangle with sides of 1 to \(Image.longestSide) pixels near the picture")
        }
        let orders = LayerOrder.ofClients
        let former = former(name)
        let order = layer["order"]?.int ?? Int64(former?.order ?? 0)
        guard let order = Int(exactly: order), orders ~= order else {
            throw ManagerError.invalidValue(
                "layer", "has the order \(order): \(orders.lowerBound) to \(orders.upperBound) are possible")
        }
        let opacity = layer["opacity"]?.double ?? former?.opacity ?? 1
        return (name, LayerPlacement(place, order: order, opacity: opacity), try motion(of: layer))
    }

    private func motion(of layer: [String: JSONValue]) throws(VarlinkError) -> StripMotion? {
        guard let speed = layer["scroll"]?.double else { return nil }
        let fastest = ScrollingStrip.highestSpeed
        guard (-fastest...fastest).contains(speed) else {
            throw ManagerError.invalidValue(
                "layer", "scrolls by \(speed) pixels a second: at most \(Int(fastest)) are possible")
        }
        return StripMotion(axis: layer["axis"]?.string == "vertical" ? .vertical : .horizontal, speed: speed)
    }

    private func rectangle(_ members: [String: JSONValue]) -> Rectangle? {
        guard let x = coordinate(members["x"]), let y = coordinate(members["y"]), let width = side(members["width"]),
            let height = side(members["height"])
        else { return nil }
        return Rectangle(x: x, y: y, width: width, height: height)
    }

    private func coordinate(_ value: JSONValue?) -> Int? {
        value?.int.flatMap { -Int64(Image.longestSide)...Int64(Image.longestSide) ~= $0 ? Int($0) : nil }
    }

    private func side(_ value: JSONValue?) -> Int? {
        value?.int.flatMap { 1...Int64(Image.longestSide) ~= $0 ? Int($0) : nil }
    }

    // MARK: Buffers

    /// The buffers, which are mapped.
    ///
    /// - Parameters:
    ///   - bounds: the size of the picture or the layer; nil while the screen is dark.
    ///   - isLayer: whether frames may have alpha.
    ///   - isStrip: whether a frame moves through the layer, and so is shown whole and upright.
    func buffers(
        _ budget: MemoryBudget, in bounds: Size?, isLayer: Bool, isStrip: Bool = false
    ) throws(VarlinkError) -> ClientBuffers {
        let placing = ["crop", "turn", "reflect", "place", "pixelAspect"]
        if isStrip, let name = placing.first(where: { parameters[$0] ?? .null != .null }) {
            throw ManagerError.invalidValue(
                name, "has no effect on a strip, which is shown as it is", remedy: "leave it out, or `scroll`")
        }
        let name = parameters["fit"]?.string ?? "fit"
        guard let mode = ContentMode.words.first(where: { Spelling.call.spell($0.name) == name })?.value else {
            let known = ContentMode.words.map { Spelling.call.spell($0.name) }
            throw ManagerError.invalidValue("fit", ValueProblem(not: name, oneOf: known).sentence)
        }
        guard let size = Self.size(parameters["size"]),
            let pixels = parameters["format"]?.string.flatMap(VideoPixelFormat.init(rawValue:))
        else { throw ManagerError.invalidValue("format", "is not a format of frames") }
        guard isLayer || !pixels.hasAlpha else {
            throw ManagerError.invalidValue(
                "format", "has an alpha, and nothing is below the frames",
                remedy: "use xrgb8888, or draw a layer (`layer`)")
        }
        let square = Size(width: 1, height: 1)
        let placement = try placement(mode, of: size, in: bounds)
        do {
            let format = try VideoFormat(
                size: size, pixels: pixels, matrix: parameters["matrix"]?.string.flatMap(ColorMatrix.init(rawValue:)),
                range: parameters["range"]?.string.flatMap(ColorRange.init(rawValue:)),
                siting: siting,
                pixelAspect: parameters["pixelAspect"]?.object == nil
                    ? square : Self.size(parameters["pixelAspect"]) ?? Size(width: 0, height: 0))
            return try ClientBuffers(format, placement, try places(format), in: files, budget)
        } catch let error as ClientBuffers.Problem {
            throw ManagerError.of(error)
        } catch let error as ScreenError {
            throw ManagerError.invalidValue("size", error.problem, remedy: error.remedy)
        } catch {
            throw ManagerError.failed("\(error)")
        }
    }

    /// The shown part of the frames, and its place.
    private func placement(
        _ mode: ContentMode, of size: Size, in bounds: Size?
    ) throws(VarlinkError) -> VideoPlacement {
        var placement = VideoPlacement(mode)
        if let crop = parameters["crop"]?.object {
            guard let crop = rectangle(crop), Rectangle(size).contains(crop) else {
                throw ManagerError.invalidValue("crop", "is not a part of a frame of \(size)")
            }
            placement.crop = crop == Rectangle(size) ? nil : crop
        }
        if let place = parameters["place"]?.object {
            guard let area = rectangle(place) else {
                throw ManagerError.invalidValue(
                    "place", "has no sides of 1 to \(Image.longestSide) pixels, or is far from the picture")
            }
            if let bounds, !area.intersects(Rectangle(bounds)) {
                throw ManagerError.invalidValue("place", "is outside the picture, which has \(bounds) pixels")
            }
            placement.area = area
        }
        let turn = parameters["turn"]?.int ?? 0
        guard [0, 90, 180, 270].contains(turn) else {
            throw ManagerError.invalidValue("turn", "is \(turn): 0, 90, 180 and 270 degrees are possible")
        }
        placement.orientation = Orientation(
            clockwiseQuarters: Int(turn) / 90, isReflected: parameters["reflect"]?.bool ?? false)
        return placement
    }

    /// The position of chroma. The call is checked against the names of the interface.
    private var siting: ChromaSiting {
        switch parameters["siting"]?.string {
        case "center": .center
        case "topLeft": .topLeft
        default: .left
        }
    }

    private static func size(_ value: JSONValue?) -> Size? {
        guard let width = value?.object?["width"]?.int.flatMap(Int.init(exactly:)),
            let height = value?.object?["height"]?.int.flatMap(Int.init(exactly:))
        else { return nil }
        return Size(width: width, height: height)
    }

    /// The places of the buffers in the files.
    func places(_ format: VideoFormat) throws(ClientBuffers.Problem) -> [ClientBuffers.Place] {
        var places: [ClientBuffers.Place] = []
        for (number, buffer) in (parameters["buffers"]?.array ?? []).enumerated() {
            places.append(try Self.place(buffer.object ?? [:], number, format))
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
}
