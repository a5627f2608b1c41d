import GRDB
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

/// States of components: what is printed of them, and that it is what the log says.
struct StateTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
  }

  /// Runs a command that must succeed.
  @discardableResult
  private func roster(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RosterProgram.Outcome {
    let outcome = try await RosterProgram.run(arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }

  private func replay(_ log: LogFixture) async throws {
    try await roster("replay", log.path, "--db", path, "--output", "none")
  }

  // MARK: Batches

  @Test(arguments: [LogFixture.statesSmall, .statesRandom], ["sync", "async"])
  func batchLinesAreEnoughToKeepACopy(_ log: LogFixture, _ mode: String) async throws {
    var reader = NaiveReader()
    try reader.read(
      try await roster("replay", log.path, "--db", path, "--output", "ndjson", "--mode", mode))
    let shown = try await ShownStates(roster("show", path, "--state", "--output", "ndjson"))
    #expect(shown == ShownStates(reader))
    #expect(shown.stateCount > (log == .statesSmall ? 1 : 15))
  }

  @Test func batchLineNamesTheStatesAndNothingWhereThereAreNone() async throws {
    let lines = try await roster("replay", LogFixture.statesSmall.path, "--output", "ndjson").lines
    let batches = try lines.compactMap { try JSONParser().parse($0)["batch"] }
    #expect(batches[0]["states"] == nil)
    #expect(batches[0]["operations"]?.arrayValue?.isEmpty == false)
    let like: JSONValue = ["item": [0, 1], "scope": "Post/Like", "value": ["isLiked": true]]
    #expect(batches[1]["states"] == [like])
    #expect(batches[1]["operations"] == [])
    #expect(batches[1]["changes"]?["insertedItems"] == [])
    #expect(batches[1]["to"] == 2)
    #expect(batches[4]["states"] == [["item": [0, 0], "scope": "Post/More"]])
  }

  @Test func textHasALineForEachStateUpToEight() async throws {
    let small = try await roster("replay", LogFixture.statesSmall.path)
    #expect(small.output.contains("revision 2  =1  2026-01-31T10:00:00Z  phone\n"))
    #expect(small.output.contains("    =  0:1  Post/Like  {\"isLiked\":true}\n"))
    #expect(small.output.contains("    =  0:0  Post/More  {\"lines\":12}  version 2\n"))
    #expect(small.output.contains("revision 5  ~1 >1 §-1 =1\n"))
    #expect(small.output.contains("    =  0:0  Post/More  forgotten\n"))
    #expect(small.output.contains("refused  line 13  setState at target path [0, 4]"))

    let states = (0..<10).map { #"{"item":[0,0],"scope":"A#\#($0 + 1)","value":0}"# }
    let log = try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]},\
      "state":[\(states.joined(separator: ","))]}
      """, to: "log.jsonl")
    let many = try await roster("replay", log)
    #expect(many.lines.count { $0.hasPrefix("    =  0:0  A#") } == 8)
    #expect(many.output.contains("    … 2 more states; --output ndjson has them\n"))
  }

  // MARK: Showing

  @Test func statesAreShownBelowTheirItems() async throws {
    try await replay(.statesSmall)
    #expect(
      try await roster("show", path, "--state", "--at", "4").output == """
        list "main", revision 4: 2 sections, 4 items
        0  "Today"  3 items
          0:0  "Fog"
              Post/Like  {"isLiked":false}
          0:1  "Rain"
              Post/More  {"lines":12}  version 2
          0:2  "Sun"
              Post/Like  {"isLiked":false}
        1  "Yesterday"  1 item
          1:0  "Snow"
              Post/Comment["zoë"]#1/Draft  "brr… ❄️"
              Post/More  null

        """)
    let range = try await roster("show", path, "--state", "--at", "4", "--range", "0:1-1")
    #expect(
      range.lines.dropFirst(2) == ["  0:1  \"Rain\"", "      Post/More  {\"lines\":12}  version 2"])
    #expect(
      try await roster("show", path, "--at", "4", "--range", "0:1-1").lines.last
        == "  0:1  \"Rain\"")
  }

  @Test func statesStandBesideTheirItemsForPrograms() async throws {
    try await replay(.statesSmall)
    let lines = try await roster(
      "show", path, "--state", "--at", "3", "--output", "ndjson", "--range", "0:0-1"
    ).lines
    #expect(
      lines.dropFirst(2) == [
        #"{"item":[0,0],"model":"Rain","states":[{"scope":"Post/More","value":{"lines":12},"version":2}]}"#,
        #"{"item":[0,1],"model":"Sun","states":[{"scope":"Post/Like","value":{"isLiked":true}}]}"#,
      ])
    let before = try await roster("show", path, "--state", "--at", "1", "--output", "ndjson")
    #expect(before.lines[2] == #"{"item":[0,0],"model":"Rain","states":[]}"#)
    let without = try await roster("show", path, "--at", "1", "--output", "ndjson")
    #expect(without.lines[2] == #"{"item":[0,0],"model":"Rain"}"#)
  }

  @Test(arguments: [1, 2, 60, 150, 270])
  func statesAtARevisionAreThoseReplayedUntilThen(_ revision: Int) async throws {
    try await replay(.statesRandom)
    let until = folder.path(of: "until.sqlite")
    try await roster(
      "replay", LogFixture.statesRandom.path, "--db", until, "--until", "\(revision)", "--output",
      "none")
    let shown = try await roster("show", path, "--state", "--at", "\(revision)")
    #expect(shown.output == (try await roster("show", until, "--state")).output)
    #expect(shown.output.hasPrefix("list \"main\", revision \(revision): "))
  }

  // MARK: Logging

  @Test func logHasTheStatesOfEveryRevision() async throws {
    try await replay(.statesSmall)
    let lines = try await roster("log", path).lines
    #expect(lines.count == 9)
    #expect(
      lines[2] == """
        {"state":{"item":[0,1],"scope":"Post/Like","value":{"isLiked":true}},"origin":"phone",\
        "at":"2026-01-31T10:00:00Z"}
        """)
    #expect(
      lines[5] == """
        {"changeset":{"updatedItems":[[[1,0],"Snow!"]],"movedItems":[[[1,0],[0,0]]],\
        "removedSections":[1]},"state":{"item":[0,0],"scope":"Post/More"}}
        """)
    #expect(lines[6] == #"{"changeset":{"removedItems":[[0,0],[0,3]]}}"#)
  }

  // MARK: Checking

  @Test(arguments: [
    ("UPDATE state SET value = '1' WHERE scope = 'Post/Like'", "altered"),
    ("UPDATE state SET scope = 'Post/'", "the scope of a state is not the path of one"),
    ("UPDATE state SET item = item + 100", "a state is of an item that is not there"),
    ("UPDATE state SET version = 99", "a revision that is not there yet"),
    ("DELETE FROM state WHERE scope = 'Post/More'", "altered"),
    ("DELETE FROM state_history", "altered"),
  ])
  func checkFindsDamagedStates(_ damage: String, _ words: String) async throws {
    try await replay(.statesSmall)
    #expect(try await roster("check", path).output == "\(path): all is well with 1 list\n")
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: damage) }
    try queue.close()
    let outcome = try await RosterProgram.run("check", path)
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  // MARK: States that are no JSON

  @Test func stateThatIsNoJSONIsNamed() async throws {
    try await replay(.statesSmall)
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try $0.execute(sql: "UPDATE state SET value = x'00' WHERE scope = 'Post/Like'")
    }
    try queue.close()
    let outcome = try await RosterProgram.run("show", path, "--state")
    #expect(outcome.exitCode == 4)
    #expect(
      outcome.errors.contains(#"the state of scope "Post/Like" of the item at [0, "#),
      "\(outcome.errors)")
    try await roster("show", path)
  }
}
