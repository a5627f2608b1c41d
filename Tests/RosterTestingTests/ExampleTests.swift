import Roster
import RosterTesting
import Testing

// README.md and TestYourCode.md show what is between the marks; a test compares them.
@Suite("Example: test your own code") struct ExampleTests {
  struct Message: Codable, Equatable { var id: String, text: String }

  // begin example
  @Test func aMessageIsEdited() async throws {
    let inbox = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
    var checker = try ListChecker(inbox.snapshot)
    let edit = try await inbox.change { _, change in
      try change.append(Message(id: "m1", text: "Hello"))
      try change.update(key: "m1") { $0.text = "Hello!" }
    }
    try checker.check(edit.batch)
    #expect(checker.contents.sections[0].items.map(\.text) == ["Hello!"])
  }
  // end example

  // begin example
  @Test(arguments: 0..<100 as Range<UInt64>)
  func theScreenShowsTheList(seed: UInt64) async throws {
    let inbox = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
    var changes = SeededChanges<Message, String>(seed: seed) { number, random in
      Message(id: "m\(number)", text: random.happens(percent: 50) ? "Hi" : "Bye")
    } section: { number, _ in
      "Day \(number)"
    } update: { message, _ in
      message.text += "!"
    }
    var checker = try ListChecker(inbox.snapshot)
    var screen = Screen()
    for _ in 0..<50 {
      let batch = try inbox.applySynchronously(changes.next(for: inbox.snapshot))
      try checker.check(batch)
      screen.show(batch)
      #expect(screen.rows == checker.contents.sections.map { $0.items.map(\.text) })
    }
  }
  // end example

  /// What an application would test: rows that follow operations.
  private struct Screen {
    private(set) var rows: [[String]] = []

    mutating func show(_ batch: ListBatch<Message, String, Never>) {
      for operation in batch.changes.operations {
        switch operation {
        case .removeItems(let section, let start, let count):
          rows[section].removeSubrange(start..<start + count)
        case .removeSections(let start, let count): rows.removeSubrange(start..<start + count)
        case .insertSections(let start, let models):
          rows.insert(contentsOf: models.map { _ in [] }, at: start)
        case .moveSection(let from, let to): rows.insert(rows.remove(at: from), at: to)
        case .insertItems(let section, let start, let models):
          rows[section].insert(contentsOf: models.map(\.text), at: start)
        case .moveItem(let from, let to):
          rows[to.section].insert(rows[from.section].remove(at: from.item), at: to.item)
        case .updateItems(let section, let start, let models):
          rows[section].replaceSubrange(start..<start + models.count, with: models.map(\.text))
        case .updateSection: break
        }
      }
    }
  }

  // begin example
  @Test func aFullDiskIsSaid() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let inbox = try ListDataSource<Message, String, Never>(.stored(store.list(named: "inbox")))
    store.fail(.commit, with: StorageError(.full, "the disk is full"))
    let error = await #expect(throws: DataSourceError.self) {
      try await inbox.change { _, change in try change.append(Message(id: "m1", text: "Hello")) }
    }
    #expect(error?.description.contains("the disk is full") == true)
    #expect(inbox.snapshot.itemCount == 0)
  }
  // end example

  // begin example
  @Test(arguments: FaultyStore.Moment.allCases, 0..<3)
  func aProcessThatEndsLosesNothing(moment: FaultyStore.Moment, commitCount: Int) async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    store.crash(moment, skipping: commitCount)
    var written: [String] = []
    if let inbox = try? ListDataSource<Message, String, Never>(.stored(store.list(named: "inbox")))
    {
      for id in ["a", "b", "c"] {
        let message = Message(id: id, text: "Hello")
        guard (try? await inbox.change { _, change in try change.append(message) }) != nil
        else { break }
        written.append(id)
      }
      await inbox.close()
    }
    store.heal()
    #expect(written.count == commitCount)
    let inbox = try ListDataSource<Message, String, Never>(.stored(store.list(named: "inbox")))
    let stored = try inbox.snapshot.models().map(\.id)
    #expect(stored == Array(["a", "b", "c"].prefix(commitCount + (moment == .after ? 1 : 0))))
  }
  // end example

  // begin example
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<100 as Range<UInt64>)
  func twoWritersAndAReminder(seed: UInt64) throws {
    let schedule = SeededSchedule(seed: seed)
    try schedule.run {
      let inbox = try ListDataSource<Message, String, Never>(.memory(list: "inbox"), key: \.id)
      let batches = try inbox.batches()
      async let one: Void = write("a", to: inbox)
      async let other: Void = write("b", to: inbox)
      async let reminded = remind(inbox, after: .seconds(3_600), schedule.clock)
      _ = try await (one, other)
      #expect(try await reminded == 6)

      var checker = try ListChecker(inbox.snapshot(at: 0))
      let snapshot = inbox.snapshot
      for try await batch in batches {
        try checker.check(batch)
        if batch.target.revision == snapshot.revision { break }
      }
      try checker.check(snapshot)
    }
  }

  private func write(
    _ name: String, to inbox: ListDataSource<Message, String, Never>
  ) async throws {
    for number in 0..<3 {
      let message = Message(id: "\(name)\(number)", text: "Hello")
      try await inbox.change { _, change in try change.append(message) }
    }
  }

  private func remind(
    _ inbox: ListDataSource<Message, String, Never>, after delay: Duration,
    _ clock: some Clock<Duration>
  ) async throws -> Int {
    try await clock.sleep(for: delay)
    return inbox.snapshot.itemCount
  }
  // end example
}
