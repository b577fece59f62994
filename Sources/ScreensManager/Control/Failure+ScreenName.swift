import Screens
import ScreensConfiguration
import ScreensLinux

/// Names that match no screen, or several.
extension Failure {
    /// - Parameters:
    ///   - kind: the kind of object that the name was expected to match.
    ///   - names: the existing names.
    package init(noScreenNamed name: String, _ kind: String = "screen", among names: [String] = []) {
        let suggestion = Self.suggestion(for: name, among: names)
        let list = "`screens list --all` lists the names"
        self.init(.noSuchScreen, "no \(kind) is named \(name)\(suggestion)\(suggestion.isEmpty ? ";" : "") \(list)")
    }

    /// - Parameter candidates: names that each match one screen.
    package init(severalNamed name: String, _ candidates: [String], _ kind: String = "screen") {
        self.init(.usage, "several \(kind)s are named \(name): use one of \(candidates.joined(separator: ", "))")
    }

    /// Returns a suggestion such as `; did you mean 'HDMI-A-1'?` if a similar name exists.
    package static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}
