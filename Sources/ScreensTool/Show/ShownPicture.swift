import Screens

/// What a screen showed at the end.
struct ShownPicture: Sendable {
    let name: String
    let picture: Picture
}

extension ScreenMode {
    /// Whether it has the size that was asked for.
    func isOfSize(of request: ModeRequest) -> Bool {
        width == request.width && height == request.height && isInterlaced == request.isInterlaced
    }
}
