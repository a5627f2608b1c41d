import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore
import Testing

@testable import RosterInspecting

/// Questions that cannot be answered get an answer that says why, and nothing else happens.
struct QuestionTests {
  @Test(arguments: [
    ("revisions", ["limit": "501"], 400), ("revisions", ["limit": "-1"], 400),
    ("revisions", ["limit": "+1"], 400), ("revisions", ["limit": ""], 400),
    ("revisions", ["limit": "1e3"], 400), ("revisions", ["limit": "٣"], 400),
    ("revisions", ["limit": "99999999999999999999"], 400),
    ("revisions", ["before": "9223372036854775807"], 400),
    ("revisions", ["buckets": "0"], 400), ("revisions", ["buckets": "1001"], 400),
    ("revisions", ["limit": "1", "buckets": "1"], 400), ("revisions", ["other": "1"], 400),
    ("revision", [:], 404), ("revision/x", [:], 400), ("revision/-1", [:], 400),
    ("revision/1/2", [:], 404), ("revision/1", ["a": "b"], 400), ("revision/9", [:], 404),
    ("list", ["at": "9"], 404), ("list", ["count": "501"], 400), ("list", ["key": "q1"], 400),
    ("row", [:], 400), ("row", ["key": "i"], 400), ("row", ["key": "i0"], 400),
    ("row", ["key": "i01"], 400), ("row", ["key": "i-1"], 400), ("row", ["key": "i9"], 404),
    ("row", ["key": "i9223372036854775807"], 400), ("row", ["key": "i1' OR 1=1"], 400),
    ("row", ["key": "h77"], 404), ("row", ["key": "i1", "at": "9"], 404),
    ("row", ["key": "i1", "before": "1"], 400), ("history", [:], 400),
    ("history", ["key": "i9"], 404), ("history", ["key": "i1", "limit": "0"], 400),
    ("history", ["key": "i1", "limit": "101"], 400), ("history", ["key": "i1", "at": "1"], 400),
    ("find", [:], 400), ("find", ["text": ""], 400), ("find", ["text": "a", "at": "9"], 404),
    ("find", ["text": "a", "key": "i1"], 400),
    ("find", ["text": String(repeating: "a", count: 1_001)], 400), ("compare", [:], 400),
    ("search", ["text": ""], 400), ("search", ["origin": ""], 400), ("search", ["key": "x"], 400),
    ("search", ["kinds": ""], 400), ("search", ["kinds": "undo,deleted"], 400),
    ("search", ["since": "-1"], 400), ("search", ["limit": "0"], 400),
    ("search", ["limit": "101"], 400), ("search", ["first": "1"], 400),
    ("search", ["text": String(repeating: "a", count: 1_001)], 400),
    ("largest", [:], 400), ("largest", ["of": "tables"], 400),
    ("largest", ["of": "rows", "before": "1"], 400),
    ("largest", ["of": "rows", "first": "0"], 400),
    ("largest", ["of": "revisions", "first": "1"], 400), ("subscribers", ["a": "1"], 400),
    ("compare", ["from": "1"], 400), ("restore", [:], 400),
    ("compare", ["from": "0", "to": "9"], 404), ("compare", ["from": "-1", "to": "1"], 400),
    ("compare", ["from": "0", "to": "1", "limit": "201"], 400),
    ("restore", ["to": "9"], 404), ("restore", ["to": "1", "key": "x"], 400),
    ("restore", ["to": "1", "key": "i9"], 404), ("tables", ["bytes": "2"], 400),
    ("pending", ["x": ""], 400), ("check", ["tail": "x"], 400),
    ("", [:], 404), ("nothing", [:], 404), ("tables/item", [:], 404),
  ])
  func refused(question: String, query: [String: String], status: Int) async throws {
    let inspected = try InspectedList()
    try inspected.apply {
      $0.insertSection(at: 0)
      $0.insertItem("a", at: ItemPath(section: 0, item: 0))
    }
    let (found, json) = try await inspected.inspector.respond(question, query)
    #expect(found == status)
    #expect((json["error"]?.stringValue?.isEmpty ?? true) == false)
  }

