/// The version of the programs.
public enum ProgramVersion {
    /// The version that `--version` prints and that the daemon reports to its clients: the line of the file `VERSION`.
    /// SwiftPM offers no way to include the commit in a build.
    public static let current = String(
        decoding: PackageResources.VERSION.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
