import Foundation

@testable import ScreensManager

extension ScreenDocument {
    /// A screen as a daemon may report it.
    static func reported(
        _ name: String, card: String = "/dev/dri/card1", kind: String = "display", status: String = "connected",
        model: String? = nil, dark: String? = nil
    ) throws -> ScreenDocument {
        var members: [String: Any] = [
            "name": name, "card": card, "driver": "i915", "connector": 42, "status": status, "role": "external",
            "kind": kind, "stale": false,
        ]
        if let model { members["identity"] = ["vendor": "Dell Inc.", "model": model, "serial": "F525"] }
        if let dark {
            members["dark"] = ["reason": dark, "message": "it is \(dark)"]
        } else {
            members["currentMode"] = ModeDocument.members
        }
        return try Self.decoded(members)
    }
}

extension ModeDocument {
    fileprivate static var members: [String: Any] {
        [
            "id": 0, "name": "1920x1080", "width": 1920, "height": 1080, "refreshMillihertz": 59940,
            "refreshRate": ["numerator": 148_352, "denominator": 2475],
            "clockKilohertz": 148352, "htotal": 2200, "vtotal": 1125, "interlaced": false, "preferred": true,
            "current": true,
        ]
    }
}

extension StatisticsDocument.Entry {
    /// The statistics of a screen as a daemon may report them.
    static func reported(
        _ name: String, card: String = "/dev/dri/card1", presented: Int = 600, p50: Int = 1_500_000
    ) throws -> Self {
        try decoded([
            "name": name, "card": card, "mode": ModeDocument.members, "presented": presented, "missed": 3,
            "missedBy": ["delegateLate": 1, "kernelLate": 2, "paused": 9], "modesets": 4, "stalls": 5,
            "pacing": "vblank", "schedule": "earliest",
            "layout": [
                "bounds": ["width": 1920, "height": 1080], "rotation": 0, "reflected": false, "rotatedByPlane": false,
                "insets": ["top": 0, "right": 0, "bottom": 0, "left": 0], "compensation": "none", "format": "xrgb8888",
            ] as [String: Any],
            "drawingMemory": "shadow", "marginNanoseconds": 0,
            "latenessNanoseconds": ["p50": 1, "p99": 2, "max": 3],
            "renderNanoseconds": ["p50": p50, "p99": 2_000_000, "max": 4_000_000_000],
        ])
    }
}

extension Decodable {
    fileprivate static func decoded(_ members: [String: Any]) throws -> Self {
        try JSONDecoder().decode(Self.self, from: JSONSerialization.data(withJSONObject: members))
    }
}
