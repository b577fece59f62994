import Foundation
import ScreensPictures

@testable import ProgramSamples
@testable import Screens

extension Golden {
    /// Returns the picture in the file `name`. When recording, `picture` is written to the file first.
    static func picture(
        _ name: String, for picture: Picture?, of file: String = #filePath
    ) throws -> (size: Size, pixels: [UInt32]) {
        let file = folder(of: file).appending(path: name)
        if isRecorded, let picture { try Data(try picture.png()).write(to: file) }
        return try PNGFile.read(file.path)
    }
}
