import Glibc
import ScreensLinux

/// A walk along a path by open folders, one name after the other. It follows no link by itself, and enters each file
/// system before it touches it.
struct PathWalk: Sendable {
    /// The object that is reached; nil if nothing can be opened there.
    private var file: PathHandle?
    /// The folder from which the last step was made.
    private var folder: PathHandle?
    /// The error of the step that failed.
    private var errno: Int32 = ENOENT

    /// Begins at `/` or `.`.
    ///
    /// - Parameter enter: called with the number of a file system before it is touched.
    mutating func begin<Problem>(at base: String, _ enter: (String) throws(Problem) -> Void) throws(Problem) {
        (file, folder) = (try? PathHandle(base: base), nil)
        try enter(MountTable().device(ofMount: file?.mount))
    }

    /// Makes a step to a name in the present folder, which may be `..`.
    mutating func step<Problem>(to name: String, _ enter: (String) throws(Problem) -> Void) throws(Problem) {
        guard let from = file else { return }
        (file, folder) = (nil, from)
        guard open(name, from, crossing: false) else { return }
        let present = from.presentPath ?? "/"
        let whole = name == ".." ? FolderListing.folder(of: present) : "\(present)/\(name)"
        try enter(MountTable().device(of: whole))
        _ = open(name, from, crossing: true)
        // The folder may have been renamed meanwhile, so that another mount is there.
        if let file { try enter(MountTable().device(ofMount: file.mount)) }
    }

    /// - Returns: whether a mount has to be crossed.
    private mutating func open(_ name: String, _ from: PathHandle, crossing: Bool) -> Bool {
        do throws(SystemError) {
            file = try from.open(name, crossing: crossing)
            return false
        } catch {
            errno = error.errno
            // Without the call, or if a container refuses it, each step may cross a mount.
            return !crossing && [EXDEV, ENOSYS, EPERM].contains(errno)
        }
    }

    /// The target of the link that is reached; nil for anything else.
    var linkTarget: String? { file?.linkTarget }

    /// Returns to the folder of the link that is reached.
    mutating func leaveLink() { file = folder }

    /// A path of the object that is reached, for other calls, which follow no link then. If nothing could be opened,
    /// the calls fail for the same reason.
    var path: String {
        if let file { return file.path }
        guard let folder, errno != ENOENT, errno != ENAMETOOLONG else { return "" }
        // The lookup of a name fails once more in this folder, and this name leads nowhere else.
        return "\(folder.path)/."
    }
}
