import Glibc
import ScreensLinux

/// The commands in the files of a configuration, as read by a program that runs them and trusts no daemon: a command
/// counts only if no user but root, or the user who runs this program with files of their own, can change the files.
package struct FileCommands: Sendable {
    private let files: ConfigurationFiles
    /// The users besides root who may own the files.
    private let owners: Set<uid_t>
    /// The programs of each file that counted when it was last read without a syntax error, by their bytes. Swift
    /// compares texts by their characters, but the kernel finds files by bytes.
    private var programs: [String: [[[UInt8]]: ContentProgram]] = [:]
    /// The reasons why files do not count, for people; a few of them.
    private var faults: [String] = []

    /// The most bytes of a command in a message, and the most faults of files.
    private static let longestShown = 200
    private static let mostFaults = 3

    /// - Parameter caller: the user who runs this program. The files of the service belong to root alone.
    package init(_ files: ConfigurationFiles, caller: uid_t) {
        self.files = files
        owners = files == .standard ? [] : [caller]
    }

    /// Reads all files. It blocks.
    ///
    /// A syntax error hides the programs of its section, unless they were read from that file before.
    package mutating func read() {
        let former = programs
        programs = [:]
        faults = []
        for path in paths() {
            let bytes: [UInt8]
            do throws(ProtectedFile.Problem) {
                bytes = try ProtectedFile.content(of: path, owners: owners, limit: DocumentParser.largest)
            } catch {
                faults.append(Self.text(of: error))
                continue
            }
            if let found = Self.programs(in: bytes, path) {
                programs[path] = found
            } else {
                faults.append("\(path) has a syntax error, which hides the commands of a section")
                programs[path] = Self.sections(of: bytes).compactMap { Self.programs(in: $0, path) }
                    .reduce(former[path] ?? [:]) { $0.merging($1) { $1 } }
            }
        }
    }

    /// Returns a program as the files have it, as last read.
    ///
    /// - Throws: ``Failure`` with a sentence for people if no file that counts has it.
    package func permitted(_ program: ContentProgram) throws(Failure) -> ContentProgram {
        let bytes = program.bytes
        for found in programs.values {
            if let program = found[bytes] { return program }
        }
        let words = program.command.joined(separator: " ")
        let shown = words.utf8.count > Self.longestShown ? "\(words.prefix(Self.longestShown))…" : words
        let reason =
            faults.isEmpty
            ? "\(files.path) and \(files.folder) do not have this command"
            : "\(faults.prefix(Self.mostFaults).joined(separator: "; ")); the other files do not have this command"
        throw Failure(.noPermission, "'\(shown)' is not run", because: reason)
    }

    /// Returns why the commands of a file do not count because of its owner or its rights, for people; nil if they
    /// count.
    package func fault(ofFile path: String) -> String? {
        do throws(ProtectedFile.Problem) {
            if files.has(path), path != files.path {
                try ProtectedFile.check(files.folder, owners: owners, isFolder: true)
            }
            try ProtectedFile.check(path, owners: owners, isFolder: false)
            return nil
        } catch {
            guard case .unprotected = error else { return nil }
            return Self.text(of: error)
        }
    }

    /// Returns the paths of the files that exist.
    private mutating func paths() -> [String] {
        var paths = FolderListing.lacks(files.path) ? [] : [files.path]
        guard !FolderListing.lacks(files.folder) else { return paths }
        do throws(ProtectedFile.Problem) {
            let names = try ProtectedFile.names(in: files.folder, owners: owners)
            paths += names.filter(ConfigurationFiles.isRead).sorted().map { "\(files.folder)/\($0)" }
        } catch {
            faults.append(Self.text(of: error))
        }
        return paths
    }

    /// Returns the programs of a text in all of its sections, whatever their screens and times: the daemon decides on
    /// these. Returns nil after a syntax error.
    private static func programs(in bytes: [UInt8], _ path: String) -> [[[UInt8]]: ContentProgram]? {
        guard (try? DocumentParser.parse(bytes)) != nil else { return nil }
        let configuration = MachineConfiguration.reading(bytes, as: path).configuration
        let contents = configuration.settingsOfAllTimes.compactMap(\.overrides.content)
        let named = configuration.contents.all.map(\.content)
        return Dictionary((contents + named).compactMap(\.program).map { ($0.bytes, $0) }) { $1 }
    }

    /// Returns the sections of a text. A section begins with the line of its name; an arrangement and its screens are
    /// one section.
    private static func sections(of bytes: [UInt8]) -> [[UInt8]] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.reduce(into: [[]]) { sections, line in
            if line.first == UInt8(ascii: "["), !line.starts(with: "[[arrangement.".utf8) { sections.append([]) }
            sections[sections.count - 1] += line + [UInt8(ascii: "\n")]
        }
    }

    private static func text(of problem: ProtectedFile.Problem) -> String {
        switch problem {
        case .unprotected(let part, let reason): "\(part) \(reason), so no command there is run"
        case .failed(let error): "\(error.object) cannot be read: \(SystemError.text(of: error.errno))"
        }
    }
}

extension MachineConfiguration {
    /// The places of the commands of all sections, `FILE:LINE`, each with its file.
    package var placesOfCommands: [(place: String, file: String)] {
        let named = contents.all.compactMap { _, content, file, place in
            content.program == nil ? nil : place.map { (place: $0, file: file) }
        }
        return named
            + settingsOfAllTimes.compactMap { overrides, places in
                guard overrides.content?.program != nil, case .file(let place)? = places["content"],
                    let colon = place.lastIndex(of: ":")
                else { return nil }
                return (place, String(place[..<colon]))
            }
    }
}

extension ContentProgram {
    /// The command, the way, the input and the pauses, in bytes: two programs that run alike have the same bytes.
    fileprivate var bytes: [[UInt8]] {
        [[way == .seat ? 1 : 0, pauses ? 1 : 0, UInt8(clamping: input.count)]]
            + (input + command).map { Array($0.utf8) }
    }
}
