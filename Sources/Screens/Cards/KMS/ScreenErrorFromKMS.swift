import Glibc
import KMS

extension ScreenError {
    /// A failure of the kernel in the user's terms.
    init(_ error: KMSError, operation: String, object: String) {
        switch error.errno {
        case EACCES where error.call == "open", EPERM where error.call == "open":
            self.init(
                .permissionDenied, operation: operation, object: object, errno: error.errno,
                remedy: "be a member of the group that the device belongs to (mostly `video`), or root")
        case EACCES:
            self.init(
                .busy, operation: operation, object: object, errno: error.errno,
                remedy: "another program is the card's master: end it, or switch to its terminal and away")
        case ENODEV:
            self.init(.cardLost, operation: operation, object: object, errno: error.errno)
        case ENXIO where error.call == "open", ENOENT where error.call == "open":
            self.init(.cardLost, operation: operation, object: object, errno: error.errno)
        case EOPNOTSUPP where error.call == "drmModeGetResources":
            self.init(.noCard, operation: operation, object: object, errno: error.errno)
        default:
            self.init(.system, operation: operation, object: "\(object) (\(error.call))", errno: error.errno)
        }
    }

    /// A refused modeset: only some error numbers blame the mode.
    init(modeset error: KMSError, mode: ScreenMode, object: String) {
        switch error.errno {
        // No memory for a large one: on small machines there is for a smaller one.
        case EINVAL, ERANGE, ENOSPC, E2BIG, ENOMEM:
            self.init(
                .modeRefused, operation: "set \(mode) on", object: object, errno: error.errno,
                remedy: "choose another mode")
        default:
            self.init(error, operation: "set \(mode) on", object: object)
        }
    }
}
