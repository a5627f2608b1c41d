import RosterJSON
import RosterStore
import RosterTestKit
import Testing

/// What is large in a list, in a terminal and for programs.
struct LargestCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"A"]],"insertedItems":[[[0,0],{"title":"Agenda"}],[[0,1],{"title":"Minutes","body":"Present were Ann and Ben."}]]}}
      {"changeset":{"updatedItems":[[[0,0],{"title":"Plan"}]]},"origin":"Ann"}
      """
    let file = try folder.write(log, to: "log.jsonl")
    let outcome = try await RosterProgram.run("replay", file, "--db", path, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test func peopleReadTheLargestFirst() async throws {
    let outcome = try await RosterProgram.run("largest", path)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 14)
    #expect(
      lines[0...3] == [
        "list \"main\", revision 2", "largest rows",
        "  54 bytes  0:1  {\"title\":\"Minutes\",\"body\":\"Present were Ann and Ben.\"}",
        "  16 bytes  0:0  {\"title\":\"Plan\"}",
      ])
    #expect(lines[4] == "revisions that wrote most" && lines[5].contains(" bytes  revision 1, "))
    #expect(lines[7] == "revisions that changed most")
    #expect(lines[8].hasPrefix("  3 changes  revision 1, "))
    #expect(lines[9].contains(#"by "Ann": 1 item updated"#))
    #expect(lines[10] == "who reads the journal" && lines[12] == "slowest commits")
  }

  @Test func programsReadAnObjectALine() async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main", create: false))
    for (revision, name) in [(2, "copy"), (1, "index")] {
      try list.acknowledge(revision, by: name)
    }
    try store.close()
    let outcome = try await RosterProgram.run(
      "largest", path, "--count", "1", "--output", "ndjson")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = try outcome.lines.map { try JSONParser().parse($0) }
    try #require(lines.count == 5)
    #expect(lines[0] == ["list": "main", "oldest": 0, "revision": 2, "subscribers": 2])
    #expect(
      lines[1]["largestRow"] == [
        "key": "i2", "bytes": 54, "place": [0, 1],
        "model": ["title": "Minutes", "body": "Present were Ann and Ben."],
      ])
    #expect(lines[2]["wroteMost"]?["revision"] == 1)
    #expect(lines[2]["wroteMost"]?["written"]?.intValue ?? 0 > 70)
    #expect(lines[3]["changedMost"]?["revision"] == 1 && lines[3]["changedMost"]?["changes"] == 3)
    #expect(lines[4]["subscriber"]?["name"] == "index" && lines[4]["subscriber"]?["lag"] == 1)
    #expect(lines[4]["subscriber"]?["bytes"]?.intValue ?? 0 > 0)
  }

  @Test func oneOfSeveralListsIsNamed() async throws {
    let store = try SQLiteStore(path: path)
    _ = try store.list(named: "other")
    try store.close()
    let unnamed = try await RosterProgram.run("largest", path)
    #expect(unnamed.exitCode == 2)
    #expect(unnamed.errors.contains("name one of the lists with --list"), "\(unnamed.errors)")
    let empty = try await RosterProgram.run("largest", path, "--list", "other")
    #expect(empty.exitCode == 0)
    #expect(empty.lines.prefix(3) == ["list \"other\", revision 0", "largest rows", "  none"])
  }
}
