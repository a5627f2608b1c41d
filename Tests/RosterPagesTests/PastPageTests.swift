import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Pages that show a list as it was.
@Suite struct PastPageTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  /// A list of three revisions: a, b and c come; alice writes B in place of b, and x before a; a goes.
  private func with(
    allowsEdits: Bool = false, _ body: (Stand) async throws -> Void
  ) async throws {
    let stand = try Stand(allowsEdits: allowsEdits)
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0)
        $0.insertItems([["t": "a"], ["t": "b", "n": 1], ["t": "c"]], at: path(0))
      })
    try await stand.list.apply(
      JSONChange {
        $0.updateItem(at: path(1), ["t": "B", "n": 1])
        $0.insertItem(["t": "x"], at: path(0))
      }, ChangeAnnotation(origin: "alice"))
    try await stand.apply(JSONChange { $0.removeItem(at: path(1)) })
    try await body(stand)
    await stand.close()
  }

  /// The items with what became of them: `x inserted`.
  private func items(_ client: Client) -> [String] {
    client.page.rows.filter { $0.kind == "item" }.map { row in
      let text = row.content["model"]?["t"]?.stringValue ?? "?"
      return row.content["mark"]?.stringValue.map { "\(text) \($0)" } ?? text
    }
  }

  // MARK: What is shown

  @Test func aPageGoesBackAndForthInTime() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      #expect(client.greeting["past"] == true)
      #expect(items(client) == ["x", "B", "c"])
      var told = try await client.show(["at": -1])
      #expect(told["query"] == ["at": 2])
      #expect(
        told["past"] == [
          "present": 3, "oldest": 0,
          "summary": #"revision 2 by "alice": 1 item inserted, 1 item updated"#,
          // In the order of the list.
          "changed": ["i4", "i2"],
        ])
      #expect(client.page.revision == 2)
      #expect(items(client) == ["x inserted", "a", "B updated", "c"])
      #expect(client.page.rows[3].content["was"] == ["t": "b", "n": 1])
      told = try await client.show(["at": 1])
      #expect(told["past"]?["summary"] == "revision 1: 3 items inserted, 1 section inserted")
      #expect(items(client) == ["a inserted", "b inserted", "c inserted"])
      #expect(told["past"]?["changed"] == ["i1", "i2", "i3"])
      told = try await client.show(["at": 0])
      #expect(client.page.rows.isEmpty && client.page.revision == 0)
      #expect(told["past"]?["changed"] == nil)
      try await client.show(["at": 2])
      #expect(items(client) == ["x inserted", "a", "B updated", "c"])
      // The last revision is the present.
      told = try await client.show(["at": 3])
      #expect(told == ["query": [:]])
      #expect(items(client) == ["x", "B", "c"])
    }
  }

  @Test func whatWasSaidOfARevisionIsTold() async throws {
    let stand = try Stand()
    try await stand.fill([2])
    let long = String(repeating: "parcel ", count: 1_000)
    let infos: [JSONObject] = [
      ["reason": "paid", "sync": ["key": [1, 2]]], ["reason": .string(long)],
    ]
    for userInfo in infos {
      try await stand.list.apply(
        JSONChange { $0.updateItem(at: path(0), ["t": "x"]) }, ChangeAnnotation(userInfo: userInfo))
    }
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let client = try stand.connect()
    try await client.take()
    var told = try await client.show(["at": 2])
    #expect(told["past"]?["userInfo"] == ["reason": "paid", "sync": ["key": [1, 2]]])
    told = try await client.show(["at": 3])
    let said = try #require(told["past"]?["userInfo"])
    #expect(said["reason"]?.stringValue?.hasPrefix("parcel parcel ") == true)
    #expect(said.canonicalText.utf8.count <= 1_024)
    told = try await client.show(["at": 1])
    #expect(told["past"] != nil && told["past"]?["userInfo"] == nil)
    await stand.close()
  }

  @Test func rowsThatWereMovedSaySo() async throws {
    try await with { stand in
      try await stand.apply(JSONChange { $0.moveItem(from: path(2), to: path(0)) })
      try await stand.apply(JSONChange { $0.removeItem(at: path(1)) })
      let client = try stand.connect(query: ["at": 4])
      try await client.takeUpdate()
      #expect(items(client) == ["c moved", "x", "B"])
    }
  }

  @Test func nameOfAMakerEndsWhereItsQuotationMarkIs() async throws {
    let stand = try Stand()
    try await stand.fill([2])
    try await stand.list.apply(
      JSONChange { $0.removeItem(at: path(0)) }, ChangeAnnotation(origin: #"say "hi""#))
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let client = try stand.connect(query: ["at": 2])
    try await client.takeUpdate()
    #expect(
      client.queries.first?["past"]?["summary"]?.stringValue
        == #"revision 2 by "say \"hi\"": 1 item removed"#)
    await stand.close()
  }

  @Test func whatIsMadeOfTooManyRowsIsNotMarked() async throws {
    let stand = try Stand()
    try await stand.fill([1_001])
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let client = try stand.connect(count: 3, query: ["at": 1])
    try await client.takeUpdate()
    #expect(client.page.rows.map(\.key) == ["h1", "i1", "i2"])
    #expect(client.page.rows.allSatisfy { $0.content["mark"] == nil })
    #expect(client.queries.first?["past"]?["changed"] == nil)
    await stand.close()
  }

  @Test func whatALongRowWasIsNotSaidInPart() async throws {
    let stand = try Stand()
    let long = JSONValue.string(String(repeating: "x", count: 5_000))
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0)
        $0.insertItems([["t": long, "n": 1]], at: path(0))
      })
    try await stand.apply(JSONChange { $0.updateItem(at: path(0), ["t": "a", "n": 1]) })
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let client = try stand.connect(query: ["at": 2])
    try await client.takeUpdate()
    #expect(items(client) == ["a updated"])
    let row = try #require(client.page.rows.first { $0.kind == "item" })
    #expect(row.content["cut"] == nil && row.content["was"] == nil)
    await stand.close()
  }

  @Test func aPageBeginsInThePast() async throws {
    try await with { stand in
      let client = try stand.connect(query: ["at": 1])
      try await client.takeUpdate()
      #expect(client.queries.first?["query"] == ["at": 1])
      #expect(client.updates.count == 1)
      #expect(items(client) == ["a inserted", "b inserted", "c inserted"])
    }
  }

  @Test func questionsAreAboutTheRevisionThatIsShown() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["at": 1])
      let found = try await client.ask(1, ["find": ["text": "b"]])
      #expect(found["found"]?["key"] == "i2")
      let counted = try await client.ask(2, ["count": ["text": "x"]])
      #expect(counted["counted"]?["count"] == 0)
      let model = try await client.ask(3, ["model": "i2"])
      #expect(model["model"] == ["t": "b", "n": 1])
      let copied = try await client.ask(4, ["copy": ["as": "json"]])
      #expect(copied["rows"] == 3)
      #expect(copied["text"]?.stringValue?.contains(#""b""#) == true)
    }
  }

  @Test func everyRevisionIsReachedFromEveryOther() async throws {
    try await with { stand in
      for known in 0...3 {
        let near = try stand.list.snapshot(at: known)
        for revision in 0...3 {
          let snapshot = try stand.list.snapshot(at: revision, near: near)
          #expect(snapshot.revision == revision)
          #expect(try snapshot.naiveRows() == stand.list.snapshot(at: revision).naiveRows())
        }
        #expect(throws: StorageError.self) { try stand.list.snapshot(at: 4, near: near) }
        #expect(throws: StorageError.self) { try stand.list.snapshot(at: -1, near: near) }
      }
    }
  }

  @Test func pagesAtTheSameRevisionShareIt() async throws {
    try await with { stand in
      let (one, two) = (try stand.connect(), try stand.connect())
      for client in [one, two] {
        try await client.take()
        try await client.show(["at": 1])
      }
      #expect(stand.site.pasts.count == 1)
      #expect(one.session.feed === two.session.feed)
    }
  }

  /// A list may be served twice, by different templates.
  @Test func aListThatIsShownInTwoWaysIsSoInThePast() async throws {
    try await with { stand in
      let titles = try RowTemplate("# {t}")
      let other = ModelSource(stand.list, titles)
      let source = try #require(stand.feed.source as? ModelSource)
      let pasts = PastFeeds()
      let feed = try await pasts.feed(at: 1, of: source, near: nil) { _ in true }
      let otherFeed = try await pasts.feed(at: 1, of: other, near: nil) { _ in true }
      #expect(feed !== otherFeed && pasts.count == 2)
      #expect(feed.source.template == source.template)
      #expect(otherFeed.source.template == titles)
      // Pages that show it alike share it.
      let again = try await pasts.feed(at: 1, of: other, near: nil) { _ in true }
      #expect(again === otherFeed)
    }
  }

  @Test func noMoreThanSomeRevisionsAreShownAtOnce() async throws {
    try await with { stand in
      let source = try #require(try stand.feed.source as? ModelSource)
      let pasts = PastFeeds(countMax: 1)
      do {
        let feed = try await pasts.feed(at: 1, of: source, near: nil) { _ in true }
        let again = try await pasts.feed(at: 1, of: source, near: nil) { _ in true }
        #expect(feed === again)
        let error = await #expect(throws: PageError.self) {
          _ = try await pasts.feed(at: 2, of: source, near: nil) { _ in true }
        }
        #expect(error?.code == .busy)
      }
      // The first one is shown no longer.
      _ = try await pasts.feed(at: 2, of: source, near: nil) { _ in true }
    }
  }

  // MARK: Queries

  @Test(arguments: [
    (#"{"at":2,"sort":{"column":"t","descending":true}}"#, ["x inserted", "c", "B updated", "a"]),
    (#"{"at":2,"text":"b"}"#, ["B updated"]),
    (#"{"at":2,"group":"n"}"#, ["x inserted", "a", "c", "B updated"]),
    (
      #"{"at":2,"where":[{"column":"n","noneOf":[1]}],"sort":{"column":"t"}}"#,
      ["a", "c", "x inserted"]
    ),
    (#"{"at":1,"where":[{"column":"n","oneOf":[1]}]}"#, ["b inserted"]),
    (#"{"at":1,"text":"x"}"#, []),
    (#"{"at":0,"sort":{"column":"t"}}"#, []),
  ])
  func rowsOfTheQueryAreThoseOfTheRevision(query: String, expected: [String]) async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      let query = try JSONParser().parse(query)
      let told = try await client.show(query)
      #expect(told["refused"] == nil && told["query"]?["at"] == query["at"])
      #expect(told["past"]?["present"] == 3)
      #expect(items(client) == expected)
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func rowsOfEveryRevisionAreThoseOfANaiveQuery(seed: UInt64) async throws {
    let stand = try Stand()
    stand.site.setQueryStore { try SQLiteStore.inMemory() }
    var generator = SplitMix64(seed: seed)
    func number(below end: Int) -> Int { generator.index(below: end) }
    func model() -> JSONValue {
      ["t": .number(Double(number(below: 1_000))), "n": .number(Double(number(below: 4)))]
    }
    let first = (0..<8).map { _ in model() }
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0)
        $0.insertItems(first, at: path(0))
      })
    for _ in 0..<11 {
      let count = stand.list.snapshot.itemCount
      let (item, what, next) = (number(below: count), number(below: 4), model())
      try await stand.apply(
        JSONChange { changes in
          switch what {
          case 0: changes.insertItem(next, at: path(item))
          case 1 where count > 2: changes.removeItem(at: path(item))
          case 2 where item > 0: changes.moveItem(from: path(item), to: path(0))
          default: changes.updateItem(at: path(item), next)
          }
        })
    }
    let client = try stand.connect(count: 40)
    try await client.take()
    for revision in (1...12).reversed() {
      try await client.show([
        "at": .number(Double(revision)), "where": [["column": "n", "noneOf": [2]]],
        "sort": ["column": "n", "descending": true],
      ])
      let models = try stand.list.snapshot(at: revision).models(inSection: 0)
      let expected = models.filter { $0["n"] != 2 }.enumerated().sorted { one, other in
        let (left, right) = (one.element["n"]?.intValue ?? 0, other.element["n"]?.intValue ?? 0)
        return left == right ? one.offset < other.offset : left > right
      }
      let shown = client.page.rows.filter { $0.kind == "item" }.compactMap { $0.content["model"] }
      #expect(shown == expected.map(\.element), "seed \(seed), revision \(revision)")
    }
    await stand.close()
  }

  @Test func whatAQueriedRowWasIsSaidToo() async throws {
    try await with(allowsEdits: true) { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect(query: ["at": 2, "text": "b"])
      try await client.takeUpdate()
      let row = try #require(client.page.rows.first { $0.kind == "item" })
      #expect(row.content["model"] == ["t": "B", "n": 1])
      #expect(row.content["was"] == ["t": "b", "n": 1])
      // What is asked is about these rows.
      let counted = try await client.ask(1, ["count": ["text": "a"]])
      #expect(counted["counted"]?["count"] == 0)
      let copied = try await client.ask(2, ["copy": ["as": "json"]])
      #expect(copied["rows"] == 1)
      let undone = try await client.ask(3, ["undo": true])
      #expect(undone["refused"]?.stringValue?.hasPrefix("revision 2 stays as it was") == true)
    }
  }

  @Test func aQueryGoesThroughTime() async throws {
    try await with { stand in
      stand.site.setQueryStore(countMax: 2) { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      let names = try stand.list.registeredSubscribers().map(\.name)
      func sorted(_ revision: Int?) -> JSONValue {
        var query: JSONObject = ["sort": ["column": "t", "descending": true]]
        query["at"] = revision.map { .number(Double($0)) }
        return .object(query)
      }
      try await client.show(sorted(nil))
      #expect(items(client) == ["x", "c", "B"])
      var told = try await client.show(sorted(-1))
      #expect(told["query"] == sorted(2))
      #expect(items(client) == ["x inserted", "c", "B updated", "a"])
      told = try await client.show(sorted(1))
      #expect(told["query"] == sorted(1))
      #expect(items(client) == ["c inserted", "b inserted", "a inserted"])
      // What is committed meanwhile changes nothing here.
      try await stand.apply(JSONChange { $0.insertItem(["t": "y"], at: path(0)) })
      #expect(client.session.hasNothingToSend)
      // The last revision is the present, which goes on.
      told = try await client.show(sorted(4))
      #expect(told == ["query": sorted(nil)])
      #expect(items(client) == ["y", "x", "c", "B"])
      #expect(stand.site.queries.count == 1 && stand.site.pasts.count == 0)
      #expect(try stand.list.registeredSubscribers().map(\.name) == names)
    }
  }

  @Test func pagesWithTheSameQueryOfARevisionShareIt() async throws {
    try await with { stand in
      stand.site.setQueryStore(countMax: 1) { try SQLiteStore.inMemory() }
      let (one, two) = (try stand.connect(), try stand.connect())
      for client in [one, two] {
        try await client.take()
        try await client.show(["at": 1, "text": "a"])
      }
      #expect(one.session.feed === two.session.feed)
      #expect(stand.site.queries.count == 1 && stand.site.pasts.count == 1)
      // Another revision, or the present, has other rows.
      for query: JSONValue in [["at": 2, "text": "a"], ["text": "a"]] {
        let other = try stand.connect(query: query)
        try await other.takeUpdate()
        let refused = other.queries.first?["refused"]?.stringValue
        #expect(refused?.hasPrefix("no more than 1 sorted or filtered lists") == true)
      }
      for client in [one, two] { client.session.close() }
      #expect(stand.site.queries.count == 0)
    }
  }

  @Test func theRowInSightStaysWhereItIsAmongSortedRows() async throws {
    let stand = try Stand()
    stand.site.setQueryStore { try SQLiteStore.inMemory() }
    try await stand.fill([200])
    try await stand.apply(
      JSONChange { $0.insertItems((0..<10).map { ["text": .string("0 new \($0)")] }, at: path(0)) })
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let query: JSONObject = ["sort": ["column": "text"]]
    let client = try stand.connect(query: .object(query))
    try await client.takeUpdate()
    let sought = try await client.ask(1, ["seek": ["key": "i50"]])
    let slot = try #require(sought["sought"]?["slot"]?.intValue)
    try client.send([
      "window": ["first": .number(Double(slot - 5)), "count": 10],
      "anchor": ["key": "i50", "slot": .number(Double(slot))],
      "shown": .number(Double(client.page.number)),
    ])
    try await client.takeUpdate()
    let distance = try #require(client.page.slot(of: "i50")) - client.page.first
    try await client.show(.object(query.merging(["at": 2])))
    #expect(client.page.slot(of: "i50") == client.page.first + distance)
    #expect(client.page.slot(of: "i50") == slot + 1, "one of the new rows was removed since")
    // Other rows of the same revision begin at the first one.
    try await client.show(["at": 2, "sort": ["column": "text", "descending": true]])
    #expect(client.page.first == 0)
    await stand.close()
  }

  @Test func foldedSectionsStayFoldedThroughTimeUnlessRowsAreGrouped() async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      for (query, isFolded) in [(["sort": ["column": "t"]], true), (["group": "n"], false)]
        as [(JSONObject, Bool)]
      {
        try await client.show(.object(query))
        try client.send([
          "folded": ["all": true, "sections": []], "shown": .number(Double(client.page.number)),
        ])
        try await client.takeUpdate()
        #expect(items(client) == [])
        try await client.show(.object(query.merging(["at": 2])))
        #expect(items(client).isEmpty == isFolded)
        try await client.show([:])
      }
    }
  }

  @Test func aPageGoesBackToItsQueryOfThePresent() async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      try await client.show(["at": 1, "text": "b"])
      client.session.feed.finish(PageError(.failed, "it is damaged"), isOwn: true)
      try await client.takeUpdate()
      #expect(client.queries.last?["query"] == ["text": "b"])
      let refused = client.queries.last?["refused"]
      #expect(refused == "the present is shown again: it is damaged")
      #expect(items(client) == ["B"])
    }
  }

  @Test func aQueryOfARevisionThatIsGoneIsRefused() async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      let unknown = try await client.ask(query: ["at": 1, "group": "owner"])
      #expect(unknown == ["query": [:], "refused": #"no row has the column "owner""#])
      try stand.list.compact(JournalRetention(revisionCountMax: 1))
      let told = try await client.ask(query: ["at": 1, "text": "b"])
      #expect(told["refused"]?.stringValue?.contains("revision 1 is no longer kept") == true)
      #expect(stand.site.queries.count == 0)
    }
  }

  // MARK: Long ways

  /// A list of 602 revisions whose journal can be held.
  private func withLongHistory(
    _ body: (Stand, GatedStorage) async throws -> Void
  ) async throws {
    let stand = try Stand(isGated: true)
    try await stand.fill([1])
    for number in 0..<600 {
      _ = try stand.list.enqueue(
        JSONChange { $0.insertItem(["text": .string("new \(number)")], at: path(0)) })
    }
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    #expect(stand.list.snapshot.revision == 602)
    try await body(stand, try #require(stand.gated))
    await stand.close()
  }

  @Test func aPageIsToldHowFarALongWayIs() async throws {
    try await withLongHistory { stand, gated in
      let client = try stand.connect()
      try await client.take()
      let first = gated.stop(.journal)
      try client.send(["query": ["at": 310]])
      await first.arrival()
      #expect(client.session.hasNothingToSend, "it is on its way, and has gone nowhere yet")
      let second = gated.stop(.journal)
      first.open()
      await second.arrival()
      try await client.takeOne()
      #expect(client.answers.last == ["travelling": 0.88], "256 of 292 revisions")
      second.open()
      try await client.takeUpdate()
      #expect(client.page.revision == 310)
      #expect(client.queries.last?["query"] == ["at": 310])
    }
  }

  @Test func aFaultOfTheFormerRowsIsNoAnswerToAQuery() async throws {
    try await withLongHistory { stand, gated in
      let client = try stand.connect()
      try await client.take()
      let gate = gated.stop(.journal)
      try client.send(["query": ["at": 310]])
      await gate.arrival()
      try stand.feed.note("they wait")
      #expect(client.session.hasNothingToSend)
      gate.open()
      try await client.takeUpdate()
      #expect(client.queries.compactMap { $0["query"] } == [["at": 310]])
      #expect(client.queries.last?["fault"] == nil)
      client.queries.removeAll()
      let told = try await client.show([:])
      #expect(told == ["query": [:], "fault": "they wait"])
    }
  }

  /// Without a limit, a page that waits behind the way would wait for ever.
  @Test(.timeLimit(.minutes(1)))
  func whatAnotherPageShowsDoesNotWaitForALongWay() async throws {
    try await withLongHistory { stand, gated in
      let (one, two) = (try stand.connect(), try stand.connect())
      for client in [one, two] { try await client.take() }
      try await one.show(["at": 601])
      let gate = gated.stop(.journal)
      try two.send(["query": ["at": 310]])
      await gate.arrival()
      let three = try stand.connect(query: ["at": 601])
      try await three.takeUpdate()
      #expect(three.page.revision == 601 && three.session.feed === one.session.feed)
      gate.open()
      try await two.takeUpdate()
      #expect(two.page.revision == 310)
    }
  }

  @Test(arguments: [false, true])
  func aWayThatNoPageWantsAnyMoreEndsWithItsStep(closes: Bool) async throws {
    try await withLongHistory { stand, gated in
      var client = try stand.connect()
      try await client.take()
      let gate = gated.stop(.journal)
      try client.send(["query": ["at": 310]])
      await gate.arrival()
      let count = gated.journalLimits.count
      #expect(gated.journalLimits.last == 256)
      if closes {
        client.session.close()
        client = try stand.connect()
      }
      try client.send(["query": ["at": 600]])
      gate.open()
      while !client.isOver, client.page.revision != 600 { try await client.takeOne() }
      #expect(client.page.revision == 600)
      // The way to 310 had 36 revisions left.
      #expect(!gated.journalLimits.dropFirst(count).contains(36))
    }
  }

  @Test func aColumnIsLookedForUntilNoPageWaitsForIt() async throws {
    let stand = try Stand()
    try await stand.fill([1_100])
    let snapshot = stand.list.snapshot
    var count = 0
    let missing = try snapshot.column(missingOf: ["text", "owner"]) {
      count += 1
      return true
    }
    #expect(missing == "owner" && count == 3)
    let error = #expect(throws: PageError.self) {
      try snapshot.column(missingOf: ["owner"]) {
        count += 1
        return count == 4
      }
    }
    #expect(error?.code == .failed && count == 5)
    await stand.close()
  }

  // MARK: The reader's place

  @Test func theRowInSightStaysWhereItIs() async throws {
    let stand = try Stand()
    try await stand.fill([200])
    try await stand.apply(
      JSONChange { $0.insertItems((0..<10).map { ["text": .string("new \($0)")] }, at: path(0)) })
    try await stand.apply(JSONChange { $0.removeItem(at: path(0)) })
    let client = try stand.connect(first: 104, count: 10, place: ("i100", 109))
    try await client.take()
    #expect(client.page.first == 104 && client.page.slot(of: "i100") == 109)
    try await client.show(["at": 2])
    #expect(client.page.first == 105 && client.page.slot(of: "i100") == 110)
    #expect(client.page.receivedKeys == [], "they are the same rows")
    #expect(client.page.int("above") == 0)
    try await client.show([:])
    #expect(client.page.first == 104 && client.page.slot(of: "i100") == 109)
    await stand.close()
  }

  @Test func theNearestRowStaysIfTheOneInSightWasNotThere() async throws {
    let stand = try Stand()
    try await stand.fill([20])
    try await stand.apply(JSONChange { $0.insertItem(["text": "new"], at: path(10)) })
    let client = try stand.connect(first: 8, count: 6, place: ("i21", 11))
    try await client.take()
    #expect(client.page.rows.map(\.key) == ["i8", "i9", "i10", "i21", "i11", "i12"])
    try await client.show(["at": 1])
    #expect(client.page.rows.map(\.key) == ["i8", "i9", "i10", "i11", "i12", "i13"])
    await stand.close()
  }

  @Test func whatIsCommittedMeanwhileIsSeenAtPresent() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["at": 1])
      try await stand.apply(JSONChange { $0.insertItem(["t": "y"], at: path(0)) })
      #expect(client.session.hasNothingToSend)
      try await client.show([:])
      #expect(items(client) == ["y", "x", "B", "c"])
    }
  }

  // MARK: Refusals

  @Test func whatCannotBeShownIsRefused() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      let refusals: [(query: JSONValue, reason: String)] = [
        (["at": 9], "there is no revision 9"),
        (["at": -9], "there is no revision before the first"),
        (["at": .number(Double(Int32.max))], "there is no revision"),
        (["at": 1, "group": "t"], "can be neither sorted nor filtered"),
        (["at": 1, "sort": ["column": "t"]], "can be neither sorted nor filtered"),
      ]
      for (query, reason) in refusals {
        let told = try await client.ask(query: query)
        #expect(told["query"] == [:] && told["past"] == nil)
        #expect(told["refused"]?.stringValue?.contains(reason) == true, "\(told)")
      }
      try stand.list.compact(JournalRetention(revisionCountMax: 1))
      let told = try await client.ask(query: ["at": 1])
      #expect(told["refused"]?.stringValue?.contains("revision 1 is no longer kept") == true)
      // The oldest one that is left says nothing of what it has changed.
      try await client.show(["at": 2])
      #expect(items(client) == ["x", "a", "B", "c"])
    }
  }

  @Test(arguments: ["\"1\"", "1.5", "null", "[1]", "1e300"])
  func whatIsNoRevisionEndsTheSession(revision: String) {
    let message = #"{"query":{"at":\#(revision)}}"#
    let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
    #expect(error?.code == .malformed)
  }

  @Test func thePastIsNotChanged() async throws {
    try await with(allowsEdits: true) { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["at": 2])
      let questions: [JSONObject] = [["undo": true], ["redo": true], ["foresee": "undo"]]
      for (id, question) in questions.enumerated() {
        let answer = try await client.ask(id, question)
        #expect(
          answer["refused"]?.stringValue?.hasPrefix("revision 2 stays as it was") == true)
      }
      #expect(stand.list.snapshot.revision == 3)
    }
  }

  // MARK: Lists that cannot be followed

  @Test(arguments: [#"{"at":1}"#, #"{"text":"x"}"#])
  func aPageGoesBackToAllRowsIfItsOwnCannotBeFollowed(query: String) async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      try await client.show(try JSONParser().parse(query))
      client.session.feed.finish(PageError(.failed, "it is damaged"), isOwn: true)
      try await client.takeUpdate()
      #expect(client.queries.last?["query"] == [:])
      let refused = client.queries.last?["refused"]?.stringValue
      #expect(refused?.hasSuffix("shown again: it is damaged") == true)
      #expect(items(client) == ["x", "B", "c"])
    }
  }

  @Test func aPageThatWantsWhatIsRefusedGoesBackToAllRowsAllTheSame() async throws {
    try await with { stand in
      let client = try stand.connect()
      try await client.take()
      try await client.show(["at": 1])
      let feed = client.session.feed
      try client.send(["query": ["at": 9]])
      feed.finish(PageError(.failed, "it is damaged"), isOwn: true)
      while !client.isOver, client.queries.last?["query"] != [:] { try await client.takeOne() }
      let refused = client.queries.last?["refused"]?.stringValue
      #expect(refused == "the present is shown again: it is damaged")
      try await client.takeUpdate()
      #expect(items(client) == ["x", "B", "c"])
    }
  }

  @Test func aPageLeavesWhenWhatItWantsIsRefused() async throws {
    try await with { stand in
      let feed = try stand.feed
      var contents = SessionContents(feed, feed.present)
      contents.wish = SessionContents.Wish(number: 7, query: RowQuery(revision: 9))
      let leaves = contents.leave(feed, because: "it is damaged")
      #expect(leaves)
      #expect(contents.wish?.number == 7, "what the page wants comes first")
      contents.stay(7, refusal: PageError(.refused, "there is no revision 9"))
      let wish = try #require(contents.wish)
      #expect(wish.query.isWhole && wish.reason == "it is damaged")
      // There is nothing else to go to.
      contents.stay(wish.number, refusal: PageError(.failed, "the list is closed"))
      #expect(contents.wish == nil)
    }
  }

  @Test func aPageIsToldThatItsRowsDoNotFollow() async throws {
    try await with { stand in
      stand.site.setQueryStore { try SQLiteStore.inMemory() }
      let client = try stand.connect()
      try await client.take()
      let query: JSONValue = ["sort": ["column": "t", "descending": true]]
      try await client.show(query)
      let feed = client.session.feed
      feed.note("they wait")
      try await client.takeOne()
      #expect(client.queries.popLast() == ["query": query, "fault": "they wait"])
      // Another page that comes to see them is told, too.
      let other = try stand.connect(query: query)
      try await other.takeUpdate()
      #expect(other.queries.last?["fault"] == "they wait")
      feed.note(nil)
      try await client.takeOne()
      #expect(client.queries.popLast() == ["query": query])
      // The rows are still there.
      #expect(items(client) == ["x", "c", "B"])
    }
  }
}

