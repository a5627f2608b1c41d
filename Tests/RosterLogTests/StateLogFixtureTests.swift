import Foundation
import RosterCore
import RosterLog
import RosterTestKit
import RosterTestSupport
import Testing

/// The log of states in `Tests/Fixtures/logs` is what a model makes that shares nothing with the library.
///
/// `Tools/fixtures` writes it; the tool's tests replay it.
@Suite struct StateLogFixtureTests {
  private static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/logs/states-random.jsonl")

  private static func log() -> Data {
    Data(StateLogModel.log(seed: 12, revisionCount: 420).utf8)
  }

  @Test func theFileIsWhatTheModelMakes() throws {
    let log = Self.log()
    if ProcessInfo.processInfo.environment["ROSTER_FIXTURES"] == "write" {
      try log.write(to: Self.url)
    }
    let file = try Data(contentsOf: Self.url)
    let lines = (log.split(separator: 10), file.split(separator: 10))
    let first = zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }
    #expect(log == file, "from line \((first?.offset ?? lines.1.count) + 1) on; run Tools/fixtures")
  }

  @Test func aSeedAlwaysMakesTheSameLog() {
    let log = StateLogModel.log(seed: 3, revisionCount: 40)
    #expect(log == StateLogModel.log(seed: 3, revisionCount: 40))
    #expect(log != StateLogModel.log(seed: 4, revisionCount: 40))
  }

  /// Nothing of the format is left to chance.
  @Test func theLogHasEveryPartAndEveryRefusal() throws {
    var reader = try ChangesetLogReader(Self.log())
    var names: Set<String> = []
    var (entryCount, refusalCount) = (0, 0)
    for line in try reader.rest() {
      switch line.entry {
      case .changeset(let logged):
        entryCount += 1
        let outline = logged.changeset.outline
        if !logged.states.isEmpty, !logged.changeset.isEmpty { names.insert("both at once") }
        if logged.states.contains(where: { $0.state == nil }) { names.insert("forgotten") }
        if !outline.movedSections.isEmpty { names.insert("moved sections") }
        if !outline.movedItems.isEmpty { names.insert("moved items") }
        if !outline.removedSections.isEmpty { names.insert("removed sections") }
        if !outline.updatedSections.isEmpty { names.insert("updated sections") }
        if logged.origin != nil { names.insert("origin") }
      case .expect(let expectation):
        if expectation.error != nil { refusalCount += 1 }
        if expectation.sections != nil { names.insert("sections") }
        if expectation.states.contains(where: { $0.state == nil }) { names.insert("none") }
        if expectation.states.contains(where: { $0.state != nil }) { names.insert("some") }
      case .reopen: names.insert("reopen")
      case .undo, .redo: Issue.record("the model takes nothing back")
      }
    }
    #expect(
      names == [
        "both at once", "forgotten", "moved sections", "moved items", "removed sections",
        "updated sections", "origin", "sections", "none", "some", "reopen",
      ])
    #expect((entryCount / 14...entryCount / 6).contains(refusalCount))
  }
}
