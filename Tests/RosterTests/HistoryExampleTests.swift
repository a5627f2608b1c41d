import Foundation
import Roster
import RosterTestKit
import RosterTestSupport
import Testing

private struct Message: Codable { var text: String }
private struct Day: Codable { var title: String }

/// The examples of `HistoryAndSharing.md`, which shows what is between the marks.
@Suite struct HistoryExampleTests {
  private let folder: TemporaryFolder
  private let messages: ListDataSource<Message, Day, Never>

  init() async throws {
    folder = try TemporaryFolder()
    messages = try ListDataSource(file: folder.path(of: "messages.sqlite"), list: "inbox")
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
    try await messages.undo()  // the whole group, as new revisions
    try await messages.redo()  // until something else is changed
    let monday = try messages.snapshot(at: 42)  // models, states and paths as they were
    try messages.compact(JournalRetention(revisionCountMax: 10_000, ageMax: .seconds(86_400 * 30)))
    // end example
    #expect(messages.snapshot.revision == 44)
    #expect(try texts(monday).first == "dragged")
    #expect(try texts(messages.snapshot) == texts(monday))
    await messages.close()
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
      try await messages.apply(changeset, basedOn: snapshot.revision)
    } catch DataSourceError.conflict {
      let rebased = try messages.rebased(changeset, from: snapshot)  // by the identities of items
      try await messages.apply(rebased.changeset, basedOn: rebased.base.revision)
    }
    // end example
    #expect(try texts(messages.snapshot) == ["First", "Hello!"])
    await messages.close()
  }
}
