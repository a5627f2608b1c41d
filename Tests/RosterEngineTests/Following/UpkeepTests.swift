import RosterEngine
import RosterListSupport
import RosterTestKit
import Testing

/// What is known of a list that shows something else and follows it.
struct UpkeepTests {
  private struct Fault: Error {}

  @Test func listenerHearsWhenTheListCannotFollowAndWhenItCanAgain() async throws {
    let upkeep = Upkeep()
    let heard = Recorder<Bool>()
    upkeep.setFailureListener { [weak upkeep] in heard.record(upkeep?.failure != nil) }
    try await upkeep.bringUpToDate {}
    #expect(heard.values == [])
    await #expect(throws: Fault.self) { try await upkeep.bringUpToDate { throw Fault() } }
    #expect(heard.values == [true])
    try await upkeep.bringUpToDate { throw Upkeep.NothingNew() }
    #expect(heard.values == [true, false])
    try await upkeep.bringUpToDate {}
    #expect(heard.values == [true, false])
  }

  @Test func anAttemptThatEndsLateIsNotHeard() throws {
    let upkeep = Upkeep()
    let heard = Recorder<Bool>()
    upkeep.setFailureListener { [weak upkeep] in heard.record(upkeep?.failure != nil) }
    let first = upkeep.begin()
    #expect(throws: Fault.self) { try upkeep.bringUpToDateNow { throw Fault() } }
    upkeep.hasFollowed(first)
    #expect(heard.values == [true])
    #expect(upkeep.failure != nil)
  }
}
