extension String {
    /// The scalars that a terminal takes for a command, or does not show; line ends excepted.
    var dangerousScalars: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
            default: false
            }
        }
    }
}
