import Screens
import ScreensLinux

/// Why a client cannot draw. Its values are on the heap: most functions that draw pass one on, and few make one.
indirect enum DrawRefusal: Error {
    /// A client has the screen, or this client already draws on another screen.
    case busy(any ScreenOccupant, screen: String)
    case dark(Screen, DarkState)
    /// The screen mirrors another one.
    case mirrors(String)
    /// The content is not a program that has to run now.
    case noProgram(Screen)
    /// The client's drawing has ended, or the screen has no surface.
    case ended
    case noBuffer(count: Int)
    /// The screen's plane cannot show the buffer, and the processor cannot copy it.
    case notShown
    case system(SystemError)
    /// The devices of the frame have not finished it in time.
    case unfinished
    /// The reading of several device buffers for this screen has not begun in time, and takes all threads.
    case devicesHang
    /// The connection has no layer of that name, or has it on another screen.
    case noLayer(String)
    case layerElsewhere(String)
    /// The layer scrolls otherwise or not at all, or its frames have an alpha or have none.
    case otherKind(String)
    /// The layer is far larger than the picture.
    case largeLayer(Size, on: Size)
    /// A content has no frames of its own on the screen, and so no layers over them.
    case noFramesBelow(String)
    /// The screen has as many layers as it can have, of this user or in all.
    case tooManyLayers(Int, isOfUser: Bool)
    /// The daemon has no memory for the layer.
    case memory(MemoryBudget.Refusal)
    /// The library cannot show the layer.
    case screen(ScreenError)
}
