import ScreensConfiguration
import ScreensLinux

@testable import ScreensDaemon

extension PowerLink {
    /// A link whose knowledge about displays is on no disk.
    static func unsaved(_ log: EventLog) -> PowerLink {
        let folder = StateFolder(path: "/dev/null")
        return PowerLink(KnownDisplays(folder.power, StateLock(folder), log))
    }
}
