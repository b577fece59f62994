/// A key or an element of a document, and where it is written.
final class OutlineNode {
    /// Where it was written first.
    let position: SourcePosition
    /// What is in it, by name.
    var keys: [String: OutlineNode] = [:]
    /// What is in it, in order, where it is an array.
    var elements: [OutlineNode] = []

    init(_ position: SourcePosition) {
        self.position = position
    }

    /// The node of a key, which is made where it is not there yet.
    func key(_ name: String, at position: SourcePosition) -> OutlineNode {
        if let node = keys[name] { return node }
        let node = OutlineNode(position)
        keys[name] = node
        return node
    }

    /// A new element at the end.
    func element(at position: SourcePosition) -> OutlineNode {
        let node = OutlineNode(position)
        elements.append(node)
        return node
    }
}
