import ArgumentParser
import Glibc
import ProgramKit
import Screens

/// The options that say what the daemon is to show.
struct ContentOptions: ParsableArguments {
    /// The patterns that need nobody who looks after them.
    enum Pattern: String, CaseIterable, ExpressibleByArgument { case card, bars, gradient, checker }

    /// How a picture lies on a screen.
    enum Fit: String, CaseIterable, ExpressibleByArgument { case fit, fill, stretch, center }

    @Option(
        help: ArgumentHelp("Show one colour (with --image and --slides: the background).", valueName: "#RRGGBB"))
    var color: String?

    @Option(help: "Show a pattern.")
    var pattern: Pattern?

    @Option(
        help: ArgumentHelp(
            "Show a picture: a PNG or JPEG file that screensd may read, as under /srv; the service sees neither /home nor /tmp.",
            valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var image: String?

    @Option(
        help: ArgumentHelp("Show the pictures of a folder that screensd may read, in turn.", valueName: "folder"),
        completion: .directory)
    var slides: String?

    @Option(help: ArgumentHelp("How long each of the slides is shown.", valueName: "seconds"))
    var interval: Double?

    @Option(help: ArgumentHelp("How long one of the slides turns into the next.", valueName: "seconds"))
    var fade: Double?

    @Option(help: "How pictures are brought to the screen: all of each, covering it, distorted, or in their own size.")
    var contentMode: Fit?

    func validate() throws {
        let isPicture = image != nil || slides != nil
        if [pattern != nil, image != nil, slides != nil, color != nil && !isPicture].count(where: \.self) > 1 {
            throw ValidationError("a screen shows one of --color, --pattern, --image and --slides")
        }
        if let color, Color(color) == nil { throw ValidationError("--color is as in #112233, and not '\(color)'") }
        for path in [image, slides].compactMap(\.self) where path.isEmpty || path == "-" {
            throw ValidationError(
                "screensd reads pictures itself: it takes the name of a file or folder, not '\(path)'")
        }
        if slides == nil, interval != nil || fade != nil {
            throw ValidationError("--interval and --fade go with --slides")
        }
        if let interval, !(interval >= 0.1 && interval <= 86_400) {
            throw ValidationError("--interval is 0.1 to 86400 seconds")
        }
        if let fade, !(fade >= 0 && fade <= interval ?? 10) {
            throw ValidationError("--fade is 0 seconds to the interval, which is 10 seconds unless it is given")
        }
        if !isPicture, contentMode != nil { throw ValidationError("--content-mode goes with --image and --slides") }
    }

    /// What is to be shown; nil where that stays.
    ///
    /// - Throws: ``Failure`` where a file is not there: the daemon would find that out only later.
    func document() throws(Failure) -> ContentDocument? {
        var document = ContentDocument()
        document.pattern = pattern?.rawValue
        document.image = try image.map { path throws(Failure) in try Self.absolute(path, isFolder: false) }
        document.slides = try slides.map { path throws(Failure) in try Self.absolute(path, isFolder: true) }
        let isPicture = image != nil || slides != nil
        document.color = isPicture ? nil : color
        document.background = isPicture ? color : nil
        document.fit = contentMode?.rawValue
        document.intervalSeconds = interval
        document.fadeSeconds = fade
        return document == ContentDocument() ? nil : document
    }

    /// The path as it is from everywhere; links in it stay, as they may come to lead elsewhere.
    private static func absolute(_ path: String, isFolder: Bool) throws(Failure) -> String {
        var status = stat()
        if stat(path, &status) == 0 {
            guard (status.st_mode & S_IFMT == S_IFDIR) == isFolder else {
                throw Failure(
                    .noInput,
                    isFolder
                        ? "\(path) is no folder: --image shows a file" : "\(path) is a folder: --slides shows those")
            }
        } else if errno != EACCES {
            // What we may not see, the daemon may.
            throw Failure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard !path.hasPrefix("/") else { return path }
        guard let folder = getcwd(nil, 0) else {
            throw Failure(.system, "cannot tell the current folder: \(String(cString: strerror(errno)))")
        }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