  @Test func longTextsAreNotSentBack() async throws {
    let inspected = try InspectedList()
    let long = String(repeating: "é<", count: 100_000)
    for (question, query) in [
      (long, [:]), ("row", ["key": long]), ("revisions", [long: ""]), ("list", ["at": long]),
      ("search", ["kinds": long]), ("search", ["key": long]),
    ] {
      let (status, json) = try await inspected.inspector.respond(question, query)
      #expect(status == 400 || status == 404)
      #expect(json.canonicalText.utf8.count < 1_000)
    }
  }

  @Test func onlyWhatDoesSomethingIsPosted() async throws {
    let inspected = try InspectedList()
    #expect(try await inspected.inspector.respond("revisions", [:], .post).status == 405)
    #expect(try await inspected.inspector.respond("check", [:], .post).status == 200)
  }

  @Test(.timeLimit(.minutes(10)))
  func asManyQuestionsWaitAsTheBoundSays() async throws {
    let inspected = try InspectedList()
    try inspected.applyRandom(50, seed: 2)
    let inspector = inspected.inspector
    let refusedCount = 8
    // Nothing is answered until all are there.
    inspector.queue.suspend()
    let (early, late) = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<ListInspector.waitingCountMax + refusedCount {
        group.addTask { try await inspector.respond("revision/\(number + 1)").status }
      }
      var early: [Int] = []
      while early.count < refusedCount, let status = try await group.next() { early.append(status) }
      inspector.queue.resume()
      return (early, try await group.reduce(into: []) { $0.append($1) })
    }
    #expect(early == Array(repeating: 503, count: refusedCount))
    #expect(late == Array(repeating: 200, count: ListInspector.waitingCountMax))
    #expect(try await inspector.respond("revision/1").status == 200)
  }

  // MARK: The inspectors of a file

  @Test func eachListOfAFileHasItsPage() async throws {
    let inspected = try InspectedList()
    try inspected.apply { $0.insertSection(at: 0) }
    let store = try SQLiteStore(
      path: inspected.path, configuration: SQLiteConfiguration(isReadOnly: true))
    let inspectors = StoreInspectors(store)
    func status(_ path: [String]) async -> Int {
      await inspectors.respond(to: SiteRequest(path: path)).status
    }
    let index = await inspectors.respond(to: SiteRequest(path: ["inspect"]))
    #expect(index.status == 303)
    #expect(index.headers == [SiteResponse.Header("Location", "/inspect/main")])
    let page = await inspectors.respond(to: SiteRequest(path: ["inspect", "main"]))
    #expect(page.status == 200 && page.contentType == "text/html; charset=utf-8")
    #expect(await status(["inspect", "main", "api", "revisions"]) == 200)
    #expect(await status(["inspect", "main", "revisions"]) == 404)
    #expect(await status(["inspect", "main", "api"]) == 404)
    #expect(await status(["inspect", "other"]) == 404)
    #expect(await status(["inspect", "ma\u{0}in", "api", "revisions"]) == 404)
    _ = try #require(try SQLiteStore(path: inspected.path).list(named: "ä b"))
    #expect(await status(["inspect", "ä b", "api", "revisions"]) == 200)
    #expect(
      await inspectors.respond(to: SiteRequest(path: ["inspect"])).headers
        == [SiteResponse.Header("Location", "/")])
  }

  @Test func aFileThatIsGoneIsSaid() async throws {
    let inspected = try InspectedList()
    try inspected.apply { $0.insertSection(at: 0) }
    #expect(try await inspected.inspector.respond("list").status == 200)
    try FileManager.default.removeItem(atPath: inspected.path)
    for question in ["revisions", "revision/1", "list", "tables"] {
      let (status, json) = try await inspected.inspector.respond(question)
      #expect(status == 500 && json["error"]?.stringValue?.isEmpty == false)
    }
  }
}
