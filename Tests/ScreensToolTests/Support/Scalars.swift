extension String {
    /// What a terminal would take for a command, or not show at all; the ends of lines aside.
    var dangerousScalars: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
            default: false
            }
        }
    }
}
