import ArgumentParser
import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensReports

/// The options of `screens set` for settings, from the table of settings.
///
/// ArgumentParser finds the options of a type in its mirror, and decodes them by their names there. The mirror is
/// therefore made from the table.
struct SettingOptions: ParsableArguments, CustomReflectable {
    /// The given options, each with its words.
    private let words: [(option: SettingOption, words: [String])]

    init() {
        words = []
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        words = try SettingTable.options.compactMap { option in
            let name = Name(option.name)
            let words = try container.decode(Option<[String]>.self, forKey: name).wrappedValue
            return words.isEmpty ? nil : (option, words)
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: SettingTable.options.map { ($0.name, $0.argument) })
    }

    func validate() throws {
        _ = try overrides
    }

    /// The settings, with absolute paths.
    var overrides: ScreenOverrides {
        get throws(ValidationError) {
            do {
                return try ScreenOverrides(
                    words: words.map { option, words in
                        guard case .path = option.form else { return (option, words) }
                        return (option, words.map(Self.absolute))
                    })
            } catch {
                throw ValidationError("--\(error.key): \(error.message)")
            }
        }
    }

    /// Checks that the files exist. The daemon would find that out only later.
    func checkFiles() throws(Failure) {
        for (option, words) in words {
            guard case .path(let isFolder) = option.form else { continue }
            for path in words { try Self.check(path, isFolder: isFolder) }
        }
    }

    private static func check(_ path: String, isFolder: Bool) throws(Failure) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard (status.st_mode & S_IFMT == S_IFDIR) == isFolder else {
                throw Failure(
                    .noInput,
                    isFolder
                        ? "\(path) is not a folder; use --image" : "\(path) is a folder; use --slides")
            }
        } else if errno != EACCES {
            // The daemon may be able to read a file that this user cannot.
            throw Failure(.noInput, "cannot read \(path): \(SystemError.text(of: errno))")
        }
    }

    /// Makes a path absolute. Links in it stay, since they may lead elsewhere later. Standard input is not a file that
    /// the daemon could read.
    private static func absolute(_ path: String) -> String {
        guard !path.isEmpty, path != "-", !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// The name of an option.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

extension SettingOption {
    /// The option as ArgumentParser declares it.
    fileprivate var argument: Option<[String]> {
        let completion: CompletionKind =
            switch form {
            case .path(isFolder: true): .directory
            case .path(isFolder: false): .file(extensions: ["png", "jpg", "jpeg"])
            case .pair: PropertyAssignment.completion
            default:
                switch name {
                case "mode": ModePolicy.completion
                case "mirror": ScreenName.completionOrNone
                case "content", "fallback": ContentName.completion
                default: .setting(name)
                }
            }
        return Option(
            wrappedValue: [], name: .customLong(name), parsing: .singleValue,
            help: ArgumentHelp(stringLiteral: help).named(valueName), completion: completion)
    }
}

extension ArgumentHelp {
    /// Returns the help of a setting, for a command that takes the setting by its own option.
    ///
    /// - Parameters:
    ///   - more: the text that applies to the command only.
    ///   - value: the default without the option, in the form in which ArgumentParser prints defaults.
    static func setting(_ name: String, _ more: String = "", default value: String? = nil) -> ArgumentHelp {
        let option = SettingTable.option(name)
        let help = [option?.help ?? "", more, value.map { "(default: \($0))" } ?? ""].filter { !$0.isEmpty }.joined(
            separator: " ")
        return ArgumentHelp(stringLiteral: help).named(option?.valueName ?? name)
    }

    fileprivate func named(_ valueName: String) -> ArgumentHelp {
        var help = self
        help.valueName = valueName
        return help
    }
}

extension CompletionKind {
    /// Returns the completion with the words of a setting, if it has any.
    static func setting(_ name: String) -> CompletionKind {
        let choices = SettingTable.option(name)?.choices ?? []
        return choices.isEmpty ? .default : .list(choices)
    }
}
