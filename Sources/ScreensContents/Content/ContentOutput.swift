import ScreensLinux

/// The screen, or the part of a content, that a content shows itself on.
@MainLoop
package struct ContentOutput {
    /// A message for the log, about the screen.
    package enum Message: Sendable, Hashable {
        /// An oddity in a file.
        case oddity(String)
        /// A failure that is tried again or worked around.
        case warning(String)
        /// A failure that needs a person.
        case error(String)
    }

    /// The screen's qualified name.
    package let screen: String
    /// Draws a content from now on.
    package let show: @MainLoop (any Content) -> Void
    /// Reports that the picture has changed, though the content is the same.
    package let pictureChanged: @MainLoop () -> Void
    /// Requests a drawing of the content, whose picture is the same so far.
    package let redraw: @MainLoop () -> Void
    /// Reports the state of the content.
    package let report: @MainLoop (ContentState) -> Void
    /// Reports the omitted parts of the content.
    package let omit: @MainLoop ([ContentOmission]) -> Void
    /// Reports that the content has to be updated at another time than before.
    package let timeChanged: @MainLoop () -> Void
    package let say: @MainLoop (Message) -> Void

    package init(
        screen: String, show: @escaping @MainLoop (any Content) -> Void,
        pictureChanged: @escaping @MainLoop () -> Void = {}, redraw: @escaping @MainLoop () -> Void = {},
        report: @escaping @MainLoop (ContentState) -> Void = { _ in },
        omit: @escaping @MainLoop ([ContentOmission]) -> Void = { _ in },
        timeChanged: @escaping @MainLoop () -> Void = {}, say: @escaping @MainLoop (Message) -> Void = { _ in }
    ) {
        self.screen = screen
        self.show = show
        self.pictureChanged = pictureChanged
        self.redraw = redraw
        self.report = report
        self.omit = omit
        self.timeChanged = timeChanged
        self.say = say
    }

    /// Draws a picture that has changed, though the content is the same.
    func showChange(_ content: any Content) {
        show(content)
        pictureChanged()
    }
}
