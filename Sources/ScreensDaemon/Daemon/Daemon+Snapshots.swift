import JSON
import ProgramKit
import Screens
import Varlink

/// Pictures of screens. Each takes memory by the million and most of a second, however many ask for one.
extension Daemon {
    /// What a screen shows, once those who asked before have theirs.
    func snapshot(of screen: Screen) async throws(VarlinkError) -> Reply {
        if isTakingSnapshot { await withCheckedContinuation { photographers.append($0) } }
        isTakingSnapshot = true
        defer {
            // The turn is handed on, and not up for whoever comes first.
            if photographers.isEmpty { isTakingSnapshot = false } else { photographers.removeFirst().resume() }
        }
        guard !Task.isCancelled else { throw ManagerError.failed("nobody waits for the picture any more") }
        do {
            let picture = try await kit.capture(screen.id).picture
            let text = try await DetachedThread.value { () throws(Failure) in
                Base64.encode(try PNGEncoder.encode(picture))
            }
            return Reply(["png": .string(text)])
        } catch let error as ScreenError {
            throw ManagerError.of(error, screen: screen.name)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("cannot take the picture: \(error)")
        }
    }
}
