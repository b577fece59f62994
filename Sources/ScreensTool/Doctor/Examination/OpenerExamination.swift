import Glibc

/// Finds the processes that have files open, as far as `/proc` lets this user see: root all, others their own.
enum OpenerExamination {
    /// The processes but this one, by the files that they have open.
    static func openers(of paths: Set<String>) -> [String: [CardOpener]] {
        var openers: [String: [CardOpener]] = [:]
        let processes = SystemFile.names(in: "/proc").compactMap { Int32($0) }.sorted()
        for process in processes where process != getpid() {
            let folder = "/proc/\(process)/fd"
            let files = Set(SystemFile.names(in: folder).compactMap { SystemFile.target(ofLink: "\(folder)/\($0)") })
            for path in files.intersection(paths) {
                let name = SystemFile.line("/proc/\(process)/comm") ?? "?"
                openers[path, default: []].append(CardOpener(processID: process, name: name))
            }
        }
        return openers
    }
}
