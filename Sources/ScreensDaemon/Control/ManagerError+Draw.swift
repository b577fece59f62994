import Glibc
import Screens
import ScreensLinux
import ScreensManager
import ScreensVarlink

extension ManagerError {
    /// - Parameter name: the name of the screen.
    @MainLoop
    static func of(_ refusal: DrawRefusal, on name: String) -> VarlinkError {
        switch refusal {
        case .busy(let occupant, let screen):
            failed(
                "\(screen) is \(occupant.verb) \(occupant.program)", errno: EBUSY,
                remedy: "end that program; a client with several screens has a connection for each")
        case .dark(let screen, let dark): self.dark(screen, dark)
        case .noProgram(let screen): LeaseCalls.noProgram(on: screen)
        case .mirrors(let source):
            failed("\(name) mirrors \(source)", remedy: "draw on \(source), or end the mirror")
        case .ended: failed("this connection does not draw on a screen now", remedy: "call Draw first")
        case .noBuffer(let count):
            invalidValue("buffer", "is not one of the \(count) buffers, which are numbered from 0")
        case .notShown:
            failed(
                "\(name) cannot show the buffer directly, and the buffer cannot be copied: it has a modifier, or its "
                    + "driver does not map it", errno: EINVAL,
                remedy: "use a format and a modifier of FrameFormats, or linear memory that is mapped")
        case .unfinished:
            failed(
                "the devices have not finished the frame within \(FenceWait.timeout.components.seconds) s",
                errno: ETIME,
                remedy: "pass a fence of work that has been submitted; the buffer may be sent again")
        case .devicesHang:
            failed(
                "the devices of other buffers for \(name) have not finished them", errno: EBUSY,
                remedy: "end the programs whose GPU hangs; a GPU that hangs gives up its work after some seconds")
        case .system(let error): failed("cannot draw: \(error)", errno: error.errno)
        case .noLayer(let layer):
            invalidValue(
                "layer", "names '\(layer)', and this connection has no such layer", remedy: "call Draw with it first")
        case .layerElsewhere(let layer):
            invalidValue(
                "layer", "names '\(layer)', which this connection has on another screen", remedy: "remove it first")
        case .otherKind(let layer):
            invalidValue(
                "layer", "names '\(layer)', which scrolls otherwise, or whose frames differ in alpha",
                remedy: "remove it first")
        case .largeLayer(let size, let bounds):
            invalidValue("layer", "has \(size) pixels, and may have twice the sides of the picture, \(bounds)")
        case .noFramesBelow(let screen):
            notPermitted(
                "the program of a content draws layers over its own frames, and this process has none on \(screen)",
                remedy: "call Draw without a layer first")
        case .tooManyLayers(let most, let isOfUser):
            failed(
                "\(name) has \(most) layers\(isOfUser ? " of this user" : "")", errno: EBUSY,
                remedy: "remove one of them: `screens status` lists them")
        case .memory(let refusal): failed("drawing \(refusal)", errno: ENOMEM, remedy: refusal.remedy)
        case .screen(let error):
            error.code == .invalidArgument
                ? invalidValue("layer", error.problem, remedy: error.remedy) : of(error, screen: name)
        }
    }

    static func of(_ problem: ClientBuffers.Problem) -> VarlinkError {
        problem.isMemory
            ? failed(problem.message, errno: ENOMEM, remedy: problem.remedy)
            : invalidValue("buffers", problem.message, remedy: problem.remedy)
    }
}
