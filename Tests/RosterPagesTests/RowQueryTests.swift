import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// Pages that ask for rows sorted, filtered and grouped.
@Suite struct RowQueryTests {
  /// Tea, bread and milk in one section, oats and rice in another one; items 1 to 5.
  private static let tasks: [[JSONValue]] = [
    [
      ["text": "Tea", "state": "open", "due": 3], ["text": "bread", "state": "done", "due": 1],
      ["text": "Milk", "state": "open"],
    ],
    [
      ["text": "Oats", "state": "open", "due": 2], ["text": "rice", "state": "done", "due": 2],
    ],
  ]

  private func with(
    _ tasks: [[JSONValue]] = tasks, countMax: Int = 8, allowsEdits: Bool = false,
    _ body: (Stand) async throws -> Void
  ) async throws {
    let stand = try Stand(allowsEdits: allowsEdits)
    stand.site.setQueryStore(countMax: countMax) { try SQLiteStore.inMemory() }
    try await stand.apply(
      JSONChange { changes in
        for (section, tasks) in tasks.enumerated() {
          changes.insertSection(at: section, ["name": .string("section \(section)")])
          changes.insertItems(tasks, at: ItemPath(section: section, item: 0))
        }
      })
    try await body(stand)
    await stand.close()
  }

  private func keys(_ client: Client) -> [String] { client.page.rows.map(\.key) }

  private func headings(_ client: Client) -> [JSONValue?] {
    client.page.rows.filter { $0.kind == "header" }.map { $0.content["model"] }
  }

  /// The numbers of the items, by section.
  private func items(_ client: Client) -> [[Int]] {
    var sections: [[Int]] = []
    for row in client.page.rows {
      switch row.kind {
      case "header": sections.append([])
      case "item": sections[sections.count - 1].append(Int(row.key.dropFirst()) ?? 0)
      default: break
      }
    }
    return sections
  }

  // MARK: What is shown

  @Test(arguments: [
    (#"{"sort":{"column":"due"}}"#, [[2, 1, 3], [4, 5]]),
    (#"{"sort":{"column":"due","descending":true}}"#, [[1, 2, 3], [4, 5]]),
    (#"{"sort":{"column":"text"}}"#, [[2, 3, 1], [4, 5]]),
    (#"{"where":[{"column":"state","oneOf":["open"]}]}"#, [[1, 3], [4]]),
    (#"{"where":[{"column":"state","noneOf":["open"]}]}"#, [[2], [5]]),
    (#"{"where":[{"column":"due","oneOf":[1,2]}]}"#, [[2], [4, 5]]),
    (#"{"where":[{"column":"due","oneOf":[null]}]}"#, [[3]]),
    (
      #"{"where":[{"column":"due","noneOf":[2]},{"column":"state","oneOf":["open"]}]}"#,
      [[1, 3]]
    ),
    (#"{"text":"MILK"}"#, [[3]]),
    (#"{"text":"nothing"}"#, []),
    (#"{"group":"state"}"#, [[2, 5], [1, 3, 4]]),
    (#"{"group":"due"}"#, [[3], [2], [4, 5], [1]]),
    (
      #"{"group":"state","sort":{"column":"text","descending":true},"text":"e"}"#,
      [[5, 2], [1, 4, 3]]
    ),
  ])
  func rowsAreThoseOfTheQuery(query: String, expected: [[Int]]) async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      let query = try JSONParser().parse(query)
      #expect(try await client.show(query)["refused"] == nil)
      #expect(items(client) == expected)
      #expect(client.updates.last?["fields"] == nil, "the columns are those of the list")
    }
  }

  @Test func sectionsOfTheListStayUnlessRowsAreGrouped() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["where": [["column": "state", "oneOf": ["open"]]]])
      #expect(keys(client) == ["h1", "i1", "i3", "f1", "h2", "i4", "f2"])
      #expect(headings(client) == [["name": "section 0"], ["name": "section 1"]])
      try await client.show(["group": "due"])
      #expect(headings(client) == [.null, 1, 2, 3])
      try await client.show([:])
      #expect(keys(client) == ["h1", "i1", "i2", "i3", "f1", "h2", "i4", "i5", "f2"])
    }
  }

  @Test func rowsThatAPageHasAreNotSentAgain() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["sort": ["column": "text"]])
      #expect(client.page.receivedKeys == [])
      #expect(items(client) == [[2, 3, 1], [4, 5]])
    }
  }

  @Test func aPageWithAQueryFollowsTheList() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["where": [["column": "state", "oneOf": ["open"]]]])
      try await stand.list.apply(
        JSONChange { changes in
          changes.updateItem(
            at: ItemPath(section: 0, item: 1), ["text": "bread", "state": "open", "due": 1])
          changes.removeItem(at: ItemPath(section: 0, item: 0))
        })
      try client.shown()
      try await client.takeOne()
      #expect(items(client) == [[2, 3], [4]])
      #expect(client.page.rows[1].content["model"]?["state"] == "open")
    }
  }

