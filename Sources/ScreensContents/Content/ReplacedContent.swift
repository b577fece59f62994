import ScreensConfiguration
import ScreensLinux

/// A content that takes another setting while it is shown: the parts that are in both go on.
@MainLoop
protocol ReplacedContent: Content {
    /// Takes another setting, from the next update on.
    ///
    /// - Returns: false if it cannot, and the other content has to be begun.
    func replace(by setting: ContentSetting) -> Bool
}
