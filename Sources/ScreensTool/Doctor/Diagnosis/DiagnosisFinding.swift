extension Diagnosis {
    /// Something that keeps a picture away, or makes it wrong.
    struct Finding: Sendable, Hashable {
        let severity: Severity
        let code: Code
        /// What it is about: `machine`, `card0`, `card0/HDMI-A-1`.
        let object: String
        /// A sentence for people. Its wording may change.
        let message: String
        /// What helps, for people; nil where nothing need be done.
        let remedy: String?

        init(_ severity: Severity, _ code: Code, _ object: String, _ message: String, remedy: String? = nil) {
            self.severity = severity
            self.code = code
            self.object = object
            self.message = message
            self.remedy = remedy
        }
    }
}
