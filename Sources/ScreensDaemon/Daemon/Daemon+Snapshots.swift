import FoundationEssentials
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
        do {
            return Reply(["png": .string(try await Self.text(of: kit.capture(screen.id).picture))])
        } catch let error as ScreenError {
            throw ManagerError.of(error, screen: screen.name)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("cannot take the picture: \(error)")
        }
    }

    /// A picture as PNG in Base64, made on a thread of its own.
    private static func text(of picture: Picture) async throws(Failure) -> String {
        let result: Result<String, Failure> = await withCheckedContinuation { continuation in
            let hasStarted = DetachedThread.start {
                continuation.resume(
                    returning: Result { () throws(Failure) in
                        Data(try PNGEncoder.encode(picture)).base64EncodedString()
                    })
            }
            guard !hasStarted else { return }
            continuation.resume(returning: .failure(Failure(.system, "there is no thread to make the picture on")))
        }
        return try result.get()
    }
}
