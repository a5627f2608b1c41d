import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// What a page is sent, and how much of it.
@Suite struct SessionUpdateTests {
  private let top = ItemPath(section: 0, item: 0)

  @Test func firstUpdateHasTheFirstRows() async throws {
    let stand = try Stand()
    try await stand.fill([3, 2])
    let client = try stand.connect(count: 6)
    try await client.take()
    #expect(
      client.greeting == [
        "roster": 1, "list": "test", "title": "A <list>", "look": "models", "edits": false,
        "search": true, "inspector": false, "past": true,
      ])
    #expect(client.page.rows.map(\.key) == ["h1", "i1", "i2", "i3", "f1", "h2"])
    #expect(client.page.rows[1].content == ["model": ["text": "0.0"]])
    #expect(client.page.sticky?.key == "h1")
    #expect(client.page.int("slots") == 9)
    #expect(client.page.int("items") == 5)
    #expect(client.page.int("sections") == 2)
    #expect(client.updates[0]["place"] == nil)
    await stand.close()
  }

  @Test func fieldsComeOnceTheyAreKnownAndStay() async throws {
    let stand = try Stand()
    try await stand.apply(JSONChange { $0.insertSection(at: 0) })
    let client = try stand.connect()
    try await client.take()
    func fields(_ number: Int) -> JSONValue? { client.updates[number]["fields"] }
    func insert(_ models: [JSONValue]) async throws {
      try await stand.apply(JSONChange { $0.insertItems(models, at: top) })
      try await client.take()
    }
    let total: JSONValue = ["kind": "number", "name": "total", "telling": true, "width": 3]
    #expect(fields(0) == nil)
    try await insert([["title": "a", "total": 1]])
    #expect(fields(1) == ["title": "title", "columns": [total]])
    // A list with few rows may still show what others have.
    let size: JSONValue = ["kind": "number", "name": "size", "telling": true, "width": 3]
    try await insert(
      (0..<7).map { ["title": "b", "total": .number(Double($0)), "size": .number(Double($0))] })
    #expect(fields(2) == ["title": "title", "columns": [size, total]])
    try await insert((0..<30).map { ["title": "c", "other": .number(Double($0))] })
    #expect(fields(3) == nil)
    // Each page is told, and the same.
    let other = try stand.connect()
    try await other.take()
    #expect(other.updates[0]["fields"] == fields(2))
    await stand.close()
  }

  @Test func oneChangedRowOfMany() async throws {
    let stand = try Stand()
    try await stand.fill([5_000, 5_000])
    let client = try stand.connect(first: 4_000, count: 100)
    try await client.take()
    let received = client.page.receivedCount
    let path = ItemPath(section: 0, item: 4_050)
    try await stand.apply(JSONChange { $0.updateItem(at: path, ["text": "new"]) })
    try await client.take()
    #expect(client.updates.count == 2)
    #expect(client.page.receivedCount == received + 1)
    #expect(client.byteCounts[1] < 2_000)
    #expect(client.updates[1]["rows"]?.arrayValue?.count == 3)
    // A row outside of the window, and an item before it.
    try await stand.apply(JSONChange { $0.updateItem(at: top, ["text": "new"]) })
    try await client.take()
    try await stand.apply(JSONChange { $0.insertItem(["text": "new"], at: top) })
    try await client.take()
    #expect(client.updates.count == 4)
    // Without an anchor the window stays at its slots, so another row comes into it at its start.
    #expect(client.page.receivedCount == received + 2)
    #expect(client.byteCounts[2...].allSatisfy { $0 < 300 })
    #expect(client.page.first == 4_000)
    await stand.close()
  }

  @Test func windowMovesWithItsAnchor() async throws {
    let stand = try Stand()
    try await stand.fill([100])
    let client = try stand.connect(first: 50, count: 10)
    try await client.take()
    try client.send([
      "window": ["first": 50, "count": 10], "anchor": ["key": "i55", "slot": 55], "shown": 1,
    ])
    try await client.take()
    let rows = client.page.rows
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0)
        $0.insertItems(["a", "b", "c"], at: ItemPath(section: 0, item: 0))
      })
    try await client.take()
    #expect(client.page.first == 55)
    #expect(client.page.int("above") == 3)
    #expect(client.page.rows == rows)
    // The anchor goes elsewhere, and the next one away: each time the next item takes its place.
    try await stand.apply(
      JSONChange {
        $0.moveItem(from: ItemPath(section: 1, item: 54), to: ItemPath(section: 1, item: 20))
      })
    try await client.take()
    #expect(client.page.first == 56)
    #expect(client.page.rows.map(\.key) == (rows.map(\.key) + ["i60"]).filter { $0 != "i55" })
    try await stand.apply(JSONChange { $0.removeItem(at: ItemPath(section: 1, item: 55)) })
    try await client.take()
    #expect(client.page.first == 56)
    #expect(client.page.rows[5].key == "i57")
    await stand.close()
  }

  @Test func slowPageGetsOneUpdateForAllThatItMissed() async throws {
    let stand = try Stand()
    try await stand.fill([1_000])
    let client = try stand.connect(count: 50)
    for number in 0..<200 {
      try await stand.apply(
        JSONChange {
          $0.updateItem(at: ItemPath(section: 0, item: 3), ["text": .string("\(number)")])
        })
      try await client.take(acknowledges: false)
    }
    #expect(client.updates.count == 2)
    #expect(client.session.keptRowCount <= 3 * 50)
    try client.shown()
    try await client.take()
    #expect(client.updates.count == 3)
    #expect(client.page.rows[4].content == ["model": ["text": "199"]])
    await stand.close()
  }

  @Test func cacheIsBounded() async throws {
    let stand = try Stand()
    try await stand.fill([20_000])
    let client = try stand.connect(count: 1_000)
    for first in stride(from: 0, to: 20_000, by: 1_000) {
      try client.send(["window": ["first": .number(Double(first)), "count": 1_000]])
      try await client.take()
    }
    let counts = try stand.feed.cachedCounts
    #expect(counts.rows <= ListFeed.cachedRowCountMax && counts.rows > 1_000)
    #expect(counts.bytes <= ListFeed.cachedByteCountMax)
    #expect(client.session.keptRowCount <= 3_000)
    await stand.close()
  }

  @Test func numberOfValuesIsThatOfTheWholeModel() async throws {
    let stand = try Stand()
    try await stand.fill([3])
    let values = JSONValue.array(Array(repeating: 7, count: 20_000))
    try await stand.apply(JSONChange { $0.insertItem(["values": values], at: top) })
    let client = try stand.connect()
    try await client.take()
    let content = client.page.rows[1].content
    #expect((content["model"]?["values"]?.arrayValue?.count ?? 0) < 100)
    #expect(content["counts"] == ["values": 20_000])
    await stand.close()
  }

  @Test func largeModelIsCut() async throws {
    let stand = try Stand()
    try await stand.fill([3])
    let long = String(repeating: "\u{1}é\"", count: 300_000)
    try await stand.apply(
      JSONChange { $0.insertItem(["a": .string(long), "b": "short"], at: top) })
    let client = try stand.connect()
    try await client.take()
    #expect(client.byteCounts[0] < 6_000)
    let content = client.page.rows[1].content
    #expect(content["cut"] == true)
    #expect(content["model"]?["b"] == "short")
    #expect(content["model"]?["a"]?.stringValue?.hasSuffix("…") == true)
    let whole = try await client.ask(1, ["model": "i4"])
    #expect(whole["model"]?["a"]?.stringValue == long)
    await stand.close()
  }

  @Test func largeUpdateComesInParts() async throws {
    let stand = try Stand()
    let text = String(repeating: "x", count: 3_900)
    let count = 900
    try await stand.apply(
      JSONChange { changes in
        changes.insertSection(at: 0)
        changes.insertItems(
          (0..<count).map { ["text": .string("\($0)\(text)")] }, at: top)
      })
    let client = try stand.connect(count: 1_000)
    try await client.take()
    #expect(client.updates.count == 4)
    #expect(client.byteCounts.allSatisfy { $0 <= PageLimits.updateByteCountMax })
    #expect(try client.page.rows == stand.list.snapshot.naiveRows())
    #expect(client.page.receivedCount == count + 2)
    // All rows change: those that have no room yet stay as they are.
    try await stand.apply(
      JSONChange { changes in
        for item in 0..<count {
          changes.updateItem(
            at: ItemPath(section: 0, item: item), ["text": .string("new \(item)\(text)")])
        }
      })
    try await client.take()
    #expect(try client.page.rows == stand.list.snapshot.naiveRows())
    #expect(client.page.receivedCount == 2 * count + 2)
    #expect(client.byteCounts.allSatisfy { $0 <= PageLimits.updateByteCountMax })
    await stand.close()
  }

  @Test func pageThatWasAwayGoesOnAtItsRow() async throws {
    let stand = try Stand()
    try await stand.fill([100])
    let revision = stand.list.snapshot.revision
    try await stand.apply(
      JSONChange {
        $0.removeItem(at: ItemPath(section: 0, item: 49))
        $0.insertItems(["a", "b", "c"], at: top)
      })
    try await stand.restart()
    // Items 50 and 51 stood in the slots 50 and 51.
    let here = try stand.connect(first: 45, count: 10, revision: revision, place: ("i51", 51))
    try await here.take()
    #expect(here.updates[0]["place"] == ["key": "i51", "slot": 53])
    #expect(here.page.first == 47)
    let gone = try stand.connect(first: 45, count: 10, revision: revision, place: ("i50", 50))
    try await gone.take()
    #expect(gone.updates[0]["place"] == ["key": "i51", "slot": 53])
    // Without the journal, the row in the same slot has to do.
    try await stand.apply(JSONChange { $0.updateItem(at: top, "d") })
    let compaction = try stand.list.compact(JournalRetention(revisionCountMax: 0))
    #expect(compaction.oldestRevision > revision)
    let lost = try stand.connect(first: 45, count: 10, revision: revision, place: ("i50", 50))
    try await lost.take()
    #expect(lost.updates[0]["place"] == ["key": "i47", "slot": 50])
    let beyond = try stand.connect(first: 1, count: 10, revision: -1, place: ("h9", 900_000_000))
    try await beyond.take()
    #expect(beyond.updates[0]["place"]?["key"] == "f1")
    #expect(beyond.page.rows.count == 10)
    await stand.close()
  }

  @Test func closedListEndsSessions() async throws {
    let stand = try Stand()
    try await stand.fill([3])
    let client = try stand.connect()
    try await client.take()
    await stand.list.close()
    try await client.takeOne()
    #expect(client.answers.last == ["error": "the list is closed", "code": "failed"])
    try await client.takeOne()
    #expect(client.isOver)
    await stand.close()
  }

  @Test func waitingEndsWithTheSessionOrItsTask() async throws {
    let stand = try Stand()
    let client = try stand.connect()
    try await client.take()
    let session = client.session
    let waiting = Task { await session.nextMessage() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    let closing = Task(executorPreference: DirectExecutor()) { await session.nextMessage() }
    session.close()
    #expect(await closing.value == nil)
    #expect(await session.nextMessage() == nil)
    #expect(try stand.feed.sessionCount == 0)
    await stand.close()
  }

  @Test func aChangedRowSaysWhoHasChangedIt() async throws {
    let stand = try Stand()
    try await stand.fill([3])
    let client = try stand.connect()
    try await client.take()
    func change(_ change: JSONChange, by origin: String?) async throws -> [JSONValue?] {
      try await stand.list.apply(change, ChangeAnnotation(origin: origin))
      try await stand.settle()
      try await client.take()
      let rows = client.updates.last?["rows"]?.arrayValue ?? []
      return rows.filter { $0["key"] != nil }.map { $0["by"] }
    }
    let second = ItemPath(section: 0, item: 1)
    #expect(
      try await change(JSONChange { $0.updateItem(at: second, ["text": "a"]) }, by: "Ann")
        == ["Ann"])
    #expect(
      try await change(JSONChange { $0.insertItem(["text": "new"], at: second) }, by: "Ben")
        == [nil])
    #expect(
      try await change(JSONChange { $0.updateItem(at: second, ["text": "b"]) }, by: nil) == [nil])
    // A page that sees the row for the first time has seen no change.
    let other = try stand.connect()
    try await other.take()
    let rows = other.updates.last?["rows"]?.arrayValue ?? []
    #expect(rows.count == 6 && rows.allSatisfy { $0["by"] == nil })
    await stand.close()
  }
}
