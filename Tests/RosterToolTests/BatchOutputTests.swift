import RosterJSON
import Testing

/// `replay --output ndjson`: the lines are enough to keep a copy of the list.
struct BatchOutputTests {
  private func read(
    _ log: LogFixture, _ reader: inout NaiveReader, mode: String = "async"
  ) async throws {
    let outcome = try await RosterProgram.run(
      "replay", log.path, "--output", "ndjson", "--mode", mode)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    try reader.read(outcome)
    let end = try #require(reader.end)
    #expect(end["revision"]?.intValue == reader.revision)
    #expect(end["sections"]?.intValue == reader.sections.count)
    #expect(end["items"]?.intValue == reader.counts.reduce(0, +))
    #expect(end["fingerprint"]?.stringValue == reader.fingerprint)
  }

  @Test(arguments: LogFixture.short, ["sync", "async"])
  func operationsAndMappingGiveTheTarget(_ log: LogFixture, _ mode: String) async throws {
    var reader = NaiveReader()
    try await read(log, &reader, mode: mode)
    #expect(reader.batchCount > (log == .statesSmall ? 5 : 50))
  }

  @Test(.enabled(if: LogFixture.isConformanceRun), arguments: LogFixture.long)
  func operationsOfLongLogsGiveTheTarget(_ log: LogFixture) async throws {
    var reader = NaiveReader(checksMapping: log == .historyLarge)
    try await read(log, &reader)
  }

  @Test func bothModesPrintTheSame() async throws {
    let log = LogFixture.thrash101.path
    let sync = try await RosterProgram.run("replay", log, "--output", "ndjson", "--mode", "sync")
    let async = try await RosterProgram.run("replay", log, "--output", "ndjson", "--mode", "async")
    #expect(sync.output == async.output)
  }

  @Test func refusalsNameTheirLines() async throws {
    var reader = NaiveReader()
    try await read(.thrash101, &reader)
    let refusal = try #require(reader.refusals.first)
    #expect(refusal["line"]?.intValue ?? 0 > 1)
    #expect(refusal["kind"]?.stringValue?.isEmpty == false)
    #expect(refusal["reason"]?.stringValue?.isEmpty == false)
    #expect(refusal["section"]?.intValue != nil)
    #expect(refusal["message"]?.stringValue?.isEmpty == false)
  }

  @Test func exampleOfTheFormatComesOutAsDescribed() async throws {
    let outcome = try await RosterProgram.run(
      "replay", "-", "--output", "ndjson",
      input: """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[[0,{"title":"A"}],[1,{"title":"B"}],2],"insertedItems":\
        [[[0,0],"a"],[[0,1],"b"],[[0,2],"c"],[[1,0],"d"],[[2,0],"e"],[[2,1],"f"]]}}
        {"changeset":{"updatedItems":[[[0,1],"b2"]],"removedItems":[[0,0]],"movedItems":\
        [[[0,2],[0,1]]],"insertedItems":[[[0,0],"x"],[[2,1],"y"],[[2,2],"z"]],"removedSections":\
        [2],"insertedSections":[[0,{"title":"C"}]]},"origin":"somewhere","userInfo":{"a":[1]}}
        {"expect":{"fingerprint":"a9430eab8057ae18","counts":[2,1,3]}}
        """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    var reader = NaiveReader()
    try reader.read(outcome)
    #expect(reader.fingerprint == "a9430eab8057ae18")
    let batch = try #require(try JSONParser().parse(outcome.lines[1])["batch"])
    #expect(batch["origin"] == "somewhere")
    #expect(batch["userInfo"] == ["a": [1]])
  }

  @Test func textHasABlockForEachBatchAndASummary() async throws {
    let outcome = try await RosterProgram.run(
      "replay", "-",
      input: """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[[0,{"title":"Monday"}]],"insertedItems":[[[0,0],"a"],\
        [[0,1],"b"]]},"origin":"me","at":"2026-01-31T10:00:00Z"}
        {"changeset":{"removedItems":[[0,0]]}}
        {"changeset":{"removedItems":[[7,7]]}}
        {"expect":{"error":{"kind":"removeItem"},"fingerprint":"\(Self.mondayWithB)"}}
        """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("revision 1  +2 §+1  2026-01-31T10:00:00Z  me"))
    #expect(outcome.output.contains("    §+ 0  Monday"))
    #expect(outcome.output.contains(#"    +  0:0–1  "a", "b""#))
    #expect(outcome.output.contains("revision 2  -1"))
    #expect(outcome.output.contains("refused  line 4"))
    #expect(outcome.output.contains("2 changesets applied, 1 refused"))
    #expect(outcome.output.contains("revision 2: 1 section, 1 item"))
    #expect(outcome.output.contains("fingerprint \(Self.mondayWithB)"))
  }

  private static let mondayWithB: String = {
    var fingerprint = Fingerprint()
    fingerprint.addSection(model: ["title": "Monday"])
    fingerprint.addItem(model: "b")
    return fingerprint.hex
  }()
}
