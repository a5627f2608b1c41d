import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import Testing

@testable import RosterInspecting

/// What the file looks like, and whether it is well.
struct FileInspectionTests {
  /// Begins a check and waits for its end.
  private func check(_ inspector: ListInspector) async throws -> JSONValue {
    #expect(try await inspector.respond("check").json["state"] == "notRun")
    #expect(try await inspector.respond("check", ["tail": "10"], .post).status == 200)
    while true {
      let json = try await inspector.respond("check").json
      if json["state"] != "running" { return json }
      await Task.yield()
    }
  }

  @Test func sizesAreThoseOfTheFile() throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(20, seed: 7)
    let answer = try inspected.ask("tables")
    let (used, free) = try inspected.storage.store.byteCounts()
    let pageSize = try #require(answer["pageSize"]?.intValue)
    #expect(answer["pages"]?.intValue == (used + free) / pageSize)
    #expect(answer["freePages"]?.intValue == free / pageSize)
    #expect(answer["format"] == 5 && answer["journalMode"] == "wal")
    #expect(answer["walBytes"]?.intValue ?? 0 > 0)
    let tables = try #require(answer["tables"]?.arrayValue)
    func rows(_ name: String) -> Int? {
      tables.first { $0["name"]?.stringValue == name }?["rows"]?.intValue
    }
    #expect(rows("journal") == 20)
    #expect(rows("item") == inspected.list.snapshot.itemCount)
    #expect(rows("section") == inspected.list.snapshot.sectionCount)
    if answer["measured"] == true {
      let pages = tables.reduce(0) { $0 + ($1["pages"]?.intValue ?? 0) }
      #expect(pages + free / pageSize == answer["pages"]?.intValue)
    }
  }

  @Test func aGoodFileHasNoFindings() async throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(600, seed: 8)
    let result = try await check(inspected.inspector)
    #expect(result["state"] == "done" && result["findingCount"] == 0)
    #expect(result["lists"]?[0]?["revision"] == 600)
    #expect(result["lists"]?[0]?["intact"] == 0)
  }

  @Test func damageIsFound() async throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(30, seed: 8)
    try inspected.damage("UPDATE journal SET at = 'never' WHERE id & 255 = 12")
    let result = try await check(inspected.inspector)
    #expect(result["findingCount"] == 1)
    #expect(result["findings"]?[0]?["message"]?.stringValue?.hasSuffix("revision: 12") == true)
    #expect(result["lists"]?[0]?["intact"] == 12)
  }
}
