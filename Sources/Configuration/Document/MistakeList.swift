/// Collects the mistakes of one reading.
final class MistakeList {
    private(set) var mistakes: [Mistake] = []
    /// Where those of the file that is read begin.
    private var begin = 0

    /// A file of nothing but mistakes is not worth the time of looking for what each of them was meant to be.
    static let most = 100

    var isFull: Bool { mistakes.count >= Self.most }

    /// Puts the mistakes of one file in the order of their places, when all of them are told.
    func finishFile() {
        let places = mistakes[begin...].enumerated().sorted { left, right in
            let (one, other) = (left.element.position, right.element.position)
            let order = (one?.line ?? 0, one?.column ?? 0, left.offset)
            return order < (other?.line ?? 0, other?.column ?? 0, right.offset)
        }
        mistakes[begin...] = ArraySlice(places.map(\.element))
        begin = mistakes.count
    }

    func add(
        _ message: String, file: String, position: SourcePosition? = nil, path: DocumentPath? = nil,
        nearest: String? = nil
    ) {
        guard !isFull else { return }
        let path = path.map(\.description).flatMap { $0.isEmpty ? nil : $0 }
        mistakes.append(
            Mistake(file: file, position: position, keyPath: path, message: message, nearest: nearest))
    }
}
