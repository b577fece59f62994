/// The version of the program, which is the version of the daemon.
public enum WordsVersion {
    /// The line of the file `VERSION`.
    public static let current = String(
        decoding: PackageResources.VERSION.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
