import Roster
import RosterFaults
import RosterTesting
import Testing

/// The code in the comments of `RosterTesting` and `RosterFaults`. What follows batches without end is
/// compiled only.
@Suite("Examples: comments on tests of applications") struct DocCommentExamples {
  struct Message: Codable, Equatable {
    var id: String
    var text: String
    var isRead = false
  }

  struct Day: Codable, Equatable {
    var name: String
  }

  typealias Inbox = ListDataSource<Message, Day, Never>

  struct Screen {
    var rows: [[Message]] = []
  }

  /// What an application would test with a clock.
  struct Outbox {
    let delay: Duration
    let clock: any Clock<Duration>

    init(retryingAfter delay: Duration, clock: any Clock<Duration>) {
      (self.delay, self.clock) = (delay, clock)
    }

    func add(_ message: Message) {}
  }

  private func check(_ screen: Screen, of inbox: Inbox) async throws {
    // begin example
    var checker = try ListChecker(inbox.snapshot)
    for try await batch in try inbox.batches() {
      try checker.check(batch)
      #expect(screen.rows == checker.contents.sections.map(\.items))
    }
    // end example
  }

  @Test func aListChangesByASeed() throws {
    let list = try Inbox(.memory(list: "inbox"))
    // begin example
    var changes = SeededChanges<Message, Day>(seed: 7) { number, random in
      Message(id: "m\(number)", text: ["hi", "bye"].randomElement(using: &random) ?? "")
    } section: { number, _ in
      Day(name: "day \(number)")
    } update: { message, random in
      message.isRead = random.happens(percent: 50)
    }
    try list.applySynchronously(changes.next(for: list.snapshot))
    // end example
    #expect(list.snapshot.revision == 1)
  }

  @Test func aSenderIsChosenByASeed() {
    // begin example
    var random = SeededRandom(seed: 7)
    let sender = ["ada", "bob"].randomElement(using: &random)
    // end example
    #expect(sender != nil)
  }

  @Test func anOutboxWaits() {
    let message = Message(id: "a", text: "Hello")
    // begin example
    let clock = ManualClock()
    let outbox = Outbox(retryingAfter: .seconds(30), clock: clock)
    outbox.add(message)
    clock.advance(by: .seconds(30))  // what has slept for that long goes on
    // end example
    #expect(clock.now.offset == outbox.delay)
  }

  @Test func aStoreFails() async throws {
    let message = Message(id: "a", text: "Hello")
    // begin example
    let store = FaultyStore(try SQLiteStore.inMemory())
    let inbox = try ListDataSource<Message, Day, Never>(.stored(store.list(named: "inbox")))
    store.fail(.commit, with: StorageError(.full, "the disk is full"))
    await #expect(throws: DataSourceError.self) {
      try await inbox.change { _, change in try change.append(message) }
    }
    // end example
    #expect(inbox.snapshot.itemCount == 0)
  }

  @Test func aProcessEnds() async throws {
    let messages = ["a", "b", "c", "d"].map { Message(id: $0, text: "Hello") }
    let store = FaultyStore(try SQLiteStore.inMemory())
    let inbox = try Inbox(.stored(store.list(named: "inbox")))
    // begin example
    store.crash(.after, skipping: 2)  // the third commit is stored, and nothing after it
    for message in messages {
      _ = try? await inbox.change { _, change in try change.append(message) }
    }
    await inbox.close()
    store.heal()
    let reopened = try ListDataSource<Message, Day, Never>(.stored(store.list(named: "inbox")))
    // end example
    #expect(try reopened.snapshot.models() == Array(messages.prefix(3)))
  }

  private let changeset = Changeset<Message, Day> {
    $0.insertSection(at: 0, Day(name: "today"))
  }

  /// Follows a list until it is closed, and returns how many sections it had then.
  private func window(of inbox: Inbox) async throws -> Int {
    var sectionCount = 0
    for try await batch in try inbox.batches(after: 0) { sectionCount = batch.target.sectionCount }
    return sectionCount
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  // begin example
  @Test(arguments: 0..<100 as Range<UInt64>) func twoWindowsShowTheSame(seed: UInt64) throws {
    let schedule = SeededSchedule(seed: seed)
    try schedule.run {
      let inbox = try ListDataSource<Message, Day, Never>(.memory(list: "inbox"))
      async let one = window(of: inbox)
      async let other = window(of: inbox)
      try await inbox.apply(changeset)
      try await schedule.clock.sleep(for: .seconds(30))  // takes no time
      await inbox.close()
      let shown = try await (one, other)
      #expect(shown.0 == shown.1)
    }
  }
  // end example
}
