import RosterCore
import Testing

@testable import RosterLog

struct LogRebasingTests {
  /// What is left of a log when one entry is left out.
  private func rest(of log: ChangesetLog, without index: Int) throws -> ChangesetLog {
    var edit: [ChangesetLogEntry?] = log.entries
    edit[index] = nil
    return ChangesetLog(
      header: log.header, entries: try LogRebasing.entries(of: edit, from: log.entries))
  }

  @Test func pathsMeanTheSameItemsAsBefore() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"]]}}"#,
      #"{"changeset":{"removedItems":[[0,0]]}}"#,
      #"{"changeset":{"updatedItems":[[[0,1],"C"]],"insertedItems":[[[0,1],"x"]]},"state":{"item":[0,2],"scope":"Row","value":1}}"#,
      #"{"expect":{"sections":[["b","x","C"]],"counts":[3],"revision":3,"state":{"item":[0,2],"scope":"Row","value":1}}}"#
    )
    #expect(
      try rest(of: log, without: 1).lines.dropFirst() == [
        #"{"changeset":{"updatedItems":[[[0,2],"C"]],"insertedItems":[[[0,2],"x"]]},"state":{"item":[0,3],"scope":"Row","value":1}}"#,
        #"{"expect":{"sections":[["a","b","x","C"]],"counts":[4],"state":{"item":[0,3],"scope":"Row","value":1},"revision":2}}"#,
      ])
  }

  @Test func changesOfWhatIsGoneAreLeftOut() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]}}"#,
      #"{"changeset":{"insertedItems":[[[0,1],"b"]]}}"#,
      #"{"changeset":{"updatedItems":[[[0,1],"B"]],"movedItems":[[[0,0],[0,1]]]}}"#,
      #"{"changeset":{"removedItems":[[0,0]]}}"#, #"{"expect":{"sections":[["a"]]}}"#)
    #expect(
      try rest(of: log, without: 1).lines.dropFirst() == [
        #"{"changeset":{"movedItems":[[[0,0],[0,0]]]}}"#, #"{"changeset":{}}"#,
        #"{"expect":{"sections":[["a"]]}}"#,
      ])
  }

  @Test func expectedRefusalGoesWithItsEntry() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"removedItems":[[4,0]]}}"#, #"{"expect":{"error":{"kind":"removeItem"}}}"#,
      #"{"changeset":{"insertedSections":[0]}}"#)
    #expect(try rest(of: log, without: 0).lines == [#"{"changeset":{"insertedSections":[0]}}"#])
  }

  @Test func expectationThatWasWrongStaysAsItIs() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0]}}"#, #"{"changeset":{}}"#,
      #"{"expect":{"counts":[7],"revision":2}}"#)
    #expect(
      try rest(of: log, without: 1).lines.last == #"{"expect":{"counts":[7],"revision":1}}"#)
  }

  @Test(arguments: [UInt64](1...6))
  func randomLogStaysWithoutFlawWhateverIsLeftOut(_ seed: UInt64) throws {
    let log = try ChangesetLog(seed: seed, entryCount: 12)
    #expect(try LogFlaw(of: log.entries) == nil, "seed \(seed)")
    for reduction in Reduction.allCases {
      let count = reduction.count(in: log)
      for start in stride(from: 0, to: count, by: max(1, count / 8)) {
        for length in [1, 3, count / 2] {
          let edit = reduction.edit(log, leavingOut: start..<start + length)
          let entries = try LogRebasing.entries(of: edit.entries, from: log.entries)
          // Without the part `error`, a refusal would be unexpected; there is none here.
          #expect(
            try LogFlaw(of: entries) == nil,
            "seed \(seed): \(reduction) without \(length) from \(start)")
        }
      }
    }
  }

  @Test(arguments: ["states-small", "history-small"])
  func fixtureStaysWithoutFlawWithoutOneOfItsEntries(_ name: String) throws {
    let log = try ChangesetLog(fixture: name)
    for index in stride(from: 0, to: log.entries.count, by: 5) {
      guard case .changeset = log.entries[index] else { continue }
      let rest = try rest(of: log, without: index)
      #expect(try LogFlaw(of: rest.entries) == nil, "\(name) without line \(index + 2)")
    }
  }
}
