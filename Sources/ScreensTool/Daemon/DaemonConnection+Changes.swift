import JSON
import ProgramKit
import Varlink

/// What the daemon is told to do.
extension DaemonConnection {
    /// - Parameter seconds: after which the former mode comes back, unless it is confirmed; nil to keep the mode.
    func setMode(_ mode: String, of screen: String, confirmWithin seconds: Int?) throws(Failure) -> ScreenDocument {
        var parameters: [String: JSONValue] = ["mode": .string(mode)]
        if let seconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        return try change("SetMode", screen, parameters)
    }

    func confirmMode(of screen: String) throws(Failure) {
        try run("ConfirmMode", ["screen": .string(screen)])
    }

    func setPower(_ power: PowerWish, of screen: String) throws(Failure) -> ScreenDocument {
        try change("SetPower", screen, ["power": .string(power.rawValue)])
    }

    /// - Parameters:
    ///   - degrees: nil to leave the rotation.
    ///   - mirrored: nil to leave that.
    func setRotation(_ degrees: Int?, mirrored: Bool?, of screen: String) throws(Failure) -> ScreenDocument {
        var parameters: [String: JSONValue] = [:]
        if let degrees { parameters["degrees"] = .int(Int64(degrees)) }
        if let mirrored { parameters["mirrored"] = .bool(mirrored) }
        return try change("SetRotation", screen, parameters)
    }

    /// - Parameters:
    ///   - overscan: as `Overscan` takes it.
    ///   - compensation: nil to leave it.
    func setOverscan(
        _ overscan: String, compensation: String?, of screen: String
    ) throws(Failure) -> ScreenDocument {
        var parameters: [String: JSONValue] = ["overscan": .string(overscan)]
        if let compensation { parameters["compensation"] = .string(compensation) }
        return try change("SetOverscan", screen, parameters)
    }

    func setProperty(_ name: String, to value: String, of screen: String) throws(Failure) -> ScreenDocument {
        try change("SetProperty", screen, ["name": .string(name), "value": .string(value)])
    }

    func setContent(_ content: ContentDocument, of screen: String) throws(Failure) -> ScreenDocument {
        try change("SetContent", screen, ["content": try JSONValue(document: content)])
    }

    func setBrightness(percent: Double, of screen: String) throws(Failure) {
        try run("SetBrightness", ["screen": .string(screen), "percent": .double(percent)])
    }

    /// - Parameter seconds: nil for as long as the daemon means.
    func identify(seconds: Int?) throws(Failure) {
        try run("Identify", seconds.map { ["seconds": .int(Int64($0))] } ?? [:])
    }

    func reload() throws(Failure) {
        try run("Reload", [:])
    }

    /// - Returns: the path of the file that was written.
    func save() throws(Failure) -> String {
        guard let file = try call("Save", within: patience.changing)["file"]?.string else {
            throw Failure(answerAt: path, to: "Save", "it names no file")
        }
        return file
    }

    private func run(_ method: String, _ parameters: [String: JSONValue]) throws(Failure) {
        _ = try call(method, parameters, within: patience.changing)
    }

    private func change(
        _ method: String, _ screen: String, _ parameters: [String: JSONValue]
    ) throws(Failure) -> ScreenDocument {
        var parameters = parameters
        parameters["screen"] = .string(screen)
        let answer = try call(method, parameters, within: patience.changing)
        return try document(answer["screen"] ?? .null, of: method)
    }
}
