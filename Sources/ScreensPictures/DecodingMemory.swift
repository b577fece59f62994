import Screens
import ScreensLinux

/// The memory of a budget that the decoding of one picture takes, beside the bytes of its file.
///
/// It computes the number of bytes that a decoder will take, and requests them before the decoder runs.
struct DecodingMemory {
    /// How long a decoding waits for memory of others.
    static let timeout = Duration.seconds(5)
    /// The bytes of a pixel.
    private static let pixel = 4
    /// The tables and rows of a decoder.
    private static let tables = 1 << 20

    /// The name of the file in errors.
    private let name: String
    /// The grant, which has the bytes of the file; nil without a budget.
    private let grant: MemoryGrant?

    /// Makes the memory of a decoding without a budget, which is never refused.
    init() { self.init("", nil) }

    /// - Parameter grant: the grant for the bytes of the file, which grows; nil without a budget.
    init(_ name: String, _ grant: MemoryGrant?) {
        self.name = name
        self.grant = grant
    }

    /// Takes memory. It may wait for memory of others.
    ///
    /// - Throws: ``PictureError`` if the budget has too little.
    func take(_ bytes: Int) throws(PictureError) {
        guard let grant else { return }
        do throws(MemoryBudget.Refusal) {
            try grant.grow(to: grant.bytes + bytes, within: Self.timeout)
        } catch {
            throw PictureError(name, error)
        }
    }

    // MARK: The decoders

    /// The bytes for a PNG that is read row by row: the visible pixels twice, because an image is made of them, and
    /// some rows.
    static func rows(of size: Size, _ visible: Size) -> Int {
        2 * pixels(visible) + 64 * size.width + tables
    }

    /// The bytes for a PNG that is read as a whole.
    ///
    /// - Parameters:
    ///   - size: the size in the file.
    ///   - isDeep: whether it is read with 16 bits for each of four samples.
    ///   - space: the place that it is reduced for afterwards.
    static func whole(
        _ size: Size, isDeep: Bool, _ orientation: PictureOrientation, for space: PictureSpace?
    ) -> Int {
        max((isDeep ? 3 : 1) * pixels(size), after(size, of: size, orientation, for: space)) + tables
    }

    /// The bytes for a JPEG.
    ///
    /// - Parameters:
    ///   - size: the size in the file.
    ///   - scaled: the size to which TurboJPEG decodes it.
    ///   - coefficients: the bytes of the coefficients that TurboJPEG stores.
    ///   - space: the place that it is reduced for afterwards.
    static func jpeg(
        _ size: Size, scaled: Size, coefficients: Int, _ orientation: PictureOrientation, for space: PictureSpace?
    ) -> Int {
        max(coefficients + pixels(scaled), after(scaled, of: size, orientation, for: space)) + 64 * size.width + tables
    }

    /// The bytes after the decoding: two pictures at a time, before and after each step.
    ///
    /// - Parameters:
    ///   - decoded: the size of the decoded picture.
    ///   - size: the size in the file.
    private static func after(
        _ decoded: Size, of size: Size, _ orientation: PictureOrientation, for space: PictureSpace?
    ) -> Int {
        let visible = space.map { pixels($0.visible(orientation.size(of: size)).part.size) } ?? pixels(decoded)
        let kept = min(visible, pixels(decoded))
        return max(orientation == .up ? 0 : 2 * pixels(decoded), pixels(decoded) + kept)
    }

    private static func pixels(_ size: Size) -> Int { size.width * size.height * pixel }
}

extension PictureError {
    /// The error of a picture for which a memory budget is too small.
    init(_ name: String, _ refusal: MemoryBudget.Refusal) {
        self.init(
            refusal.isTooLarge ? .tooLarge : .noMemory, file: name, problem: "\(name) \(refusal.description)",
            remedy: refusal.remedy)
    }
}
