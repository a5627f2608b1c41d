import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Random changes, windows, acknowledgements, breaks and restarts: each update makes the page what the list
/// was at its revision.
@Suite struct RandomSessionTests {
  @Test(arguments: 1..<25 as Range<UInt64>)
  func thePageIsWhatTheListIs(_ seed: UInt64) async throws {
    var walk = try RandomWalk(seed: seed)
    do {
      try await walk.run(stepCount: 120)
    } catch {
      Issue.record("seed \(seed), step \(walk.step): \(error)")
    }
    await walk.stand.close()
  }
}

/// One list, one page, and everything that may happen to them.
private struct RandomWalk {
  let stand: Stand
  var step = 0
  private var updateCount = 0
  private var random: SplitMix64
  private var changesets: RandomChangesets
  private var client: Client
  /// The rows at each revision.
  private var history: [Int: [ModelPage.Row]] = [:]
  /// The row with which the window moves.
  private var anchor: String?
  /// The items that came before the anchor since the last update, as far as it exists all the time.
  private var aboveCount: Int?
  /// Whether the window was asked for, and not sent yet.
  private var isMoving = false

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  init(seed: UInt64) throws {
    random = SplitMix64(seed: ~seed)
    changesets = RandomChangesets(seed: seed)
    stand = try Stand()
    client = try stand.connect(count: 12)
  }

