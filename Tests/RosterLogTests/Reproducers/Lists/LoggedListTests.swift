import RosterCore
import Testing

@testable import RosterLog

/// The list in memory does what the format says; the expectations of the fixtures were not made by it.
struct LoggedListTests {
  @Test(arguments: ChangesetLog.fixtures)
  func fixtureHasNoFlaw(_ name: String) throws {
    #expect(try LogFlaw(of: ChangesetLog(fixture: name).entries) == nil)
  }

  @Test func undoBringsBackModelsAndStatesAndWhatWasRemoved() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[[0,"S"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}"#,
      #"{"state":{"item":[0,1],"scope":"Row","value":1}}"#,
      #"{"changeset":{"updatedItems":[[[0,0],"A"]],"removedItems":[[0,1]]}}"#,
      #"{"undo":true}"#,
      #"{"expect":{"sections":[["a","b"]],"state":{"item":[0,1],"scope":"Row","value":1},"revision":4}}"#,
      #"{"redo":true}"#,
      #"{"expect":{"sections":[["A"]],"revision":5}}"#,
      #"{"undo":true}"#, #"{"undo":true}"#,
      #"{"expect":{"sections":[["a","b"]],"state":{"item":[0,1],"scope":"Row"},"revision":7}}"#)
    #expect(try LogFlaw(of: log.entries) == nil)
  }

  @Test func groupIsUndoneAndRedoneTogether() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0]}}"#,
      #"{"changeset":{"insertedItems":[[[0,0],1]]},"group":"g"}"#,
      #"{"changeset":{}}"#,
      #"{"changeset":{"insertedItems":[[[0,0],2]]},"group":"g"}"#,
      #"{"undo":true}"#, #"{"expect":{"sections":[[]],"revision":6}}"#,
      #"{"redo":true}"#, #"{"expect":{"sections":[[2,1]],"revision":8}}"#,
      #"{"undo":true}"#, #"{"undo":true}"#, #"{"expect":{"sections":[],"revision":11}}"#)
    #expect(try LogFlaw(of: log.entries) == nil)
  }

  @Test func whatOtherScopesDidStays() throws {
    let log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"]]}}"#,
      #"{"changeset":{"updatedItems":[[[0,0],"A"],[[0,1],"B"]]}}"#,
      #"{"changeset":{"updatedItems":[[[0,1],"b2"]],"insertedItems":[[[0,0],"x"]]},"undo":"drawing"}"#,
      #"{"changeset":{"removedItems":[[0,3]]},"undo":false}"#,
      #"{"undo":true}"#, #"{"expect":{"sections":[["x","a","b2"]],"revision":5}}"#,
      #"{"redo":true}"#, #"{"expect":{"sections":[["x","A","b2"]],"revision":6}}"#)
    #expect(try LogFlaw(of: log.entries) == nil)
  }

  @Test func whatOthersHaveMovedStays() throws {
    let moved = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"]]}}"#,
      #"{"changeset":{"movedItems":[[[0,2],[0,0]]]}}"#,
      #"{"changeset":{"movedItems":[[[0,0],[0,1]]]},"undo":false}"#,
      #"{"undo":true}"#, #"{"expect":{"sections":[["a","c","b"]],"revision":4}}"#,
      #"{"redo":true}"#, #"{"expect":{"sections":[["a","c","b"]],"revision":5}}"#)
    #expect(try LogFlaw(of: moved.entries) == nil)
    let movedBack = try ChangesetLog(
      #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"]]}}"#,
      #"{"changeset":{"movedItems":[[[0,2],[0,0]]]}}"#,
      #"{"changeset":{"movedItems":[[[0,0],[0,2]]]},"undo":false}"#,
      #"{"changeset":{"movedItems":[[[0,2],[0,0]]]},"undo":"drawing"}"#,
      #"{"undo":true}"#, #"{"expect":{"sections":[["a","b","c"]],"revision":5}}"#)
    #expect(try LogFlaw(of: movedBack.entries) == nil)
  }

  private static let flaws: [(line: String, flaw: LogFlaw)] = [
    (
      #"{"changeset":{"removedItems":[[0,0]]}}"#,
      LogFlaw.refusal(.changeset(.removeItem), .outOfBounds)
    ),
    (#"{"state":{"item":[0,0],"scope":"A"}}"#, .refusal(.setState, .outOfBounds)),
    (#"{"state":{"header":0,"scope":"A"}}"#, .refusal(.setState, .outOfBounds)),
    (#"{"expect":{"error":{}}}"#, .unmet(.error)),
    (#"{"expect":{"revision":1}}"#, .unmet(.revision)),
    (#"{"expect":{"counts":[0]}}"#, .unmet(.counts)),
    (#"{"expect":{"sections":[[]]}}"#, .unmet(.sections)),
    (#"{"expect":{"sectionModels":[null]}}"#, .unmet(.sectionModels)),
    (#"{"expect":{"state":{"item":[0,0],"scope":"A"}}}"#, .unmet(.states)),
    (#"{"expect":{"fingerprint":"0000000000000000"}}"#, .unmet(.fingerprint)),
    (#"{"undo":true}"#, .nothingToTakeBack), (#"{"redo":true}"#, .nothingToTakeBack),
  ]

  @Test func firstFlawIsNamed() throws {
    for (line, flaw) in Self.flaws {
      #expect(try LogFlaw(of: ChangesetLog(line, #"{"changeset":{}}"#).entries) == flaw)
      let expected = try ChangesetLog(line, #"{"expect":{"error":{}}}"#)
      if case .refusal = flaw { #expect(try LogFlaw(of: expected.entries) == nil) }
    }
  }
}
