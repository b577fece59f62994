extension Double {
    /// The nearest number with this many decimals. Further decimals come from rounding in a computation.
    package func rounded(places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }

    /// The number with at most `places` decimals, and without decimals that are zeros: `597.6`, `600`.
    package func text(places: Int) -> String {
        let text = String(rounded(places: places))
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
