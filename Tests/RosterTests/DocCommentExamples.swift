import Roster
import RosterComponentLists
import RosterComponents
import RosterDerived
import RosterLayout
import RosterTestKit
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The code in the comments of `Roster` and of the modules that it exports.
///
/// Functions that are no tests are compiled only: what they show waits for batches without end, or is shown
/// to say how it is written. The views are compiled where there is SwiftUI.
@Suite("Examples: comments") struct DocCommentExamples {
  struct Message: Codable, Equatable, Identifiable, Sendable {
    var id: String
    var text = ""
    var date = 0
    var isRead = false
  }

  struct Day: Codable, Equatable, Identifiable, Sendable {
    var name: String
    var id: String { name }
  }

  typealias Inbox = ListDataSource<Message, Day, Never>

  private static func inbox(_ ids: String...) throws -> Inbox {
    let inbox = try Inbox(.memory(list: "inbox"), key: \.id)
    try inbox.changeSynchronously { _, change in
      for id in ids { try change.append(Message(id: id)) }
    }
    return inbox
  }

  // MARK: Opening

  @Test func aListIsOpenedWithKeys() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "messages.sqlite")
    do {
      // begin example
      let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
      // end example
      try await messages.change { _, change in try change.append(Message(id: "m-17")) }
      await messages.close()
    }
    do {
      // begin example
      let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
      let message = try messages.snapshot.item(key: "m-17")
      // end example
      #expect(message?.model == Message(id: "m-17"))
      await messages.close()
    }
    // begin example
    let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
    if let item = try messages.snapshot.item(key: "m-17") { print(item.path, item.model) }
    // end example
    #expect(messages.snapshot.itemCount == 1)
    await messages.close()
  }

  @Test func aListIsOpenedInAFileOrInMemory() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "messages.sqlite")
    do {
      // begin example
      let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"))
      // end example
      #expect(messages.snapshot.itemCount == 0)
      await messages.close()
    }
    do {
      // begin example
      let store = try SQLiteStore(path: path)
      if let list = try store.list(named: "inbox") {
        let inbox = try ListDataSource<Message, Day, Never>(.stored(list))
        print(inbox.snapshot.itemCount)
      }
      // end example
    }
    do {
      // begin example
      let store = try SQLiteStore.inMemory()
      if let list = try store.list(named: "inbox") {
        let inbox = try ListDataSource<Message, Day, Never>(.stored(list))
        print(inbox.snapshot.itemCount)
      }
      // end example
    }
    // begin example
    let messages = try ListDataSource<Message, Day, Never>(.memory(list: "inbox"))
    // end example
    #expect(messages.snapshot.itemCount == 0)
    await messages.close()
  }

  @Test func aListIsOpenedWithCodecs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "texts.sqlite")
    // begin example
    let store = try SQLiteStore(path: path)
    if let inbox = try store.list(named: "inbox") {
      let messages = try ListDataSource<String, String, Never>(
        storage: inbox, codec: TextCodec(), sectionCodec: TextCodec())
      print(messages.snapshot.itemCount)
    }
    // end example
  }

  @Test func listsGoFromTheirStore() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "messages.sqlite"))
    func opened() throws -> Inbox { try Inbox(.stored(#require(try store.list(named: "inbox")))) }
    var inbox = try opened()
    try inbox.changeSynchronously { _, change in try change.append(Message(id: "a")) }
    do {
      // begin example
      await inbox.close()
      try store.removeList(named: "inbox")
      // end example
    }
    inbox = try opened()
    #expect(inbox.snapshot.itemCount == 0)
    // begin example
    await inbox.close()
    try store.erase()
    // end example
    // begin example
    store.suspend()  // applicationDidEnterBackground
    store.resume()  // applicationWillEnterForeground
    // end example
  }

  // MARK: Changing

  @Test func changesetsAreBuilt() throws {
    // begin example
    let changeset = Changeset<String, String> {
      $0.insertSection(at: 0, "Inbox")
      $0.insertItems(["Hello", "World"], at: ItemPath(section: 0, item: 0))
    }
    // end example
    #expect(changeset.insertedItems.map(\.model) == ["Hello", "World"])
    // begin example
    for insertion in changeset.insertedItems { print(insertion.path, insertion.model) }
    for (index, model) in changeset.updatedSections { print(index, model ?? "untitled") }
    // end example
  }

  @Test func contentsAreMade() async throws {
    let today = Day(name: "today")
    let messages = [Message(id: "a")]
    let drafts = [Message(id: "b")]
    // begin example
    let contents = ListContents([.init(model: today, items: messages), .init(items: drafts)])
    // end example
    #expect(contents.sections.map(\.items) == [messages, drafts])
  }

  @Test func aListIsGivenContents() async throws {
    let today = Day(name: "today")
    let fetched = [Message(id: "a"), Message(id: "b")]
    let inbox = try Self.inbox("b", "c")
    do {
      // begin example
      try await inbox.apply(.contents(fetched))
      // end example
      #expect(try inbox.snapshot.models() == fetched)
    }
    let messages = inbox
    // begin example
    try await messages.apply(.contents(ListContents([.init(model: today, items: fetched)])))
    // end example
    #expect(try messages.snapshot.models() == fetched)
    await inbox.close()
  }

  @Test func aListIsChangedByAClosure() async throws {
    let messages = try Self.inbox("placeholder")
    let placeholder = try #require(
      try messages.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    do {
      let arrived = [Message(id: "a"), Message(id: "b")]
      // begin example
      let count = try await messages.change { list, change in
        for message in arrived { try change.append(message) }
        try change.remove(placeholder)
        return change.state.itemCount
      }.value
      // end example
      #expect(count == 2)
    }
    let inbox = messages
    let arrived = [Message(id: "c"), Message(id: "d")]
    // begin example
    for message in arrived { try inbox.enqueueChange { _, change in try change.append(message) } }
    await inbox.idle()
    // end example
    #expect(inbox.snapshot.itemCount == 4)
    await inbox.close()
  }

  @Test func aDraftFindsItemsByKeyAndInOrder() async throws {
    let inbox = try Self.inbox("m-17")
    try await inbox.change { list, change in
      let item = try #require(try list.item(key: "m-17"))
      let message = item.id
      // begin example
      try change.update(message) { $0.isRead = true }
      // end example
    }
    try await inbox.change { _, change in
      // begin example
      try change.update(key: "m-17") { $0.isRead = true }
      // end example
    }
    let message = Message(id: "m-18", date: 1)
    try await inbox.change { _, change in
      // begin example
      try change.insert(message) { $0.date < $1.date }
      // end example
    }
    #expect(try inbox.snapshot.models().map(\.isRead) == [true, false])
    await inbox.close()
    let other = try Self.inbox("m-17")
    try await other.change { _, change in
      // begin example
      try change.insert(message, sortedBy: \.date)
      // end example
    }
    #expect(other.snapshot.itemCount == 2)
    try await other.change { _, change in
      let section = try change.insertSection(Day(name: "Monday"))
      // begin example
      try change.update(section) { $0?.name = "Today" }
      // end example
    }
    #expect(try other.snapshot.sectionModel(at: 1)?.name == "Today")
    await other.close()
  }

  @Test func listsOfAStoreAreChangedTogether() async throws {
    let store = try SQLiteStore.inMemory()
    let inbox = try Inbox(.stored(#require(try store.list(named: "inbox"))))
    let archive = try Inbox(.stored(#require(try store.list(named: "archive"))))
    let message = try await inbox.change { _, change in try change.append(Message(id: "a")) }.value
    do {
      // begin example
      try await store.change(inbox, archive) { inbox, archive in
        let model = try inbox.model(of: message)
        try inbox.remove(message)
        try archive.append(model)
      }
      // end example
      #expect(archive.snapshot.itemCount == 1)
      // begin example
      let step = try await store.apply(.undo(inbox, archive))
      // end example
      #expect(step.goneOn.isEmpty && archive.snapshot.itemCount == 0)
    }
    do {
      // begin example
      try await store.change(inbox, archive) { inbox, archive in
        try archive.append(inbox.model(of: message))
        try inbox.remove(message)
      }
      let step = try await store.apply(.undo(inbox, archive))
      if !step.goneOn.isEmpty { print("\(step.goneOn) have changed since") }
      // end example
      #expect(step.goneOn.isEmpty && inbox.snapshot.itemCount == 1)
    }
  }

  private func takeBack(
    _ inbox: Inbox, _ archive: Inbox, _ message: ItemID, of store: SQLiteStore
  ) async throws {
    // begin example
    try store.enqueue(.undo(inbox, archive))  // waits for nothing
    try await store.apply(.undo(inbox, archive))  // until it is durable and published
    try store.applySynchronously(  // the same, on the calling thread
      .change(inbox, archive) { inbox, archive in
        try archive.append(inbox.model(of: message))
        try inbox.remove(message)
      })
    // end example
  }

  private func modify(_ list: Inbox, fetched: [Message]) async throws {
    // begin example
    try list.enqueue(.reload(.section(2)))  // for nothing; the outcome is pending
    let batches = try await list.apply(.undo())  // until it is durable and published
    try list.applySynchronously(.contents(fetched))  // the same, on the calling thread
    // end example
    _ = batches
  }

  private func modify(
    _ list: Inbox, _ changeset: Changeset<Message, Day>, for snapshot: ListSnapshot<Message, Day>
  ) async throws {
    // begin example
    try await list.apply(.changeset(changeset, basedOn: snapshot.revision))
    // end example
    // begin example
    do {
      try await list.apply(.changeset(changeset, basedOn: snapshot.revision))
    } catch DataSourceError.conflict {
      let rebased = try list.rebased(changeset, from: snapshot)
      try await list.apply(.changeset(rebased.changeset, basedOn: rebased.base.revision))
    }
    // end example
  }

  private func precompute(
    _ list: Inbox, _ changeset: Changeset<Message, Day>, show: (ListState) -> Void
  ) async throws {
    // begin example
    let change = try list.precompute(changeset)
    show(change.changes.target)
    try await list.apply(.precomputed(change))  // refused if the list has changed meanwhile
    // end example
  }

  private func change(
    _ list: Inbox, _ changeset: Changeset<Message, Day>, tellUser: (StorageError) -> Void
  ) async throws {
    // begin example
    do {
      try await list.apply(changeset)
    } catch DataSourceError.storage, DataSourceError.suspended {
      guard let suspension = list.suspension else { return }
      tellUser(suspension.cause)  // and make room, forget what was queued
      list.resume(after: suspension)
    }
    // end example
  }

  @Test func aScopeIsUndoneByItself() async throws {
    let list = try Self.inbox()
    let section = try await list.change(ChangeAnnotation(undo: .none)) { _, change in
      try change.insertSection(Day(name: "today"))
    }.batch
    #expect(section.target.sectionCount == 1)
    let stroke = Changeset<Message, Day> {
      $0.insertItems([Message(id: "stroke")], at: ItemPath(section: 0, item: 0))
    }
    let confirmation = Changeset<Message, Day> {
      $0.insertItems([Message(id: "confirmation")], at: ItemPath(section: 0, item: 0))
    }
    // begin example
    try await list.apply(stroke, ChangeAnnotation(undo: .drawing))
    try await list.apply(confirmation, ChangeAnnotation(origin: "server", undo: .none))
    try await list.apply(.undo(in: .drawing))  // takes the stroke back
    // end example
    #expect(try list.snapshot.models().map(\.id) == ["confirmation"])
    try await list.apply(.redo(in: .drawing))
    // begin example
    let undo = try list.enqueue(.undo(in: .drawing))
    // end example
    #expect(try await undo.value.count == 1)
    await list.close()
  }

  // MARK: Following

  private func follow(
    path: String, _ changeset: Changeset<Message, Day>,
    render: ([ListOperation<Message, Day>]) -> Void
  ) async throws {
    // begin example
    let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"))
    let batches = try messages.batches()
    try await messages.apply(changeset)
    for try await batch in batches { render(batch.changes.operations) }
    // end example
  }

  private func follow(_ list: Inbox, render: (Inbox.Batch) -> Void) async throws {
    // begin example
    let batches = try list.batches()
    while let batch = try await batches.nextIfPublished() { render(batch) }
    // end example
  }

  private func follow(
    _ list: Inbox, after conflict: WriteConflict, show: (Inbox.Batch) -> Void
  ) async throws {
    // begin example
    for try await batch in try list.batches(after: conflict.base) { show(batch) }
    // end example
  }

  private func index(_ list: Inbox, index: (Inbox.Batch) -> Void) async throws {
    // begin example
    let seen = try list.acknowledge(by: "search index")
    for try await batch in try list.batches(after: seen) {
      index(batch)
      try list.acknowledge(batch.target.revision, by: "search index")
    }
    // end example
  }

  @MainActor @Test func aScreenShowsARevision() async throws {
    let inbox = try Self.inbox()
    let observed = try ObservedList(inbox)
    let message = Message(id: "a")
    // begin example
    let change = try await inbox.change { _, change in try change.append(message) }
    await observed.shows(change.batch.target.revision)
    // end example
    #expect(observed.itemCount == 1)
    await inbox.close()
  }

  // MARK: Rows

  private struct Row: Component {
    struct State: ComponentState { var isOpen = false }

    var text: String

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
  }

  private func open(
    _ list: ComponentList<Message, Day, Never>, at path: ItemPath
  ) async throws {
    // begin example
    try await list.apply(.update(.root, of: Row.self, in: .path(path)) { $0.isOpen = true })
    // end example
  }

  private func open(_ definition: DerivedDefinition<Message, Ungrouped>) throws {
    // begin example
    let rows = try definition.open { stored, codec, sectionCodec in
      try ListDataSource(storage: stored, codec: codec, sectionCodec: sectionCodec) { message, _ in
        Row(text: message.text)
      }
    }
    // end example
    _ = rows
  }

  // MARK: Models

  struct Person: Codable, Equatable {
    var name: String
  }

  struct FormerMail: Codable {
    var subject: String
    var from: String
  }

  // begin example
  struct Mail: VersionedModel {
    static var modelVersion: Int { 2 }
    var subject: String
    var sender: Person

    static func model(migrating earlier: EarlierModel) throws -> Mail {
      let mail = try earlier.decode(FormerMail.self)
      return Mail(subject: mail.subject, sender: Person(name: mail.from))
    }
  }
  // end example

}

// begin example
extension UndoScope {
  static let drawing = UndoScope("drawing")
}
// end example

#if canImport(SwiftUI)
  extension DocCommentExamples {
    enum Views {
      struct Mail: Codable, Sendable { var subject: String }

      struct Day: Codable, Sendable { var title: String }

      // begin example
      struct InboxView: View {
        let inbox: ObservedList<Mail, Day>

        var body: some View {
          List {
            ForEach(inbox.sections) { section in
              Section(section.model?.title ?? "") {
                ForEach(section.items, id: \.self) { MailRow(mail: inbox.item($0)) }
              }
            }
          }
        }
      }

      struct MailRow: View {
        let mail: ObservedItem<Mail>

        var body: some View { Text(mail.model?.subject ?? "") }
      }
      // end example
    }
  }
#endif
