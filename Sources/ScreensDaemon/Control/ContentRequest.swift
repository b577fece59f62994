import Configuration
import Glibc
import JSON
import ProgramKit
import Screens
import Varlink

extension ShownContent {
    /// The content that a caller asks for.
    ///
    /// - Throws: `InvalidValue` with the problem.
    init(_ content: JSONValue) throws(VarlinkError) {
        func text(_ key: String) -> String? { content[key]?.string }
        func seconds(_ key: String) throws(VarlinkError) -> TimeLength? {
            guard let seconds = content[key]?.double else { return nil }
            guard (0...86_400).contains(seconds) else { throw ManagerError.invalidValue(key, "is 0 to 86400") }
            return TimeLength(milliseconds: Int(seconds * 1000))
        }
        func path(_ key: String) throws(VarlinkError) -> String? {
            guard let path = text(key) else { return nil }
            guard path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < Int(PATH_MAX) else {
                throw ManagerError.invalidValue(key, "is an absolute path of less than \(PATH_MAX) bytes")
            }
            return path
        }
        func color(_ key: String) throws(VarlinkError) -> Color? {
            guard let text = text(key) else { return nil }
            guard let color = Color(text) else { throw ManagerError.invalidValue(key, "is as in '#FF8000'") }
            return color
        }
        let kinds = ["color", "pattern", "image", "slides"].filter { text($0) != nil }
        guard kinds.count == 1 else {
            throw ManagerError.invalidValue("content", "is one of color, pattern, image and slides")
        }
        var placed = Placed()
        if let fit = text("fit") {
            guard let mode = ContentMode.allCases.first(where: { $0.name == fit }) else {
                let names = ContentMode.allCases.map(\.name).joined(separator: ", ")
                throw ManagerError.invalidValue("fit", "is one of \(names)")
            }
            placed.mode = mode
        }
        placed.background = try color("background") ?? .black
        if let color = try color("color") {
            self = .color(color)
        } else if let name = text("pattern") {
            guard let pattern = TestPattern(rawValue: name) else {
                let names = TestPattern.allCases.map(\.rawValue).joined(separator: ", ")
                throw ManagerError.invalidValue("pattern", "is one of \(names)")
            }
            self = .pattern(pattern)
        } else if let path = try path("image") {
            self = .image(placed, path: path)
        } else {
            let interval = try seconds("intervalSeconds") ?? TimeLength(milliseconds: 10_000)
            let fade = try seconds("fadeSeconds") ?? TimeLength(milliseconds: 0)
            guard interval.milliseconds >= 100 else {
                throw ManagerError.invalidValue("intervalSeconds", "is at least 0.1")
            }
            guard fade <= interval else {
                throw ManagerError.invalidValue("fadeSeconds", "is at most the interval")
            }
            self = .slides(placed, SlideShow(folder: try path("slides") ?? "", interval: interval, fade: fade))
        }
    }
}
