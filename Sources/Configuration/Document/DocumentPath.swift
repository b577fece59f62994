/// Where in a document a value is: `screen[1].content.fade`.
struct DocumentPath: Sendable, Hashable, CustomStringConvertible {
    private let steps: [Step]

    private enum Step: Sendable, Hashable {
        case key(String)
        case element(Int)
    }

    static let root = DocumentPath(steps: [])

    private init(steps: [Step]) {
        self.steps = steps
    }

    func key(_ name: String) -> DocumentPath { DocumentPath(steps: steps + [.key(name)]) }

    /// - Parameter index: from 0.
    func element(_ index: Int) -> DocumentPath { DocumentPath(steps: steps + [.element(index)]) }

    /// Elements are counted from 1, as people count sections; names are shortened where they are very long.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .element(let index): text += "[\(index + 1)]"
            case .key(let name): text += (text.isEmpty ? "" : ".") + TOMLText.shortKey(name)
            }
        }
        return text
    }
}
