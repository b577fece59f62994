import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import ScreensProgramKit

/// The kinds of contents, a row each.
package enum ContentTable {
    private static let kinds: [ContentKind] = [.color, .pattern, .image, .slides, .program]

    /// Makes a content, which begins with its first update.
    ///
    /// - Returns: nil for none.
    @MainLoop
    package static func make(
        _ content: ShownContent, on output: ContentOutput, _ sources: ContentSources
    ) -> (any Content)? {
        for kind in kinds {
            if let made = kind.make(content, output, sources) { return made }
        }
        return nil
    }

    /// The work to do before a content is shown at the request of a client, which gets an error if that fails.
    ///
    /// - Parameters:
    ///   - size: of the screen that it is for.
    ///   - limits: how large pictures may be.
    /// - Returns: nil if there is none.
    package static func preparation(
        of content: ShownContent, in size: Size, _ limits: PictureLimits
    ) -> ContentPreparation? {
        kinds.lazy.compactMap { $0.prepare(content, size, limits) }.first
    }
}

/// A kind of content: a row of ``ContentTable``, which stands in the file of the kind.
package struct ContentKind: Sendable {
    /// Makes a content of this kind; nil for one of another kind.
    let make: @MainLoop @Sendable (ShownContent, ContentOutput, ContentSources) -> (any Content)?
    /// The work to do before it is shown; nil if there is none, and for a content of another kind.
    let prepare: @Sendable (ShownContent, Size, PictureLimits) -> ContentPreparation?

    init(
        make: @escaping @MainLoop @Sendable (ShownContent, ContentOutput, ContentSources) -> (any Content)?,
        prepare: @escaping @Sendable (ShownContent, Size, PictureLimits) -> ContentPreparation? = { _, _, _ in nil }
    ) {
        self.make = make
        self.prepare = prepare
    }

    /// A kind that only draws.
    ///
    /// - Parameter draw: the content that draws; nil for one of another kind.
    init(draw: @escaping @Sendable (ShownContent) -> (any Content)?) {
        self.init(make: { content, output, _ in
            draw(content).map { StillContent($0, on: output) }
        })
    }
}

/// A content that only draws, in the table of contents.
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

/// The work to do before a content is shown: it blocks a thread.
package struct ContentPreparation: Sendable {
    /// The picture or the folder.
    package let path: String
    /// - Returns: the picture, if the content is one.
    package let read: @Sendable () throws(Failure) -> PreparedPicture?
}

/// The parts of a program that contents use.
@MainLoop
package struct ContentSources {
    let reader: PictureFileReader
    let watch: PictureWatch
    /// The service that runs a program as the content of the screen.
    let contentUnit: String

    package init(_ reader: PictureFileReader, _ watch: PictureWatch, contentUnit: String) {
        self.reader = reader
        self.watch = watch
        self.contentUnit = contentUnit
    }
}
