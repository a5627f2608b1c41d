import Roster
import RosterDerived
import Testing

/// The code in the comments of `RosterDerived`. What follows batches without end is compiled only.
@Suite("Examples: comments on derived lists") struct DocCommentExamples {
  // begin example
  enum Priority: Int, Codable, SortValue { case high, normal, low }
  // end example

  struct Mail: Codable, Sendable {
    var title: String
    var notes = ""
    var sender = ""
    var day = ""
    var date = 0
    var isRead = false
    var isDraft = false
    var tags: [String] = []
  }

  struct Todo: Codable, Sendable {
    var title: String
    var project = ""
    var rank = 0
    var isDone = false
    var priority = Priority.normal
  }

  struct MailRow: Sendable {
    var title: String
    var date: Int

    init(_ mail: Mail) { (title, date) = (mail.title, mail.date) }
  }

  typealias Inbox = ListDataSource<Mail, String, Never>
  typealias Board = ListDataSource<Todo, String, Never>

  private static func inbox() throws -> Inbox {
    let inbox = try Inbox(.memory(list: "inbox"))
    try inbox.changeSynchronously { _, change in
      try change.append(Mail(title: "Lunch", sender: "Ada", day: "1", date: 1))
      try change.append(Mail(title: "Tea", sender: "Bob", day: "2", date: 2, isRead: true))
      try change.append(Mail(title: "Walk", day: "1", date: 3, tags: ["free"]))
    }
    return inbox
  }

  private static func board() throws -> Board {
    let board = try Board(.memory(list: "board"))
    try board.changeSynchronously { _, change in
      try change.insertSection("home")
      try change.append(Todo(title: "Cook", project: "home", rank: 1))
      try change.append(Todo(title: "Clean", project: "home", isDone: true))
    }
    return board
  }

  @Test func itemsAreFiltered() async throws {
    let inbox = try Self.inbox()
    // begin example
    let unread = try inbox.derived("unread", version: "1")
      .where { !$0.isRead }
      .sorted { [.descending($0.date), .ascending($0.sender)] }
      .open()
    // end example
    #expect(try unread.list.snapshot.models().map(\.title) == ["Walk", "Lunch"])
    let paths = try #require(
      try inbox.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    let item = paths
    // begin example
    try await inbox.change { _, change in try change.update(item) { $0.isRead = true } }
    // end example
    try await unread.bringUpToDate()
    #expect(try unread.list.snapshot.models().map(\.title) == ["Walk"])
  }

  private func follow(_ inbox: Inbox, show: (ListBatch<Mail, Ungrouped, Never>) -> Void)
    async throws
  {
    // begin example
    let unread = try inbox.derived("unread", version: "1").where { !$0.isRead }.open()
    for try await batch in try unread.list.batches() { show(batch) }
    // end example
  }

  @Test func aListIsKeptTogetherWithItsSource() async throws {
    let inbox = try Self.inbox()
    // begin example
    let unread = try inbox.derived("unread", version: "1").where { !$0.isRead }.together().open()
    // end example
    try await inbox.change { _, change in try change.append(Mail(title: "Cake")) }
    #expect(try unread.list.snapshot.models().map(\.title) == ["Lunch", "Walk", "Cake"])
  }

  @Test func itemsAreSorted() throws {
    let inbox = try Self.inbox()
    // begin example
    let latest = try inbox.derived("latest", version: "1")
      .sorted { [.descending($0.date), .ascending($0.sender)] }
      .open()
    // end example
    #expect(try latest.list.snapshot.models().map(\.date) == [3, 2, 1])
  }

  @Test func itemsAreGrouped() throws {
    let inbox = try Self.inbox()
    do {
      // begin example
      let days = try inbox.derived("days", version: "1").sections { $0.day }.open()
      // end example
      #expect(days.list.snapshot.sectionCount == 2)
    }
    // begin example
    let byDay = try inbox.derived("by day", version: "1")
      .where { !$0.isDraft }.sections { $0.day }.sorted { [.descending($0.date)] }
      .open()
    // end example
    let shown = byDay.list.snapshot
    #expect(try (0..<2).map { try shown.models(inSection: $0).map(\.date) } == [[3, 1], [2]])
    let board = try Self.board()
    do {
      // begin example
      let byPriority = try board.derived("by priority", version: "1")
        .sections(always: [.high, .normal, .low]) { $0.priority }
        .open()
      // end example
      #expect(byPriority.list.snapshot.sectionCount == 3)
    }
    // begin example
    let open = try board.derived("open", version: "1").where { !$0.isDone }.sections(of: board)
      .open()
    // end example
    #expect(open.list.snapshot.sectionCount == 1 && open.list.snapshot.itemCount == 1)
  }

