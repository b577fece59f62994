import ArgumentParser
import ScreensConfiguration

/// The names that the files of this machine give to contents.
enum ContentName {
    /// The completion with these names, and with `none`.
    static let completion = TypedLine.completion { _, _ in ["none"] + names(in: .standard) }

    /// Returns the names in some files; an empty list if they cannot be read.
    static func names(in files: ConfigurationFiles) -> [String] { EffectiveConfiguration(files).contentNames }
}
