import CScreensDaemon
import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// One call of `screens.Words.Draw`: the memory that the program draws in, its reply, and the copy of its pixels.
@MainLoop
final class WordsCall {
    private static let method = "screens.Words.Draw"
    /// How long the program may take for the reply. The service manager may have to start it.
    private static let timeout = Duration.seconds(10)
    /// The limits of a reply.
    private static let limits = JSONLimits(bytes: 1 << 13, depth: 4, values: 64)
    /// The most Unicode scalars of a reason.
    private static let longestReason = 300
    private static let missingText = "no program draws words here in the fonts of the machine"

    private let order: WordsOrder
    private let take: @MainLoop (WordsOutcome) -> Void
    private var memory: SharedDescriptor?
    private var grant: MemoryGrant?
    private var link: ProgramCall?
    private var timer: LoopTimer?
    private var onEnd: (@MainLoop () -> Void)?
    private var hasEnded = false

    init(_ order: WordsOrder, then take: @escaping @MainLoop (WordsOutcome) -> Void) {
        self.order = order
        self.take = take
    }

    /// The bytes of the picture.
    private var byteCount: Int { order.size.width * order.size.height * MemoryLayout<UInt32>.size }

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - path: the path of the program's socket.
    ///   - onEnd: called when the call is over, unless ``end()`` has ended it; never before this function returns.
    func begin(at path: String, _ budget: MemoryBudget, onEnd: @escaping @MainLoop () -> Void) {
        self.onEnd = onEnd
        do {
            grant = try budget.grant(byteCount, for: .pictures)
            let file = cdaemon_sealed_memory(byteCount)
            guard file >= 0 else { throw SystemError(call: "memfd_create", object: "a picture of words", errno: errno) }
            let memory = SharedDescriptor(OwnedDescriptor(adopting: file))
            self.memory = memory
            link = ProgramCall(
                at: path, Call(Self.method, ["words": order.json]), passing: memory.rawValue, Self.limits
            ) { [weak self] in self?.take($0) }
            timer = LoopTimer(after: Self.timeout) { [weak self] in
                self?.finish(.lost("screens-words has not answered for \(Self.timeout.components.seconds) s"))
            }
        } catch {
            MainLoop.enqueue { [weak self] in self?.finish(.lost("a picture of words cannot be made: \(error)")) }
        }
    }

    /// Ends the call without an outcome.
    func end() {
        hasEnded = true
        (link, timer, memory, grant, onEnd) = (nil, nil, nil, nil, nil)
    }

    private func finish(_ outcome: WordsOutcome) {
        guard !hasEnded else { return }
        let onEnd = onEnd
        end()
        onEnd?()
        take(outcome)
    }

    private func take(_ event: ProgramCall.Event) {
        switch event {
        case .reply(let reply): take(reply)
        case .missing: finish(.missing(Self.missingText))
        case .unreachable(let error): finish(.lost("screens-words cannot be reached: \(error)"))
        case .invalid: finish(.lost("screens-words has sent an invalid reply"))
        case .left: finish(.lost("screens-words has ended"))
        }
    }

    private func take(_ reply: Reply) {
        if let error = reply.error {
            let text = [reply.parameters["reason"], reply.parameters["remedy"]].compactMap { $0?.string }
                .map { $0.shortened(to: Self.longestReason).printable }.joined(separator: "; ")
            return finish(.refused(text.isEmpty ? "screens-words refuses it: \(error)" : text))
        }
        guard let place = Rectangle(reply.parameters["drawn"], in: order.size),
            let missing = reply.parameters["missing"]?.int, missing >= 0, let memory
        else { return finish(.lost("screens-words has sent an invalid reply")) }
        link = nil
        copy(place, of: memory, missing: Int(clamping: missing))
    }

    /// Copies the pixels on a thread of their own: the program may change its memory later.
    private func copy(_ place: Rectangle, of memory: SharedDescriptor, missing: Int) {
        let (size, count) = (order.size, byteCount)
        let hasStarted = DetachedThread.start {
            let image = place.isEmpty ? nil : Image(copying: place, of: memory.rawValue, count, rows: size.width)
            MainLoop.enqueue { [weak self] in self?.finish(image, at: place, missing) }
        }
        if !hasStarted { finish(.lost("the system cannot start another thread")) }
    }

    private func finish(_ image: Image?, at place: Rectangle, _ missing: Int) {
        guard !hasEnded, let grant else { return }
        guard image != nil || place.isEmpty else {
            return finish(.lost("the picture of words cannot be read"))
        }
        grant.shrink(to: place.width * place.height * MemoryLayout<UInt32>.size)
        finish(.drawn(DrawnWords(image, at: place, missing: missing, grant)))
    }
}

extension Image {
    /// Copies a part of a picture in the memory of a file; nil if the memory cannot be read.
    fileprivate init?(copying part: Rectangle, of file: Int32, _ count: Int, rows width: Int) {
        guard let memory = try? SealedMemory(file, count: count) else { return nil }
        let rowBytes = part.width * MemoryLayout<UInt32>.size
        let image = try? Image(
            size: part.size,
            drawing: { pixels in
                pixels.withUnsafeMutableBytes { pixels in
                    guard let start = pixels.baseAddress else { return }
                    for row in 0..<part.height {
                        let place = ((part.y + row) * width + part.x) * MemoryLayout<UInt32>.size
                        (start + row * rowBytes).copyMemory(from: memory.bytes + place, byteCount: rowBytes)
                    }
                }
            })
        guard let image else { return nil }
        self = image
    }
}

extension Rectangle {
    /// Reads a rectangle inside of a picture; nil if the value is not one.
    fileprivate init?(_ json: JSONValue?, in size: Size) {
        guard let x = json?["x"]?.int, let y = json?["y"]?.int, let width = json?["width"]?.int,
            let height = json?["height"]?.int, 0...Int64(size.width) ~= x, 0...Int64(size.height) ~= y,
            0...(Int64(size.width) - x) ~= width, 0...(Int64(size.height) - y) ~= height
        else { return nil }
        self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }

    fileprivate var json: JSONValue {
        ["x": .int(Int64(x)), "y": .int(Int64(y)), "width": .int(Int64(width)), "height": .int(Int64(height))]
    }
}

extension WordsOrder {
    /// The order as the parameter of the call.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "text": .string(text), "width": .int(Int64(size.width)), "height": .int(Int64(size.height)),
            "place": place.json, "horizontal": .string(horizontal), "vertical": .string(vertical),
            "wrap": .bool(wraps), "color": .string(color.hexadecimal),
        ]
        if let letterSize { members["size"] = .double(min(max(letterSize, 1), 4000)) }
        if let family = fonts.family { members["font"] = .string(family) }
        if let weight = fonts.weight { members["weight"] = .int(Int64(weight)) }
        if let outline = fonts.outline { members["outline"] = .string(outline.hexadecimal) }
        if let direction = fonts.direction {
            members["direction"] = .string(direction == .leftToRight ? "ltr" : "rtl")
        }
        return .object(members)
    }

    private var horizontal: String {
        switch alignment.horizontal {
        case .left: "left"
        case .center: "center"
        case .right: "right"
        }
    }

    private var vertical: String {
        switch alignment.vertical {
        case .top: "top"
        case .center: "center"
        case .bottom: "bottom"
        }
    }
}

extension Color {
    /// `#rrggbb`.
    fileprivate var hexadecimal: String { "#" + rgb.hexadecimal(digits: 6) }
}
