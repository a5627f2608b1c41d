import Testing

@testable import RosterSync

/// When a device sends which request.
@Suite struct SyncSessionTests {
  @Test func changesAreSentOnlyByADeviceThatHasEverything() {
    var session = SyncSession()
    #expect(session.wake(hasPendingChanges: true) == .init(number: 1, sendsChanges: false))
    session.answered(1, isLast: false)
    #expect(session.wake(hasPendingChanges: true) == .init(number: 2, sendsChanges: false))
    session.answered(2, isLast: true)
    #expect(session.wake(hasPendingChanges: true) == .init(number: 3, sendsChanges: true))
  }

  @Test func oneRequestIsUnderWayAtATime() {
    var session = SyncSession()
    _ = session.wake(hasPendingChanges: false)
    #expect(session.wake(hasPendingChanges: true) == nil)
  }

  @Test func afterAFailureNothingIsSentBeforeTheDeviceHasAsked() {
    var session = SyncSession()
    _ = session.wake(hasPendingChanges: true)
    session.answered(1, isLast: true)
    _ = session.wake(hasPendingChanges: true)
    session.failed(2)
    #expect(session.wake(hasPendingChanges: true) == .init(number: 3, sendsChanges: false))
  }

  @Test func anAnswerToAnEarlierRequestIsIgnored() {
    var session = SyncSession()
    _ = session.wake(hasPendingChanges: true)
    session.failed(1)
    _ = session.wake(hasPendingChanges: true)
    session.answered(1, isLast: true)
    #expect(session.waitsFor == 2)
    session.failed(1)
    #expect(session.waitsFor == 2)
  }
}
