extension String {
    /// The scalars, except line ends, that a terminal interprets as a command, or does not show.
    var dangerousScalars: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
            default: false
            }
        }
    }
}
