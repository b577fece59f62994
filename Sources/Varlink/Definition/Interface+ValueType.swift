extension Interface {
    /// What a value may be.
    public indirect enum ValueType: Sendable, Hashable {
        /// `bool`.
        case bool
        /// `int`: what 64 bits hold.
        case int
        /// `float`: any number.
        case float
        /// `string`.
        case string
        /// `object`: a JSON object of any members.
        case object
        /// A type of the interface that has this name.
        case named(String)
        /// `[]`.
        case array(ValueType)
        /// `[string]`: any names, values of one type.
        case map(ValueType)
        /// `?`: null or nothing, too.
        case optional(ValueType)
        /// `(name: type, …)`.
        case structure([Field])
        /// `(name, …)`: a string that is one of these.
        case enumeration([String])
    }
}
