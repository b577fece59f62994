/// A large value on the heap: a copy of a value with one in it copies a pointer, and not each part of the large one. It
/// is encoded as the value itself.
indirect enum Boxed<Value> {
    case value(Value)

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}

extension Boxed: Codable where Value: Codable {
    init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
