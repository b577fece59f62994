import Foundation

/// Documents of cards, as `drm_info -j` prints them.
package enum HardwareDocuments {
    /// The bytes of one of our own, in `Tests/Hardware`.
    package static func own(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "Hardware/\(name).json")))
    }

    package static let ownNames = [
        "vc4-board", "i915-laptop", "nvidia-desktop", "bgr888-encoder", "radeon-legacy", "firmware-beside-nouveau",
        "amdgpu-assembled",
    ]

    /// The documents of real cards; nil where the corpora are not there.
    package static let corpus = CorpusFolder.part("hardware/index.json")?.deletingLastPathComponent()
}
