import Foundation

/// Documents of cards, in the format of `drm_info -j`.
package enum HardwareDocuments {
    /// Returns the bytes of one of our own documents, in `Tests/Hardware`.
    package static func own(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "Hardware/\(name).json")))
    }

    package static let ownNames = [
        "vc4-board", "i915-laptop", "nvidia-desktop", "bgr888-encoder", "radeon-legacy", "firmware-beside-nouveau",
        "amdgpu-assembled",
    ]

    /// The folder of the documents of real cards; nil without the corpora.
    package static let corpus = CorpusFolder.part("hardware/index.json")?.deletingLastPathComponent()
}
