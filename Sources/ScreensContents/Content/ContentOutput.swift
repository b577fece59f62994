import ScreensLinux

/// A screen as its content uses it, or a part of a content.
@MainLoop
package struct ContentOutput {
    /// A message for the log, about the screen.
    package enum Message: Sendable, Hashable {
        /// An oddity of a file.
        case oddity(String)
        /// Something does not work, and is tried again or done without.
        case warning(String)
        /// Something does not work, and needs a person.
        case error(String)
    }

    /// The screen's qualified name.
    package let screen: String
    /// Draws a content from now on.
    package let show: @MainLoop (any Content) -> Void
    /// The picture has changed, though the content is the same.
    package let pictureChanged: @MainLoop () -> Void
    /// Reports the state of the content.
    package let report: @MainLoop (ContentState) -> Void
    /// Reports the parts that are passed over.
    package let omit: @MainLoop ([ContentOmission]) -> Void
    /// The content has to be updated at another time than before.
    package let timeChanged: @MainLoop () -> Void
    package let say: @MainLoop (Message) -> Void

    package init(
        screen: String, show: @escaping @MainLoop (any Content) -> Void,
        pictureChanged: @escaping @MainLoop () -> Void = {},
        report: @escaping @MainLoop (ContentState) -> Void = { _ in },
        omit: @escaping @MainLoop ([ContentOmission]) -> Void = { _ in },
        timeChanged: @escaping @MainLoop () -> Void = {}, say: @escaping @MainLoop (Message) -> Void = { _ in }
    ) {
        self.screen = screen
        self.show = show
        self.pictureChanged = pictureChanged
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
