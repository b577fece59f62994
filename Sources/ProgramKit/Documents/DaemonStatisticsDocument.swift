/// What the daemon has counted: what `Statistics` answers, and what `screens stats --json` prints.
package struct DaemonStatisticsDocument: Codable, Sendable, Hashable {
    /// The screens that the daemon drives.
    package let screens: [StatisticsDocument.Entry]
    /// Since the daemon began.
    package let uptimeSeconds: Int
    package let hotplugs: Int
    package let failures: Int

    package init(screens: [StatisticsDocument.Entry], uptimeSeconds: Int, hotplugs: Int, failures: Int) {
        self.screens = screens
        self.uptimeSeconds = uptimeSeconds
        self.hotplugs = hotplugs
        self.failures = failures
    }
}