  private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Fault(description: message()) }
  }

  mutating func run(stepCount: Int) async throws {
    history[0] = []
    try await grow()
    while step < stepCount {
      step += 1
      switch random.index(below: 20) {
      case 0..<8: try await change()
      case 8: try await undo()
      case 9..<12: try move()
      case 12, 13: if client.page.number > 0 { try client.shown() }
      case 14..<17: try await takeOne()
      case 17 where random.happens(percent: 40): try await reconnect(restarts: false)
      case 18 where random.happens(percent: 25): try await reconnect(restarts: true)
      case 19 where random.happens(percent: 30):
        _ = try stand.list.compact(JournalRetention(revisionCountMax: random.index(below: 6)))
      default: try await settle()
      }
    }
    try await settle()
    try require(updateCount > 5, "there were no updates")
  }

  // MARK: The list

  private mutating func grow() async throws {
    let count = stand.list.snapshot.sectionCount
    try await apply(
      JSONChange { changes in
        changes.insertSection(at: count, ["name": .string("grown \(step)")])
        changes.insertItems(
          (0..<30).map { ["text": .string("\(step).\($0)")] },
          at: ItemPath(section: count, item: 0))
      })
  }

  private mutating func change() async throws {
    let snapshot = stand.list.snapshot
    if snapshot.itemCount < 25 { return try await grow() }
    let counts = (0..<snapshot.sectionCount).map { snapshot.itemCount(inSection: $0) }
    try await apply(changesets.valid(for: counts).jsonChangeset(models: "\(step):"))
  }

  private mutating func apply(_ change: JSONChange) async throws {
    let before = try stand.list.snapshot.naiveRows()
    let batch = try await stand.apply(change)
    try note([batch], since: before)
  }

  private mutating func undo() async throws {
    let before = try stand.list.snapshot.naiveRows()
    let batches: [JSONList.Batch]
    do {
      batches = try await stand.list.apply(.undo())
    } catch {
      // There is nothing to undo, or it was compacted.
      return
    }
    try await stand.settle()
    try note(batches, since: before)
  }

  /// Notes what some batches have done.
  private mutating func note(_ batches: [JSONList.Batch], since before: [ModelPage.Row]) throws {
    let rows = try stand.list.snapshot.naiveRows()
    history[stand.list.snapshot.revision] = rows
    guard let anchor, let place = rows.firstIndex(where: { $0.key == anchor }),
      before.contains(where: { $0.key == anchor }), try !batches.contains(where: moves(anchor))
    else {
      // The window moves with another row from now on.
      anchor = nil
      aboveCount = nil
      return
    }
    let former = Set(before.map(\.key))
    let inserted = rows[..<place].count { $0.kind == "item" && !former.contains($0.key) }
    aboveCount = aboveCount.map { $0 + inserted }
  }

  /// Returns whether a batch moves a row.
  private func moves(_ key: String) -> (JSONList.Batch) throws -> Bool {
    { batch in
      guard let row = TreeID(key: key), let place = try batch.source.state.place(of: row) else {
        return false
      }
      return batch.changes.isMoved(place)
    }
  }

  // MARK: The page

  /// Asks for another window.
  private mutating func move() throws {
    let page = client.page
    guard page.number > 0 else { return }
    let first = page.first + random.index(below: 30) - 15
    let count = random.index(below: 25)
    var message: JSONObject = [
      "window": ["first": .number(Double(first)), "count": .number(Double(count))],
      "shown": .number(Double(page.number)),
    ]
    anchor = nil
    aboveCount = nil
    if random.happens(percent: 70), let row = page.rows.randomElement(using: &random),
      let slot = page.slot(of: row.key)
    {
      anchor = row.key
      message["anchor"] = ["key": .string(row.key), "slot": .number(Double(slot))]
    }
    isMoving = true
    try client.send(.object(message))
  }

  private mutating func takeOne() async throws {
    guard !client.session.hasNothingToSend else { return }
    let former = client.page
    let hadUpdates = client.updates.count
    try await client.takeOne()
    if client.updates.count > hadUpdates {
      updateCount += 1
      try check(after: former)
    }
  }

  /// The page is what the list was at the revision of the update.
  private mutating func check(after former: ModelPage) throws {
    let page = client.page
    guard let rows = history[page.revision] else {
      throw Fault(description: "there was no revision \(page.revision)")
    }
    try require(page.int("slots") == rows.count, "wrong number of slots")
    let end = page.first + page.rows.count
    try require(page.first >= 0 && end <= rows.count, "the window is outside of the list")
    let expected = Array(rows[page.first..<end])
    try require(page.rows == expected, "other rows than revision \(page.revision) has")
    let items = rows.count { $0.kind == "item" }
    try require(page.int("items") == items, "wrong number of items")
    let before = rows[..<page.first].count { $0.kind == "item" }
    try require(page.int("item") == before, "wrong number of items before the window")
    let sticky = rows[..<min(rows.count, page.first + 1)].last { $0.kind == "header" }
    try require(page.rows.isEmpty || page.sticky == sticky, "another sticky header")
    for key in page.receivedKeys {
      let row = page.rows.first { $0.key == key }
      try require(
        row != former.rows.first { $0.key == key } || former.number == 0, "\(key) was sent again")
    }
    if let aboveCount {
      try require(
        page.int("above") == aboveCount, "\(page.int("above")) above, not \(aboveCount)")
    }
    aboveCount = anchor == nil ? nil : 0
    try checkAnchor(after: former, in: rows)
    isMoving = false
  }

  /// The anchor stays at its index in the window, unless the list is too short for that.
  private func checkAnchor(after former: ModelPage, in rows: [ModelPage.Row]) throws {
    let page = client.page
    guard let anchor, !isMoving, let before = former.rows.firstIndex(where: { $0.key == anchor }),
      let now = page.slot(of: anchor), page.first > 0, page.first + page.rows.count < rows.count
    else { return }
    try require(
      now - page.first == before, "the anchor was at \(before), and is at \(now - page.first)")
  }

  private mutating func settle() async throws {
    for _ in 0..<20 {
      if client.page.number > 0 { try client.shown() }
      if client.session.hasNothingToSend { break }
      try await takeOne()
    }
    try require(client.session.hasNothingToSend, "there is always something to send")
    try require(client.page.revision == stand.list.snapshot.revision, "an earlier revision")
  }

  private mutating func reconnect(restarts: Bool) async throws {
    try await settle()
    let page = client.page
    let place = page.rows.randomElement(using: &random)
    client.session.close()
    let isGone = await client.session.nextMessage() == nil
    try require(isGone, "a closed session goes on")
    // What happens while the page is away.
    for _ in 0..<random.index(below: 4) { try await change() }
    if random.happens(percent: 30) {
      _ = try stand.list.compact(JournalRetention(revisionCountMax: random.index(below: 3)))
    }
    if restarts { try await stand.restart() }
    let count = 1 + random.index(below: 20)
    client = try stand.connect(
      first: page.first, count: count, revision: page.revision,
      place: place.flatMap { row in page.slot(of: row.key).map { (row.key, $0) } })
    anchor = nil
    aboveCount = nil
    try await settle()
    guard let place else { return }
    let rows = try stand.list.snapshot.naiveRows()
    guard !rows.isEmpty, let first = client.updates.first else { return }
    guard let key = first["place"]?["key"]?.stringValue,
      let slot = first["place"]?["slot"]?.intValue
    else { throw Fault(description: "there is no place to go to") }
    try require(rows.indices.contains(slot) && rows[slot].key == key, "the place is another row")
    try require(client.page.slot(of: key) == slot, "the place is outside of the window")
    if rows.contains(where: { $0.key == place.key }) {
      try require(key == place.key, "the row is there, and the page goes to another one")
    }
  }
}
