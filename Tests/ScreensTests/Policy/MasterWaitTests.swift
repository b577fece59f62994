import Testing

@testable import Screens

@Suite struct MasterWaitTests {
    @Test func afterACloseItTriesAFewTimesAndThenWaitsForTheNext() {
        var wait = MasterWait()
        var delays: [Nanoseconds?] = [wait.closed()]
        for _ in MasterWait.delays { delays.append(wait.failed()) }
        #expect(delays == MasterWait.delays.map { $0 } + [nil])
        #expect(wait.failed() == nil, "a poll that finds it held begins no tries")
        #expect(wait.closed() == MasterWait.delays[0])
    }

    @Test func aCloseBetweenTriesRestartsThemWithOneTimer() {
        var wait = MasterWait()
        _ = wait.closed()
        _ = wait.failed()
        _ = wait.failed()
        #expect(wait.closed() == nil, "a timer runs")
        #expect(wait.failed() == MasterWait.delays[1])
    }

    @Test func theEndOfWaitingEndsTheTries() {
        var wait = MasterWait()
        _ = wait.closed()
        wait.end()
        #expect(wait.failed() == nil)
        #expect(wait.closed() == MasterWait.delays[0])
    }
}
