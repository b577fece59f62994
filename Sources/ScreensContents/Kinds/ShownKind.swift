import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// A kind of content that this module shows: each kind of the table of ``ContentSetting``.
protocol ShownKind: ContentKind {
    /// Makes the content, which starts with its first update.
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content

    /// The work before the content is shown at a client's request, which fails if the work fails; nil if there is none.
    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation?

    /// Makes the content for a program without a main loop, which shows it as it is now. Blocks its thread while it
    /// reads files.
    ///
    /// - Parameters:
    ///   - keepsPicture: whether to keep the picture in memory, because it is drawn completely more than once.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Throws: ``Failure`` if the content cannot be read, or changes over time.
    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content
}

extension ShownKind {
    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? { nil }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content {
        throw Failure(.usage, "only screensd shows a content that changes over time")
    }
}

/// A kind of content that only draws.
protocol DrawnKind: ShownKind {
    /// The content that draws.
    var drawn: any Content { get }
}

extension DrawnKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        StillContent(drawn, on: output)
    }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content { drawn }
}

extension ContentSetting {
    /// The content as a value of its kind; nil for none. The compiler checks that each kind of the table is shown.
    private var shown: (any ShownKind)? { kind.flatMap { Self.table.find($0) } }

    /// Makes the content, which starts with its first update.
    ///
    /// - Returns: nil if there is no content.
    @MainLoop
    package func makeContent(on output: ContentOutput, _ sources: ContentSources) -> (any Content)? {
        shown?.makeContent(on: output, sources)
    }

    /// The work before the content is shown at a client's request, which fails if the work fails.
    ///
    /// - Parameters:
    ///   - size: the size of the screen.
    ///   - limits: how large pictures may be.
    /// - Returns: nil if there is none.
    package func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        shown?.preparation(in: size, limits)
    }

    /// Makes the content for a program without a main loop, which shows it as it is now. Blocks its thread while it
    /// reads files.
    ///
    /// - Parameters:
    ///   - keepsPicture: whether to keep the picture in memory, because it is drawn completely more than once.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Returns: nil if there is no content.
    /// - Throws: ``Failure`` if the content cannot be read, or changes over time.
    package func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> (any Content)? {
        try shown?.drawing(keepsPicture: keepsPicture, warn: warn)
    }
}

extension ContentKindList where repeat each Kind: ShownKind {
    /// Returns a content as one of the kinds of this list.
    fileprivate func find(_ content: any ContentKind) -> (any ShownKind)? {
        for kind in repeat (each Kind).self {
            if let found = cast(content, to: kind) { return found }
        }
        return nil
    }

    private func cast<Shown: ShownKind>(_ content: any ContentKind, to kind: Shown.Type) -> (any ShownKind)? {
        content as? Shown
    }
}

/// The content of a kind that only draws: it shows what it draws with its first update.
@MainLoop
private final class StillContent: Content {
    private let content: any Content
    private let output: ContentOutput
    private var hasBegun = false

    init(_ content: any Content, on output: ContentOutput) {
        self.content = content
        self.output = output
    }

    func update(_ circumstances: Circumstances) {
        guard !hasBegun else { return }
        hasBegun = true
        output.show(content)
        output.report(.shown)
    }
}

/// The work before a content is shown. It blocks its thread.
package struct ContentPreparation: Sendable {
    /// The picture or the folder.
    package let path: String
    /// Does the work on a thread that has waited for its turn in the file system of the path. The work enters the
    /// file system of each path.
    ///
    /// - Returns: the picture, if the content is a picture.
    package let read: @Sendable (PathVisit) throws(Failure) -> PreparedPicture?
}

/// The parts of the daemon that contents use.
@MainLoop
package struct ContentSources {
    let reader: PictureFileReader
    let watch: PictureWatch
    /// The service that runs the program of this screen's content.
    let contentUnit: String
    /// Lets other programs draw items; nil if none do.
    let presenter: (any ItemPresenter)?
    /// Lets another program draw words; nil if none does.
    let words: (any WordsDrawer)?
    /// The folders whose files calls may name in words.
    let textFolders: TextFolders

    package init(
        _ reader: PictureFileReader, _ watch: PictureWatch, contentUnit: String,
        _ presenter: (any ItemPresenter)? = nil, _ words: (any WordsDrawer)? = nil,
        textFolders: TextFolders = TextFolders()
    ) {
        self.textFolders = textFolders
        self.words = words
        self.reader = reader
        self.watch = watch
        self.contentUnit = contentUnit
        self.presenter = presenter
    }
}
