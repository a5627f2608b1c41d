import Foundation
import Roster
import RosterDerived
import Testing

/// The code in the article about observing a list.
@MainActor @Suite("Example: an observed list") struct ObservedListExampleTests {
  struct Mail: Codable, Sendable {
    var subject: String
    var date: Int
  }

  @Test func aScreenShowsWhatTheListHas() async throws {
    // begin example
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "inbox"))
    let mails = try ListDataSource<Mail, String, Never>(.stored(list))
    let screen = try ObservedList(mails)

    let batch = try await mails.change { _, change in
      try change.append(Mail(subject: "Lunch", date: 1))
    }.batch
    await screen.shows(batch.target.revision)
    #expect(screen.itemCount == 1)
    // end example
    var lines: [String] = []
    func show(heading: String) { lines.append(heading) }
    func show(row: ObservedItem<Mail>) {
      // begin example
      let subject = row.model?.subject ?? ""
      // end example
      lines.append(subject)
    }
    // begin example
    let inbox = try ObservedList(mails)
    for section in inbox.sections {
      show(heading: section.model ?? "")
      for id in section.items { show(row: inbox.item(id)) }
    }
    // end example
    #expect(lines == ["", "Lunch"])
    // begin example
    let latest = try mails.derived("latest", version: "1")
      .sorted { [.descending($0.date)] }
      .limit(200)
      .open()
    let shown = try ObservedList(latest.list)
    // end example
    #expect(shown.items.map { shown.item($0).model?.subject } == ["Lunch"])
  }

  // begin example
  func sampleInbox() throws -> ObservedList<Mail, String> {
    let mails = try ListDataSource<Mail, String, Never>(.memory(list: "inbox"))
    try mails.changeSynchronously { _, change in
      try change.append(contentsOf: [
        Mail(subject: "Lunch", date: 1), Mail(subject: "Minutes of Monday", date: 2),
      ])
    }
    return try ObservedList(mails)
  }
  // end example

  /// What is observed keeps its list.
  @Test func aPreviewHasRows() throws {
    let inbox = try sampleInbox()
    #expect(inbox.items.map { inbox.item($0).model?.subject } == ["Lunch", "Minutes of Monday"])
    #expect(inbox.failure == nil)
  }

  @MainActor private final class Screen {
    let inbox: ObservedList<Mail, String>
    var failure: (any Error)?

    init(_ inbox: ObservedList<Mail, String>) { self.inbox = inbox }

    // begin example
    func delete(_ offsets: IndexSet, of items: ObservedItems) {
      do {
        try inbox.remove(atOffsets: offsets, of: items)
      } catch {
        failure = error  // as when the list is only read
      }
    }

    func move(_ offsets: IndexSet, to offset: Int, of items: ObservedItems) {
      do {
        try inbox.move(fromOffsets: offsets, toOffset: offset, of: items)
      } catch {
        failure = error  // as when a row has gone meanwhile
      }
    }
    // end example

    var subjects: [String?] { inbox.items.map { inbox.item($0).model?.subject } }
  }

  @Test func rowsAreMovedAndDeleted() throws {
    let screen = Screen(try sampleInbox())
    screen.move([0], to: 2, of: screen.inbox.sections[0].items)
    #expect(screen.subjects == ["Minutes of Monday", "Lunch"])
    screen.delete([0], of: screen.inbox.sections[0].items)
    #expect(screen.subjects == ["Lunch"] && screen.failure == nil)
    screen.delete([1], of: screen.inbox.sections[0].items)
    #expect(screen.subjects == ["Lunch"] && screen.failure is DataSourceError)
  }
}