  @Test func severalListsAreOne() async throws {
    let store = try SQLiteStore.inMemory()
    let inboxes = try (0..<3).map { number in
      let inbox = try Inbox(.stored(try #require(try store.list(named: "inbox \(number)"))))
      try inbox.changeSynchronously { _, change in
        try change.append(Mail(title: "Mail \(number)", date: number))
      }
      return inbox
    }
    // begin example
    let all = try inboxes[0].derived("all inboxes", version: "1")
      .union([inboxes[1], inboxes[2]])
      .sorted { [.descending($0.date)] }
      .open()
    // end example
    #expect(try all.list.snapshot.models().map(\.date) == [2, 1, 0])
    let item = try #require(
      try all.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    // begin example
    if let mail = all.origin(of: item) {
      try await inboxes[mail.sourceIndex].change { _, change in
        try change.update(mail.item) { $0.isRead = true }
      }
    }
    // end example
    try await all.bringUpToDate()
    #expect(try all.list.snapshot.models().map(\.isRead) == [true, false, false])
    // begin example
    let messages = try inboxes[0].derived("messages", version: "1")
      .union([inboxes[1]])
      .sorted { [.descending($0.date)] }
      .distinct { $0.title }
      .open()
    // end example
    #expect(try messages.list.snapshot.models().map(\.date) == [1, 0])
    // begin example
    let byAccount = try inboxes[0].derived("by account", version: "1")
      .union([inboxes[1], inboxes[2]])
      .sections(bySource: ["Work", "Home", "Club"])
      .open()
    // end example
    #expect(try byAccount.list.snapshot.sectionModels() == ["Work", "Home", "Club"])
  }

  @Test func itemsCanBeMoved() throws {
    let board = try Self.board()
    @Sendable func rank(between former: Int?, _ latter: Int?) -> Int {
      ((former ?? 0) + (latter ?? 0)) / 2
    }
    // begin example
    let projects = try board.derived("projects", version: "1")
      .sections { $0.project }
      .sorted { [.ascending($0.rank)] }
      .assigning(
        section: { $0.project = $1 },
        between: { $0.rank = rank(between: $1?.rank, $2?.rank) }
      )
      .open()
    // end example
    #expect(projects.list.snapshot.itemCount == 2)
  }

  @Test func modelsAreOthers() throws {
    let inbox = try Self.inbox()
    // begin example
    let rows = try inbox.derived("rows", version: "1") { MailRow($0) }
      .sorted { [.descending($0.date)] }
      .open()
    // end example
    #expect(try rows.list.snapshot.models().map(\.date) == [3, 2, 1])
  }

  @Test func itemsAreSearchedAndChosen() async throws {
    let inbox = try Self.inbox()
    // begin example
    let found = try inbox.derived("found", version: "1").search("") { [$0.title, $0.notes] }.open()
    try await found.search("lunch")
    // end example
    #expect(try found.list.snapshot.models().map(\.title) == ["Lunch"])
    let tag = "free"
    let shown = try inbox.derived("shown", version: "1").open()
    // begin example
    try await shown.redefine(
      inbox.derived("shown", version: "1 \(tag)").where { $0.tags.contains(tag) })
    // end example
    #expect(try shown.list.snapshot.models().map(\.title) == ["Walk"])
    // begin example
    try await shown.redefine(
      inbox.derived("shown", version: "1 \(tag) unread")
        .where { $0.tags.contains(tag) && !$0.isRead }, narrowing: true)
    // end example
    #expect(try shown.list.snapshot.models().map(\.title) == ["Walk"])
    let chosen = try #require(inbox.snapshot.state.sectionIDs.first)
    // begin example
    try await shown.redefine(
      inbox.derived("shown", version: "1 \(tag)").where { $0.tags.contains(tag) }
    ) {
      try await inbox.change { _, change in try change.update(chosen) { $0 = tag } }
    }
    // end example
    #expect(try inbox.snapshot.sectionModels() == [tag])
    #expect(try shown.list.snapshot.models().map(\.title) == ["Walk"])
  }

  @Test func itemsAreRebuiltInTheBackground() async throws {
    let inbox = try Self.inbox()
    await (try inbox.derived("unread", version: "1").open()).close()
    // begin example
    let unread = try inbox.derived("unread", version: "2")
      .where { !$0.isRead && !$0.isDraft }
      .rebuiltInBackground()
      .open()
    try await unread.bringUpToDate()
    // end example
    #expect(try unread.list.snapshot.models().map(\.title) == ["Lunch", "Walk"])
    // begin example
    if unread.isRebuilding { print("The list is being updated.") }
    // end example
    #expect(!unread.isRebuilding)
  }

  @Test func itemsAreCounted() throws {
    let store = try SQLiteStore.inMemory()
    let board = try Board(.stored(try #require(try store.list(named: "board"))))
    try board.changeSynchronously { _, change in
      try change.append(Todo(title: "Cook"))
      try change.append(Todo(title: "Clean", isDone: true))
    }
    let unfinished = try board.derived("unfinished", version: "1").where { !$0.isDone }.open()
    // begin example
    let (all, open) = try store.snapshots(of: board, unfinished.list)
    print("\(open.itemCount) of \(all.itemCount) to do")
    // end example
    #expect(open.itemCount == 1 && all.itemCount == 2)
  }
}
