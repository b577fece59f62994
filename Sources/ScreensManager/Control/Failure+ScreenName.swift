import Screens
import ScreensConfiguration
import ScreensLinux

/// Names that lead to no screen, or to several.
extension Failure {
    /// - Parameters:
    ///   - kind: what was looked for.
    ///   - names: those that there are.
    package init(noScreenNamed name: String, _ kind: String = "screen", among names: [String] = []) {
        let suggestion = Self.suggestion(for: name, among: names)
        let list = "`screens list --all` lists the names"
        self.init(.noSuchScreen, "no \(kind) is named \(name)\(suggestion)\(suggestion.isEmpty ? ";" : "") \(list)")
    }

    /// - Parameter candidates: names of which each leads to one.
    package init(severalNamed name: String, _ candidates: [String], _ kind: String = "screen") {
        self.init(.usage, "several \(kind)s are named \(name): use one of \(candidates.joined(separator: ", "))")
    }

    /// `; did you mean 'HDMI-A-1'?`, where a name is near.
    package static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}
