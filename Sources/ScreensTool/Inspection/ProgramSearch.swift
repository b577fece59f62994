import Glibc
import ScreensLinux

/// The search for a program that is the content of a screen, as a service of systemd starts it.
enum ProgramSearch {
    /// Those of `PATH` in a service (`systemd.exec(5)`), with those of a machine whose `/bin` is a folder of its own.
    private static let folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]

    /// Why a program cannot be started on this machine; nil where it can, for all that its file says.
    ///
    /// - Parameter name: a path, or a name that is looked for.
    static func problem(with name: String) -> String? {
        if name.contains("/") {
            return access(name, X_OK) == 0 ? nil : "cannot run \(name): \(SystemError.text(of: errno))"
        }
        guard folders.allSatisfy({ access("\($0)/\(name)", X_OK) != 0 }) else { return nil }
        return "no program '\(name)' is in \(folders.prefix(4).joined(separator: ", ")): install it, or write its path"
    }
}
