import RosterLog
import Testing

/// The journal of a list as a log, through C.
@Suite("Exports through C")
struct ExportTests {
  /// Models, states and what callers said come through twice, also if the log begins with the list at a later revision.
  @Test(arguments: ["states-small", "states-random", "thrash-101"], [5, 1_000_000])
  func aListThatIsMadeByAnExportExportsTheSame(name: String, revisionCount: Int64) async throws {
    try await onThread {
      let list = try ListOfC(isInFile: true, isShown: false)
      _ = try list.replay(ReplayedLog(fixture: name))
      let isCompacted = try list.compact(revisionCount: revisionCount) > 0
      #expect(isCompacted == (revisionCount == 5))
      let lines = try list.exportedLines()
      if isCompacted && name.hasPrefix("states") {
        #expect(lines[0].contains(#""state":"#), "\(lines[0])")
      }
      let copy = try ListOfC(isShown: false)
      var expectedRevision: Int?
      let outcome = try copy.replay(
        ReplayedLog(name, lines), expected: { _, end, _ in expectedRevision = end.revision })
      #expect(outcome.refusals.isEmpty && outcome.revision == expectedRevision)
      #expect(try copy.exportedLines() == lines)
    }
  }
}
