/// The facts of one decoder about one display, as comparable texts by the names of fields.
///
/// A field that a decoder does not print is missing. Lists are joined, so that their order counts.
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

    /// Returns the fields in which two sets of facts differ.
    static func differences(_ left: Facts, _ right: Facts) -> [(field: String, left: String?, right: String?)] {
        Set(left.values.keys).union(right.values.keys).sorted().compactMap { field in
            let (one, other) = (left[field], right[field])
            return one == other ? nil : (field, one, other)
        }
    }
}
