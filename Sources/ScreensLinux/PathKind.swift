import CScreensLinux
import Glibc

/// The kind of file at a path, for programs that must end though the path is on a dead share.
package enum PathKind: Sendable, Hashable {
    /// Nothing exists there.
    case missing
    case folder
    /// A file, or something that this process may not see.
    case other
    /// The path does not answer.
    case silent

    /// Examines paths, each by a process of its own. A process that waits for a dead share may not be killable, and
    /// with a thread in its place this process could not end.
    ///
    /// - Parameter timeout: how long to wait for all of them.
    package static func kinds(of paths: Set<String>, within timeout: Duration = .seconds(2)) -> [String: PathKind] {
        let deadline = MonotonicTime.now.advanced(by: timeout)
        let examinations = paths.map { ($0, Examination(of: $0)) }
        return Dictionary(uniqueKeysWithValues: examinations.map { ($0, $1.kind(until: deadline)) })
    }

    /// A process that examines a path.
    private final class Examination {
        /// The descriptor that hangs up when the process has ended; -1 without a process.
        private let end: Int32
        private let process: pid_t

        init(of path: String) {
            var process: pid_t = -1
            end = clinux_examine_path(path, &process)
            self.process = process
        }

        deinit {
            if end >= 0 { close(end) }
        }

        /// Waits for the result until a point in time.
        func kind(until deadline: MonotonicTime) -> PathKind {
            guard end >= 0 else { return .other }
            var polled = pollfd(fd: end, events: 0, revents: 0)
            guard poll(&polled, 1, MonotonicTime.now.duration(to: deadline).pollMilliseconds) > 0 else {
                kill(process, SIGKILL)
                return .silent
            }
            var status: Int32 = 0
            waitpid(process, &status, 0)
            return switch status >> 8 {
            case Int32(CLINUX_PATH_MISSING.rawValue): .missing
            case Int32(CLINUX_PATH_FOLDER.rawValue): .folder
            default: .other
            }
        }
    }
}
