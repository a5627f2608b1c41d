import Foundation
import RosterCore
import RosterJSON
import RosterLog
import RosterTestKit
import Subprocess
import Testing

@testable import RosterReplay

@Suite struct EditingTraceTests {
  /// Imports a trace and returns the history and the text that its items are.
  private static func text(
    _ json: String
  ) async throws -> (text: String, history: ImportedHistory) {
    let history = try await ImportedHistory(EditingTrace(Array(json.utf8)))
    #expect(history.list.sections.count == 1 && history.list.sections.first?.model == nil)
    let items = history.list.sections.first?.items ?? []
    #expect(items.allSatisfy { $0.stringValue?.unicodeScalars.count == 1 })
    return (items.compactMap(\.stringValue).joined(), history)
  }

  @Test func firstChangesetInsertsTheSectionWithTheStart() async throws {
    let (text, history) = try await Self.text(
      #"{"startContent":"héllo","endContent":"héllo","txns":[]}"#)
    #expect(text == "héllo")
    #expect(history.changesets.count == 1)
    #expect(history.last.insertedSections == [0] && history.last.insertedItems.count == 5)
  }

  @Test func everyTransactionIsAChangesetWithItsTime() async throws {
    let (text, history) = try await Self.text(
      #"""
      {"startContent":"","endContent":"ac","txns":[
        {"time":"2026-01-31T10:00:00.000Z","patches":[[0,0,"abc"]]},
        {"patches":[[1,1,""]],"agent":7},{"time":"","patches":[]},{"time":12,"patches":[]}]}
      """#)
    #expect(text == "ac")
    #expect(history.changesets.map(\.at) == [nil, "2026-01-31T10:00:00.000Z", nil, nil, nil])
    #expect(history.changesets.map(\.changeset.changeCount) == [1, 3, 1, 0, 0])
  }

  @Test func contentsMayBeMissing() async throws {
    #expect(try await Self.text(#"{"txns":[{"patches":[[0,0,"x"]]}]}"#).text == "x")
    #expect(
      try await Self.text(#"{"endContent":null,"startContent":null,"txns":[]}"#).text == "")
  }

  @Test func positionsCountScalars() async throws {
    // A surrogate pair, a combining mark, a flag of two scalars and a line end of two.
    let (text, _) = try await Self.text(
      #"""
      {"startContent":"\ud83d\ude00e\u0301","endContent":"\ud83d\ude00xe\ud83c\udde9\r\n!",
       "txns":[{"patches":[[1,0,"x"],[3,1,"\ud83c\udde9\ud83c\uddea\r\n"]]},
               {"patches":[[4,1,""],[6,0,"!"]]}]}
      """#)
    #expect(Array(text.unicodeScalars) == Array("😀xe\u{1F1E9}\r\n!".unicodeScalars))
  }

  @Test func scalarsThatUnicodeTakesForEqualAreNot() async throws {
    let json = #"{"startContent":"\u212b","endContent":"\u00c5","txns":[]}"#
    let error = try await importError { _ = try await Self.text(json) }
    #expect(error.code == .differs)
    #expect(error.description.contains("U+212B") && error.description.contains("U+00C5"))
  }

  @Test(arguments: [
    (#"[[0,0,"xy"],[1,0,"z"]]"#, "xzyabcdef", 3), (#"[[2,2,""],[2,2,""]]"#, "ab", 4),
    (#"[[2,2,"XY"],[1,4,"-"]]"#, "a-f", 5), (#"[[0,0,"xyz"],[0,3,""]]"#, "abcdef", 0),
    (#"[[0,6,"123"],[1,1,"abcdef"],[0,8,""]]"#, "", 6),
    (
      #"[[3,0,"x"],[3,1,"x"],[3,1,""]]"#,
      "abcdef", 0
    ), (#"[[0,1,"b"],[1,1,"a"]]"#, "bacdef", 4),
  ])
  func patchesOfOneTransactionAreOneChangeset(
    patches: String, end: String, changeCount: Int
  ) async throws {
    let (text, history) = try await Self.text(
      #"{"startContent":"abcdef","endContent":"\#(end)","txns":[{"patches":\#(patches)}]}"#)
    #expect(text == end)
    #expect(history.last.changeCount == changeCount)
  }

  @Test(arguments: [1, 2, 3])
  func manyPatchesAreOneChangeset(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var text = Array("0123456789".unicodeScalars)
    var transactions: [String] = []
    for _ in 0..<30 {
      let patches = (0..<random.index(below: 40)).map { _ in
        let start = random.index(below: text.count + 1)
        let end = start + random.index(below: min(6, text.count - start + 1))
        let new = String("αβγδεζη😀".unicodeScalars.prefix(random.index(below: 9)))
        text.replaceSubrange(start..<end, with: Array(new.unicodeScalars))
        return "[\(start),\(end - start),\"\(new)\"]"
      }
      transactions.append("{\"patches\":[\(patches.joined(separator: ","))]}")
    }
    let end = String(String.UnicodeScalarView(text))
    let (result, _) = try await Self.text(
      """
      {"startContent":"0123456789","endContent":"\(end)",
       "txns":[\(transactions.joined(separator: ","))]}
      """)
    #expect(result == end, "seed \(seed)")
  }

  @Test func traceMayBeGzipped() async throws {
    let json = #"{"startContent":"ab","endContent":"b","txns":[{"patches":[[0,1,""]]}]}"#
    let gzipped = try await gzip(json)
    #expect(gzipped.starts(with: [0x1F, 0x8B]))
    let folder = try TemporaryFolder()
    try Data(gzipped).write(to: URL(filePath: folder.path(of: "trace")))
    try folder.write(json, to: "-plain trace.json")
    let plain = try await ImportedHistory(
      EditingTrace(contentsOf: folder.path(of: "-plain trace.json")))
    let unzipped = try await ImportedHistory(EditingTrace(contentsOf: folder.path(of: "trace")))
    #expect(plain.changesets == unzipped.changesets)
    #expect(try await ImportedHistory(EditingTrace(gzipped)).changesets == plain.changesets)
  }
}

/// What the gzip program makes of a text.
func gzip(_ text: String) async throws -> [UInt8] {
  try await run(
    .name("gzip"), arguments: ["-c"], input: .array(Array(text.utf8)),
    output: .bytes(limit: 1 << 24)
  ).standardOutput
}
