import Foundation
import Roster
import RosterDerived
import Testing

@Suite("Derived lists: the guide")
struct GuideTests {
  /// What the guide filters, sorts and groups.
  private struct Mail: Codable, Equatable, Sendable {
    var subject: String
    var sender: String
    var day: String
    var minute: Int
    var isRead = false
  }

  @Test func theUnreadAreFollowedAsTheGuideShows() async throws {
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "inbox"))
    let inbox = try ListDataSource<Mail, String, Never>(.stored(list))
    try await inbox.change { _, change in
      try change.append(contentsOf: [
        Mail(subject: "Lunch", sender: "Ada", day: "2026-11-27", minute: 700),
        Mail(subject: "Report", sender: "Bo", day: "2026-11-28", minute: 540),
        Mail(subject: "Holidays", sender: "Ada", day: "2026-11-28", minute: 600),
      ])
    }
    // begin example
    let unread = try inbox.derived("unread", version: "1")
      .where { !$0.isRead }
      .sections { $0.day }
      .sorted { [.descending($0.minute), .ascending($0.sender)] }
      .open()
    // end example
    let subjects = { (snapshot: ListSnapshot<Mail, String>) in
      try (0..<snapshot.sectionCount).map { try snapshot.models(inSection: $0).map(\.subject) }
    }
    #expect(try subjects(unread.list.snapshot) == [["Lunch"], ["Holidays", "Report"]])
    let first = ItemPath(section: 0, item: 0)
    var batches = try unread.list.batches().makeAsyncIterator()
    // begin example
    if let item = try unread.list.snapshot.state.itemID(at: first) {
      try await inbox.change { _, change in try change.update(item) { $0.isRead = true } }
    }
    // end example
    let batch = try #require(try await batches.next())
    #expect(batch.changes.changeset.outline.removedSections == [0])
    #expect(try subjects(batch.target) == [["Holidays", "Report"]])
    try await unread.bringUpToDate()
    // begin example
    let (mails, open) = try store.snapshots(of: inbox, unread.list)
    let title = "\(open.itemCount) of \(mails.itemCount) unread"
    // end example
    #expect(title == "2 of 3 unread")
    try await together(with: inbox)
    try await latest(of: inbox)
    try await searched(inbox)
    try await united(inbox, in: store)
  }

  private func together(with inbox: ListDataSource<Mail, String, Never>) async throws {
    let before = inbox.snapshot.itemCount
    // begin example
    let recent = try inbox.derived("recent", version: "1")
      .where { !$0.isRead }
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .together()
      .open()
    try await inbox.change { _, change in
      try change.append(Mail(subject: "Tea", sender: "Cy", day: "2026-11-30", minute: 900))
    }
    let shown = recent.list.snapshot.itemCount
    // end example
    let unread = try inbox.snapshot.models().filter { !$0.isRead }
    #expect(inbox.snapshot.itemCount == before + 1)
    #expect(shown == unread.count)
    #expect(try recent.list.snapshot.model(at: 0)?.subject == "Tea")
    _ = try await inbox.apply(.undo())
    #expect(recent.list.snapshot.itemCount == unread.count - 1)
    await recent.close()
  }

  private func united(
    _ inbox: ListDataSource<Mail, String, Never>, in store: SQLiteStore
  ) async throws {
    let work = try ListDataSource<Mail, String, Never>(
      .stored(try #require(try store.list(named: "work"))))
    try await work.change { _, change in
      try change.append(Mail(subject: "Plan", sender: "Cy", day: "2026-11-30", minute: 480))
    }
    // begin example
    let all = try inbox.derived("all inboxes", version: "1")
      .union([work])
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .open()
    // end example
    let first = ItemPath(section: 0, item: 0)
    let item = try #require(try all.list.snapshot.state.itemID(at: first))
    #expect(try all.list.snapshot.model(at: first)?.subject == "Plan")
    // begin example
    if let mail = all.origin(of: item) {
      try await [inbox, work][mail.sourceIndex].change { _, change in
        try change.update(mail.item) { $0.isRead = true }
      }
    }
    // end example
    #expect(try work.snapshot.models().map(\.isRead) == [true])
    // begin example
    let byAccount = try inbox.derived("by account", version: "1")
      .union([work])
      .sections(bySource: ["Home", "Work"])
      .open()
    // end example
    #expect(try byAccount.list.snapshot.sectionModels() == ["Home", "Work"])
  }

  private func latest(of inbox: ListDataSource<Mail, String, Never>) async throws {
    // begin example
    let latest = try inbox.derived("latest", version: "1")
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .limit(2)
      .open()
    // end example
    #expect(try latest.list.snapshot.models().map(\.subject) == ["Holidays", "Report"])
    // begin example
    let bySender = try inbox.derived("latest by sender", version: "1")
      .sections { $0.sender }
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .limit(1, inEachSection: true)
      .open()
    // end example
    #expect(try latestBySender(bySender.list) == [["Holidays"], ["Report"]])
    // begin example
    let conversations = try inbox.derived("conversations", version: "1")
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .distinct { $0.sender }
      .open()
    // end example
    #expect(try conversations.list.snapshot.models().map(\.subject) == ["Holidays", "Report"])
    let lunch = try #require(try inbox.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    try await inbox.change { _, change in try change.update(lunch) { $0.day = "2026-11-29" } }
    try await bySender.bringUpToDate()
    #expect(try latestBySender(bySender.list) == [["Lunch"], ["Report"]])
    try await conversations.bringUpToDate()
    #expect(try conversations.list.snapshot.models().map(\.subject) == ["Lunch", "Report"])
    try await inbox.apply(.undo())
  }

  private func latestBySender(_ list: ListDataSource<Mail, String, Never>) throws -> [[String]] {
    try list.snapshot.contents().sections.map { $0.items.map(\.subject) }
  }

  private func searched(_ inbox: ListDataSource<Mail, String, Never>) async throws {
    // begin example
    let found = try inbox.derived("found", version: "1")
      .search("") { [$0.subject, $0.sender] }
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .open()
    try await found.search("rep bo")
    // end example
    let first = ItemPath(section: 0, item: 0)
    let item = try #require(try found.list.snapshot.state.itemID(at: first))
    let model = try #require(try found.list.snapshot.model(at: first))
    // begin example
    let matches = try found.matches(in: model)
    // end example
    let texts = zip([model.subject, model.sender], matches)
    #expect(texts.map { text, ranges in ranges.map { text[$0] } } == [["Report"], ["Bo"]])
    // begin example
    let parts = try inbox.derived("parts", version: "1")
      .search("", insideWords: true, byRelevance: true) { [$0.subject, $0.sender] }
      .sorted { [.descending($0.day), .descending($0.minute)] }
      .open()
    try await parts.search("da")
    // end example
    #expect(try parts.list.snapshot.models().map(\.subject) == ["Holidays", "Lunch"])
    try await chosen(of: inbox)
    // begin example
    found.hold(item)
    try await inbox.change { _, change in try change.update(item) { $0.subject = "Summary" } }
    try await found.release(item)
    // end example
    #expect(try found.list.snapshot.models().map(\.subject) == [])
    try await dragged(inbox, item)
  }

  @Test func aChoiceIsKeptBySourceAndDefinition() async throws {
    let inbox = try ListDataSource<Mail, String, Never>(.memory(list: "inbox"))
    let section = try await inbox.change { _, change in
      let section = try change.insertSection("everyone")
      try change.append(Mail(subject: "Lunch", sender: "Ada", day: "2026-11-27", minute: 700))
      try change.append(Mail(subject: "Report", sender: "Bo", day: "2026-11-28", minute: 540))
      return section
    }.value
    func mails(of sender: String) -> DerivedDefinition<Mail, String> {
      inbox.derived("chosen", version: "1 \(sender)").where { $0.sender == sender }
        .sections(of: inbox)
    }
    let chosen = try mails(of: "Bo").open()
    let revision = chosen.list.snapshot.revision
    // begin example
    try await chosen.redefine(mails(of: "Ada")) {
      try await inbox.change { _, change in try change.update(section) { $0 = "Ada" } }
    }
    // end example
    let shown = chosen.list.snapshot
    #expect(shown.revision == revision + 1)
    #expect(try shown.sectionModels() == ["Ada"])
    #expect(try shown.models().map(\.subject) == ["Lunch"])
  }

  private func chosen(of inbox: ListDataSource<Mail, String, Never>) async throws {
    // begin example
    func mails(of sender: String) -> DerivedDefinition<Mail, Ungrouped> {
      inbox.derived("chosen", version: "1 \(sender)")
        .where { sender.isEmpty || $0.sender == sender }
        .sorted { [.descending($0.day), .descending($0.minute)] }
    }
    let chosen = try mails(of: "").open()
    try await chosen.redefine(mails(of: "Bo"))
    // end example
    #expect(try chosen.list.snapshot.models().map(\.subject) == ["Report"])
    // begin example
    let unread = inbox.derived("chosen", version: "1 Bo unread")
      .where { $0.sender == "Bo" && !$0.isRead }
      .sorted { [.descending($0.day), .descending($0.minute)] }
    try await chosen.redefine(unread, narrowing: true)
    // end example
    #expect(try chosen.list.snapshot.models().map(\.subject) == ["Report"])
    await (try inbox.derived("short", version: "1").where { $0.minute < 600 }.open()).close()
    // begin example
    let short = try inbox.derived("short", version: "2")
      .where { $0.subject.count < 7 }
      .rebuiltInBackground()
      .open()
    // end example
    try await short.bringUpToDate()
    #expect(
      try short.list.snapshot.models().map(\.subject)
        == inbox.snapshot.models().map(\.subject).filter { $0.count < 7 })
  }

  private func dragged(
    _ inbox: ListDataSource<Mail, String, Never>, _ item: ItemID
  ) async throws {
    // begin example
    let board = try inbox.derived("board", version: "1")
      .sections { $0.day }
      .sorted { [.ascending($0.minute)] }
      .assigning(
        section: { $0.day = $1 },
        between: { mail, before, after in
          mail.minute = ((before?.minute ?? 0) + (after?.minute ?? 1_440)) / 2
        }
      )
      .open()
    try await board.move(item, to: ItemPath(section: 0, item: 0))
    // end example
    let first = try #require(try board.list.snapshot.model(at: ItemPath(section: 0, item: 0)))
    #expect(first.subject == "Summary" && first.day == "2026-11-27" && first.minute == 350)
  }
}
