import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import RosterStore
import Testing

@testable import RosterInspecting

/// What the file or schema looks like, and whether it is well.
struct FileInspectionTests {
  /// Begins a check and waits for its end.
  private func check(_ inspector: ListInspector) async throws -> JSONValue {
    #expect(try await inspector.respond("check").json["state"] == "notRun")
    #expect(try await inspector.respond("check", ["tail": "10"], .post).status == 200)
    await inspector.check.waitForEnd()
    return try await inspector.respond("check").json
  }

  @Test func sizesAreThoseOfTheFile() throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(20, seed: 7)
    let answer = try inspected.ask("tables")
    let (used, free) = try SQLiteStore(path: inspected.path).byteCounts()
    let pageSize = try #require(answer["pageSize"]?.intValue)
    #expect(answer["pages"]?.intValue == (used + free) / pageSize)
    #expect(answer["freePages"]?.intValue == free / pageSize)
    #expect(answer["format"] == 12 && answer["journalMode"] == "wal")
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

  @Test(arguments: InspectedPlace.all)
  func aGoodListHasNoFindings(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(600, seed: 8)
    let result = try await check(inspected.inspector)
    #expect(result["state"] == "done" && result["findingCount"] == 0)
    #expect(result["lists"]?[0]?["revision"] == 600)
    #expect(result["lists"]?[0]?["intact"] == 0)
  }

  @Test(arguments: InspectedPlace.all)
  func damageIsFound(place: InspectedPlace) async throws {
    let inspected = try InspectedList(place)
    try inspected.applyRandom(30, seed: 8)
    try inspected.damage("UPDATE journal SET at = 'never' WHERE id & 255 = 12")
    let result = try await check(inspected.inspector)
    #expect(result["findingCount"] == 1)
    #expect(result["findings"]?[0]?["message"]?.stringValue?.hasSuffix("revision: 12") == true)
    // Revision 15 replaced the last of what revision 12 wrote.
    #expect(result["lists"]?[0]?["intact"] == 15)
  }

  @Test(.enabled(if: InspectedPlace.server.missing == nil, InspectedPlace.server.missing))
  func sizesAreThoseOfTheTablesOnAServer() throws {
    let inspected = try InspectedList(.server)
    try inspected.applyRandom(20, seed: 7)
    let answer = try inspected.ask("tables")
    #expect(answer["postgres"]?.stringValue?.isEmpty == false && answer["sqlite"] == nil)
    #expect(answer["measured"] == true && answer["format"] == 10)
    let tables = try #require(answer["tables"]?.arrayValue)
    func table(_ name: String) -> JSONValue? { tables.first { $0["name"]?.stringValue == name } }
    #expect(table("journal")?["rows"] == 20)
    #expect(table("item")?["rows"]?.intValue == inspected.list.snapshot.itemCount)
    #expect(table("journal_pkey")?["rows"] == nil && table("journal_pkey") != nil)
    let sizes = tables.map { $0["bytes"]?.intValue ?? 0 }
    #expect(try inspected.storage.inspectableStore.checkedByteCount() < sizes.reduce(0, +))
    let pages = tables.reduce(0) { $0 + ($1["pages"]?.intValue ?? 0) }
    #expect(answer["pages"]?.intValue == pages && pages > 0)
  }

  /// What the row of a list says beside the rows of a file.
  @Test(.enabled(if: InspectedPlace.server.missing == nil, InspectedPlace.server.missing))
  func anAlteredHeadIsFound() async throws {
    let inspected = try InspectedList(.server)
    try inspected.applyRandom(3, seed: 8)
    try inspected.damage("UPDATE list SET revision = 2")
    let result = try await check(inspected.inspector)
    #expect(result["findingCount"] == 1)
    #expect(
      result["findings"]?[0]?["message"]?.stringValue?.contains("its revision is not the last one")
        == true)
  }
}
