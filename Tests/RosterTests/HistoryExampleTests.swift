import Foundation
import Roster
import RosterTestKit
import RosterTestSupport
import Testing

private struct Message: Codable { var text: String }
private struct Day: Codable { var title: String }

/// The examples of `HistoryAndSharing.md` and `QueueAndSubscribers.md`, which show what is between the marks.
@Suite struct HistoryExampleTests {
  private let folder: TemporaryFolder
  private let messages: ListDataSource<Message, Day, Never>

  init() async throws {
    folder = try TemporaryFolder()
    messages = try ListDataSource(.file(folder.path(of: "messages.sqlite"), list: "inbox"))
    try await messages.apply(Changeset { $0.insertSection(at: 0, Day(title: "Monday")) })
  }

  /// A message at the start of the section.
  private func insertion(of text: String) -> Changeset<Message, Day> {
    Changeset { $0.insertItem(Message(text: text), at: ItemPath(section: 0, item: 0)) }
  }

  private func texts(_ snapshot: ListSnapshot<Message, Day>) throws -> [String] {
    try snapshot.models(inSection: 0).map(\.text)
  }

  @Test func changesAreUndoneRedoneAndReadLater() async throws {
    for revision in 2...41 { try await messages.apply(insertion(of: "\(revision)")) }
    let changeset = insertion(of: "dragged")
    // begin example
    try await messages.apply(changeset, ChangeAnnotation(group: "drag"))
    try await messages.apply(.undo())  // the whole group, as new revisions
    try await messages.apply(.redo())  // until something else is changed
    let monday = try messages.snapshot(at: 42)  // models, states and paths as they were
    try messages.compact(JournalRetention(revisionCountMax: 10_000, ageMax: .seconds(86_400 * 30)))
    // end example
    #expect(messages.snapshot.revision == 44)
    #expect(try texts(monday).first == "dragged")
    #expect(try texts(messages.snapshot) == texts(monday))
    await messages.close()
  }

  @Test func whatTheServerConfirmsIsNotUndone() async throws {
    try await messages.apply(insertion(of: "sending"))
    let confirmed = insertion(of: "confirmed")
    // begin example
    try await messages.apply(confirmed, ChangeAnnotation(origin: "server", undo: .none))
    try await messages.apply(.undo())  // what the user did before
    // end example
    #expect(try texts(messages.snapshot) == ["confirmed"])
    await messages.close()
  }

  @Test func scopesAreUndoneByThemselves() async throws {
    let stroke = insertion(of: "stroke")
    let text = insertion(of: "text")
    // begin example
    try await messages.apply(stroke, ChangeAnnotation(undo: UndoScope("drawing")))
    try await messages.apply(text)
    try await messages.apply(.undo(in: UndoScope("drawing")))  // the stroke; the text stays
    // end example
    #expect(try texts(messages.snapshot) == ["text"])
    await messages.close()
  }

  @Test func changeIsMadeAtItsTurn() async throws {
    for number in 1...102 { try await messages.apply(insertion(of: "\(number)")) }
    // begin example
    try await messages.change { list, change in
      for item in try list.state.itemIDs().dropLast(100) { try change.remove(item) }
      try change.append(Message(text: "The oldest messages are gone"))
    }
    // end example
    let texts = try texts(messages.snapshot)
    #expect(texts.count == 101)
    #expect(texts.last == "The oldest messages are gone")
    await messages.close()
  }

  @Test func changeReadsTheListAndReturnsAValue() async throws {
    for text in ["a", "", "b", ""] { try await messages.apply(insertion(of: text)) }
    // begin example
    let kept = try await messages.change { list, change in
      let items = try list.state.itemIDs()
      for item in items where try change.model(of: item).text.isEmpty { try change.remove(item) }
      return change.state.itemCount
    }.value
    // end example
    #expect(kept == 2)
    #expect(try texts(messages.snapshot) == ["b", "a"])
    await messages.close()
  }

  @Test func twoListsAreChangedAsOne() async throws {
    let store = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
    let (inbox, archive) = (try list("inbox", in: store), try list("archive", in: store))
    let item = try await inbox.change { _, list in try list.append(Message(text: "a")) }.value
    // begin example
    try await store.change(inbox, archive) { inbox, archive in
      let message = try inbox.model(of: item)
      try inbox.remove(item)
      try archive.append(message)
    }
    // end example
    #expect(try texts(inbox.snapshot) == [])
    #expect(try texts(archive.snapshot) == ["a"])
    // begin example
    let goneOn = try await store.apply(.undo(inbox, archive)).goneOn  // lists changed since
    try await store.apply(.redo(inbox, archive))
    // end example
    #expect(goneOn == [])
    #expect(try texts(archive.snapshot) == ["a"])
    await inbox.close()
    await archive.close()
  }

  private func list(
    _ name: String, in store: SQLiteStore
  ) throws -> ListDataSource<Message, Day, Never> {
    try ListDataSource(.stored(#require(try store.list(named: name))))
  }

  @Test func changesetIsRebasedOntoWhatCameFirst() async throws {
    try await messages.apply(insertion(of: "Hello"))
    let snapshot = messages.snapshot
    try await messages.apply(insertion(of: "First"))
    let changeset = Changeset<Message, Day> {
      $0.updateItem(at: ItemPath(section: 0, item: 0), Message(text: "Hello!"))
    }
    // begin example
    do {
      try await messages.apply(.changeset(changeset, basedOn: snapshot.revision))
    } catch DataSourceError.conflict {
      let rebased = try messages.rebased(changeset, from: snapshot)  // by the identities of items
      try await messages.apply(.changeset(rebased.changeset, basedOn: rebased.base.revision))
    }
    // end example
    #expect(try texts(messages.snapshot) == ["First", "Hello!"])
    await messages.close()
  }
}
