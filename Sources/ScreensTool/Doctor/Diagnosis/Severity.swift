extension Diagnosis {
    /// How bad a finding is. The raw values are those of the JSON documents.
    enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The object shows no picture as it is.
        case error
        /// The picture may be wrong, or there may be none later.
        case warning
        /// Good to know.
        case note
    }
}
