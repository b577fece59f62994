import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// One call of `screens.Words.Draw`, `DrawLine` or `DrawCode`: its reply with the memory that the program has drawn in,
/// and the copy of its pixels.
@MainLoop
final class WordsCall {
    /// The most pixels of a line.
    private static let mostPixelsOfLine = 1 << 25
    /// How long the program may take for the reply. The service manager may have to start it.
    private static let timeout = Duration.seconds(10)
    /// The limits of a reply.
    private static let limits = JSONLimits(bytes: 1 << 13, depth: 4, values: 64)
    /// The most Unicode scalars of a reason.
    private static let longestReason = 300
    private static let missingText = "no program draws words here in the fonts of the machine"

    private let order: WordsOrder
    private let take: @MainLoop (WordsOutcome) -> Void
    private let budget: MemoryBudget
    private var link: ProgramCall?
    private var timer: LoopTimer?
    private var onEnd: (@MainLoop () -> Void)?
    private var hasEnded = false

    init(
        _ order: WordsOrder, _ budget: MemoryBudget, then take: @escaping @MainLoop (WordsOutcome) -> Void
    ) {
        self.order = order
        self.budget = budget
        self.take = take
    }

    /// The most pixels of the picture.
    var pixelCount: Int {
        switch order.form {
        case .paragraphs, .code: order.size.width * order.size.height
        case .line: Self.mostPixelsOfLine
        }
    }

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - path: the path of the program's socket.
    ///   - onEnd: called when the call is over, unless ``end()`` has ended it; never before this function returns.
    func begin(at path: String, onEnd: @escaping @MainLoop () -> Void) {
        self.onEnd = onEnd
        link = ProgramCall(
            at: path, Call(order.form.method, ["words": order.json]), Self.limits, of: BlockingCloser.words,
            takesFile: true
        ) { [weak self] in self?.take($0) }
        timer = LoopTimer(after: Self.timeout) { [weak self] in
            self?.finish(.lost("screens-words has not answered for \(Self.timeout.components.seconds) s"))
        }
    }

    /// Ends the call without an outcome.
    func end() {
        hasEnded = true
        (link, timer, onEnd) = (nil, nil, nil)
    }

    private func finish(_ outcome: WordsOutcome) {
        guard !hasEnded else { return }
        let onEnd = onEnd
        end()
        onEnd?()
        take(outcome)
    }

    private func take(_ event: ProgramCall.Event) {
        // The bytes after the reply may have another one.
        guard link != nil else { return }
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
        guard let (place, length) = part(of: reply), let missing = reply.parameters["missing"]?.int, missing >= 0
        else { return finish(.lost("screens-words has sent an invalid reply")) }
        let file = link?.file
        link = nil
        do throws(MemoryBudget.Refusal) {
            let grant = try budget.grant(place.width * place.height * MemoryLayout<UInt32>.size, for: .pictures)
            copy(place, of: file, length: length, Int(clamping: missing), grant)
        } catch {
            finish(.lost("a picture of words has no memory: \(error)"))
        }
    }

    /// Returns the part of the picture that is drawn, and the columns of a line; nil if the reply is invalid.
    private func part(of reply: Reply) -> (Rectangle, length: Int)? {
        let size = order.size
        switch order.form {
        case .paragraphs, .code: return Rectangle(reply.parameters["drawn"], in: size).map { ($0, 0) }
        case .line:
            guard let length = reply.parameters["length"]?.int, 1...Int64(Self.mostPixelsOfLine) ~= length else {
                return nil
            }
            let rows = Rectangle(
                x: 0, y: 0, width: size.width, height: (Int(length) + size.width - 1) / size.width * size.height)
            guard rows.height <= Image.longestSide, rows.width * rows.height <= Self.mostPixelsOfLine else {
                return nil
            }
            return (rows, Int(length))
        }
    }

    /// Copies the pixels on a thread of their own: the program may change its memory later.
    private func copy(
        _ place: Rectangle, of file: ReceivedFile?, length: Int, _ missing: Int, _ grant: MemoryGrant
    ) {
        let width = order.size.width
        let hasStarted = DetachedThread.start {
            let image = place.isEmpty ? nil : file.flatMap { Image(copying: place, of: $0.descriptor, rows: width) }
            MainLoop.enqueue { [weak self] in
                self?.finish(
                    image != nil || place.isEmpty
                        ? .drawn(DrawnWords(image, at: place, length: length, missing: missing, grant))
                        : .lost("the picture of words cannot be read"))
            }
        }
        if !hasStarted { finish(.lost("the system cannot start another thread")) }
    }
}

extension Image {
    /// Copies a part of a picture in a file; nil if the file is too short, or not in memory: reads of others may block.
    ///
    /// The file is read and not mapped: its author may shorten it at any time, and its holes would become pages of this
    /// program.
    fileprivate init?(copying part: Rectangle, of file: Int32, rows width: Int) {
        guard SealedMemory.seals(of: file) != nil else { return nil }
        let rowBytes = part.width * MemoryLayout<UInt32>.size
        var isRead = true
        let image = try? Image(
            size: part.size,
            drawing: { pixels in
                pixels.withUnsafeMutableBytes { pixels in
                    guard let start = pixels.baseAddress else { return }
                    for row in 0..<part.height where isRead {
                        let place = ((part.y + row) * width + part.x) * MemoryLayout<UInt32>.size
                        isRead = pread(file, start + row * rowBytes, rowBytes, off_t(place)) == rowBytes
                    }
                }
            })
        guard let image, isRead else { return nil }
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
        if let largestSize { members["largest"] = .double(min(max(largestSize, 1), 4000)) }
        if let letterSize { members["size"] = .double(min(max(letterSize, 1), 4000)) }
        if case .code(let correction) = form { members["correction"] = .string(correction.rawValue) }
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

extension WordsOrder.Form {
    fileprivate var method: String {
        switch self {
        case .paragraphs: "screens.Words.Draw"
        case .line: "screens.Words.DrawLine"
        case .code: "screens.Words.DrawCode"
        }
    }
}

extension Color {
    /// `#rrggbb`.
    fileprivate var hexadecimal: String { "#" + rgb.hexadecimal(digits: 6) }
}
