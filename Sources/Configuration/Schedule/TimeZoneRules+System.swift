import ProgramKit

extension TimeZoneRules {
    /// The time zone of this machine, as the C library finds it: by the variable `TZ`, else `/etc/localtime`; UTC where there
    /// is neither.
    ///
    /// It reads a file: ask again after the machine may have been moved.
    ///
    /// - Parameter variable: the value of `TZ`, or nil where it is not set.
    package static func system(variable: String?) -> TimeZoneRules {
        guard let variable else { return file("/etc/localtime") ?? .utc }
        let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        guard !name.isEmpty else { return .utc }
        let path = name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)"
        return file(path) ?? TimeZoneRules(rule: name) ?? .utc
    }

    private static func file(_ path: String) -> TimeZoneRules? {
        (try? InputFile.plainContent(of: path, limit: 1 << 18)).flatMap { TimeZoneRules(file: $0) }
    }
}
