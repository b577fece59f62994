import ProgramKit

extension TimeZoneRules {
    /// The time zone of this machine, as the C library finds it: by the variable `TZ`, else `/etc/localtime`; UTC where there
    /// is neither.
    ///
    /// It reads a file: ask again after the machine may have been moved.
    ///
    /// - Parameter variable: the value of `TZ`, or nil where it is not set.
    package static func system(variable: String?) -> TimeZoneRules {
        systemFile(variable: variable).flatMap(file) ?? variable.flatMap { TimeZoneRules(rule: name(in: $0)) } ?? .utc
    }

    /// The file that it is read from, if there is one of that name; nil for UTC.
    package static func systemFile(variable: String?) -> String? {
        guard let variable else { return "/etc/localtime" }
        let name = name(in: variable)
        guard !name.isEmpty else { return nil }
        return name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)"
    }

    private static func name(in variable: String) -> String {
        variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    }

    private static func file(_ path: String) -> TimeZoneRules? {
        (try? InputFile.plainContent(of: path, limit: 1 << 18)).flatMap { TimeZoneRules(file: $0) }
    }
}
