/// The facts of one decoder about one display, as comparable texts below the names of fields.
///
/// A field that a decoder does not mention is missing. Lists are joined, so that their order counts.
struct Facts {
    private(set) var values: [String: String] = [:]

    subscript(_ field: String) -> String? {
        get { values[field] }
        set { values[field] = newValue }
    }

    mutating func set(_ field: String, _ list: [String]) {
        if !list.isEmpty {
            values[field] = list.joined(separator: "\n")
        }
    }

    /// The fields in which the two differ.
    static func differences(_ left: Facts, _ right: Facts) -> [(field: String, left: String?, right: String?)] {
        Set(left.values.keys).union(right.values.keys).sorted().compactMap { field in
            let (one, other) = (left[field], right[field])
            return one == other ? nil : (field, one, other)
        }
    }
}
