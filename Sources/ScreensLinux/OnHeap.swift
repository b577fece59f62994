/// A large value on the heap. A copy of a value with one in it copies a pointer, and not each part of the large value.
/// It is encoded as the value itself.
@propertyWrapper
package struct OnHeap<Value> {
    fileprivate indirect enum Box {
        case value(Value)
    }

    private var box: Box

    package init(wrappedValue: Value) {
        box = .value(wrappedValue)
    }

    package var wrappedValue: Value {
        get {
            switch box {
            case .value(let value): value
            }
        }
        set { box = .value(newValue) }
    }
}

extension OnHeap.Box: Sendable where Value: Sendable {}
extension OnHeap: Sendable where Value: Sendable {}

extension OnHeap: Equatable where Value: Equatable {
    package static func == (one: OnHeap, other: OnHeap) -> Bool { one.wrappedValue == other.wrappedValue }
}

extension OnHeap: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension OnHeap: Codable where Value: Codable {
    package init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