/// What a page is told before an undo or a redo.
@Suite struct ForeseenStepTests {
  @Test func whatOthersHaveDoneIsNamedBeforeItIsTakenBack() async throws {
    let stand = try Stand(allowsEdits: true)
    try await stand.fill([1])
    try await stand.list.apply(
      JSONChange { $0.insertItem(["text": "y"], at: ItemPath(section: 0, item: 0)) },
      ChangeAnnotation(origin: "alice"))
    let client = try stand.connect()
    try await client.take()
    let foreseen = try await client.ask(1, ["foresee": "undo"])
    #expect(
      foreseen == [
        "id": 1, "foreseen": #"undo revision 2 by "alice": 1 item inserted"#, "own": false,
        "revisions": [2],
      ])
    let other = try await client.ask(2, ["undo": [1]])
    #expect(other["refused"]?.stringValue?.hasPrefix("the list has changed meanwhile") == true)
    #expect(stand.list.snapshot.itemCount == 2)
    let undone = try await client.ask(3, ["undo": [2]])
    #expect(undone["summary"] == #"undid revision 2 by "alice": 1 item inserted"#)
    #expect(stand.list.snapshot.itemCount == 1)
    // That was the page itself.
    let redo = try await client.ask(4, ["foresee": "redo"])
    #expect(redo["own"] == true && redo["revisions"] == [3])
    #expect(redo["foreseen"] == #"redo what revision 3 by "page" has undone"#)
    // Nothing says that another one has made this.
    let first = try await client.ask(5, ["foresee": "undo"])
    #expect(first["own"] == true && first["revisions"] == [1])
    await stand.close()
  }

  /// Others may commit between the look at what is next and the step.
  @Test func whatWasNotForeseenStays() async throws {
    let stand = try Stand(allowsEdits: true)
    try await stand.fill([1])
    try await stand.apply(
      JSONChange { $0.insertItem(["text": "y"], at: ItemPath(section: 0, item: 0)) })
    let source = try stand.feed.source
    await #expect(throws: DataSourceError.self) {
      _ = try await source.step(.undo, takingBack: [1])
    }
    #expect(stand.list.snapshot.revision == 2)
    _ = try await source.step(.undo, takingBack: [2])
    #expect(stand.list.snapshot.itemCount == 1)
    await stand.close()
  }

  @Test func nothingIsForeseenOfNothing() async throws {
    let stand = try Stand(allowsEdits: true)
    let client = try stand.connect()
    try await client.take()
    for direction in ["undo", "redo"] {
      let foreseen = try await client.ask(1, ["foresee": .string(direction)])
      #expect(foreseen["refused"] == .string("there is nothing to \(direction)"))
      let stepped = try await client.ask(2, [direction: [1]])
      #expect(stepped["refused"] == .string("there is nothing to \(direction)"))
    }
    await stand.close()
  }

  @Test func readersAreToldNothing() async throws {
    let stand = try Stand()
    try await stand.fill([1])
    let client = try stand.connect()
    try await client.take()
    let foreseen = try await client.ask(1, ["foresee": "undo"])
    #expect(foreseen["refused"] == "this page may only read the list")
    await stand.close()
  }

  @Test(arguments: [
    #"{"id":1,"undo":["x"]}"#, #"{"id":1,"undo":[1.5]}"#, #"{"id":1,"redo":{}}"#,
    #"{"id":1,"foresee":"back"}"#, #"{"id":1,"foresee":true}"#,
  ])
  func whatIsNoStepEndsTheSession(message: String) {
    let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
    #expect(error?.code == .malformed)
  }

  @Test func revisionsOfAStepHaveABound() {
    let revisions = Array(repeating: "1", count: 1_001).joined(separator: ",")
    let message = #"{"id":1,"undo":[\#(revisions)]}"#
    let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
    #expect(error?.code == .tooLarge)
  }
}