  @Test func questionsAreAboutTheRowsThatAreShown() async throws {
    try await with(allowsEdits: true) { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["group": "state", "where": [["column": "due", "noneOf": [.null]]]])
      #expect(items(client) == [[2, 5], [1, 4]])
      let counted = try await client.ask(1, ["count": ["text": "open", "of": "i4"]])
      #expect(counted["counted"] == ["count": 2, "ordinal": 2])
      let found = try await client.ask(2, ["find": ["text": "milk"]])
      #expect(found["found"] == .null)
      let copied = try await client.ask(3, ["copy": ["as": "tsv"]])
      #expect(copied["rows"] == 4)
      let model = try await client.ask(4, ["model": "i5"])
      #expect(model["model"]?["text"] == "rice")
      let undone = try await client.ask(5, ["undo": true])
      #expect(undone["done"] == true)
      #expect(stand.list.snapshot.itemCount == 0)
    }
  }

  @Test func slotsOfTheFormerRowsLeadNowhere() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      let former = client.page.number
      try await client.show(["where": [["column": "state", "oneOf": ["open"]]]])
      let number = client.page.number
      try client.send(
        ["window": ["first": 5, "count": 2], "shown": .number(Double(former))])
      try client.send(["folded": ["sections": ["h1"]], "shown": .number(Double(former))])
      _ = try await client.ask(1, ["seek": ["slot": 0]])
      #expect(client.page.number == number)
      try client.send(["window": ["first": 4, "count": 2], "shown": .number(Double(number))])
      try await client.takeOne()
      #expect(keys(client) == ["h2", "i4"])
    }
  }

  // MARK: Beginning

  @Test func aPageBeginsWithItsQuery() async throws {
    try await with { stand in
      let client = try stand.connect(query: ["where": [["column": "state", "oneOf": ["done"]]]])
      try await client.takeUpdate()
      #expect(client.greeting["queries"] == true)
      #expect(client.queries == [["query": ["where": [["column": "state", "oneOf": ["done"]]]]]])
      #expect(client.updates.count == 1)
      #expect(items(client) == [[2], [5]])
      // A page that comes back goes on at its row.
      let again = try stand.connect(
        first: 3, count: 3, place: ("i5", 4),
        query: ["where": [["column": "state", "oneOf": ["done"]]]])
      try await again.takeUpdate()
      #expect(keys(again) == ["h2", "i5", "f2"])
      #expect(again.page.update["place"] == ["key": "i5", "slot": 4])
    }
  }

  @Test func aPageBeginsWithAllRowsIfItsQueryIsRefused() async throws {
    try await with { stand in
      let client = try stand.connect(query: ["group": "owner"])
      try await client.takeUpdate()
      #expect(
        client.queries == [["query": [:], "refused": #"no row has the column "owner""#]])
      #expect(items(client) == [[1, 2, 3], [4, 5]])
    }
  }

  @Test func withoutAStoreQueriesAreRefused() async throws {
    let stand = try Stand()
    try await stand.fill([2])
    let client = try stand.connect()
    try await client.take()
    #expect(client.greeting["queries"] == nil)
    try client.send(["query": ["group": "text"]])
    try await client.takeOne()
    #expect(
      client.queries == [
        ["query": [:], "refused": "this list can be neither sorted nor filtered"]
      ])
    await stand.close()
  }

  // MARK: Refusals

  @Test func aColumnThatNoRowHasIsRefused() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      for query: JSONValue in [
        ["sort": ["column": "owner"]], ["group": "owner"],
        ["where": [["column": "owner", "noneOf": [1]]]],
      ] {
        let told = try await client.ask(query: query)
        #expect(told == ["query": [:], "refused": #"no row has the column "owner""#])
      }
      // What is shown stays.
      try await client.show(["sort": ["column": "due"]])
      let told = try await client.ask(query: ["group": "owner"])
      #expect(told["query"] == ["sort": ["column": "due", "descending": false]])
      #expect(items(client) == [[2, 1, 3], [4, 5]])
      #expect(stand.site.queries.count == 1)
    }
    try await with([[]]) { stand in
      let client = try stand.connect()
      try await client.take()
      #expect(try await client.show(["group": "owner"])["refused"] == nil)
    }
  }

  @Test func aColumnOfFewRowsIsFound() async throws {
    var tasks = [[JSONValue]](repeating: [], count: 1)
    tasks[0] = (0..<1_000).map { ["text": .string("\($0)")] }
    tasks[0][700] = ["text": "700", "rare": true]
    try await with(tasks) { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["where": [["column": "rare", "oneOf": [true]]]])
      #expect(items(client) == [[701]])
    }
  }

  @Test func pagesWithTheSameQueryShareOneList() async throws {
    try await with(countMax: 1) { stand in
      let open: JSONValue = ["where": [["column": "state", "oneOf": ["open"]]]]
      let (one, two) = (try stand.connect(), try stand.connect())
      try await one.take()
      try await two.take()
      try await one.show(open)
      try await two.show(open)
      #expect(stand.site.queries.count == 1)
      let three = try stand.connect()
      try await three.take()
      let refused = try await three.ask(query: ["group": "state"])
      #expect(
        refused == [
          "query": [:],
          "refused":
            "no more than 1 sorted or filtered lists are kept at once; try again when pages show fewer",
        ])
      // It goes with the last page that shows it.
      try await one.show([:])
      #expect(stand.site.queries.count == 1)
      two.session.close()
      #expect(stand.site.queries.count == 0)
      #expect(try await three.show(["group": "state"])["refused"] == nil)
      #expect(items(three) == [[2, 5], [1, 3, 4]])
    }
  }

  @Test func theLastQueryCounts() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try client.send(["query": ["group": "state"]])
      try client.send(["query": ["group": "due"]])
      try client.send(["query": ["text": "milk"]])
      // One of the others may have been shown in between.
      while !client.isOver, client.queries.last != ["query": ["text": "milk"]] {
        try await client.takeOne()
        try client.shown()
      }
      try await client.takeUpdate()
      #expect(items(client) == [[3]])
    }
  }

  @Test func listsThatAPageWantsNoMoreAreNotMade() async throws {
    let (made, gate) = (Recorder<Int>(), Gate())
    let stand = try Stand()
    stand.site.setQueryStore(countMax: 1) {
      made.record(1)
      if made.values.count == 1 { gate.pass() }
      return try SQLiteStore.inMemory()
    }
    try await stand.fill([2, 3])
    let client = try stand.connect()
    try await client.take()
    try client.send(["query": ["text": "0.1"]])
    await gate.arrival()
    // The first list is being made, and the page waits for it no more. So there is room for another one each time.
    for text: JSONValue in ["0", "1", "1.2"] { try client.send(["query": ["text": text]]) }
    gate.open()
    try await client.takeUpdate()
    #expect(client.queries == [["query": ["text": "1.2"]]])
    #expect(items(client) == [[5]])
    #expect(made.values.count == 2)
    #expect(stand.site.queries.count == 1)
    await stand.close()
  }

  @Test func aPageWithAQueryEndsWithTheList() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["group": "state"])
      await stand.list.close()
      while !client.isOver { try await client.takeOne() }
      #expect(client.answers.last == ["error": "the list is closed", "code": "failed"])
      #expect(stand.site.queries.count == 0)
    }
  }

  @Test(arguments: [
    #"{"query":5}"#, #"{"query":{"order":"due"}}"#, #"{"query":{"sort":"due"}}"#,
    #"{"query":{"sort":{"column":1}}}"#, #"{"query":{"sort":{"column":"a","descending":"no"}}}"#,
    #"{"query":{"where":[{"column":"a"}]}}"#, #"{"query":{"where":[{"oneOf":[1]}]}}"#,
    #"{"query":{"where":[{"column":"a","oneOf":[1],"noneOf":[2]}]}}"#,
    #"{"query":{"where":[{"column":"a","oneOf":1}]}}"#, #"{"query":{"text":""}}"#,
    #"{"query":{"group":["a"]}}"#, #"{"hello":[1],"count":5,"query":[]}"#,
    #"{"query":{"group":"#
      + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}}",
  ])
  func whatIsNoQueryEndsTheSession(message: String) throws {
    let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
    #expect(error?.code == .malformed)
  }

  @Test func queriesHaveABound() throws {
    let long = String(repeating: "x", count: 9_000)
    for query in [
      #"{"group":"\#(long)"}"#, #"{"where":[{"column":"a","oneOf":["\#(long)"]}]}"#,
      #"{"text":"\#(long.prefix(1_025))"}"#,
    ] {
      let message = #"{"query":\#(query)}"#
      let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
      #expect(error?.code == .tooLarge)
    }
  }
}

extension Client {
  /// Asks for other rows, and waits until the page is told what is shown.
  func ask(query: JSONValue) async throws -> JSONValue {
    try send(["query": query])
    while !isOver {
      if !queries.isEmpty { return queries.removeFirst() }
      try await takeOne()
      if page.number > 0 { try shown() }
    }
    return .null
  }

  /// Asks for other rows, and waits until they are here.
  @discardableResult
  func show(_ query: JSONValue) async throws -> JSONValue {
    let told = try await ask(query: query)
    try await takeUpdate()
    return told
  }

  /// Waits for an update, and acknowledges it.
  func takeUpdate() async throws {
    let number = page.number
    while !isOver, page.number == number { try await takeOne() }
    try shown()
  }
}
