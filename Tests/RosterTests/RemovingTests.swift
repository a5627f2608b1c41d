import Foundation
import Roster
import RosterDerived
import RosterTestKit
import Testing

/// Lists that an application removes; `RosterStorageTests.RemovalTests` has what is left of them in each kind of store.
@Suite("Removing lists") struct RemovingTests {
  private struct Note: Codable, Equatable, Identifiable {
    var id: String
    var text: String
  }

  private typealias Notes = ListDataSource<Note, String, Never>

  private static func notes(_ name: String, _ store: SQLiteStore) throws -> Notes {
    try Notes(.stored(try #require(try store.list(named: name))), key: \.id)
  }

  private static func fill(_ notes: Notes, _ count: Int = 10) async throws {
    try await notes.change { _, change in
      for number in 0..<count {
        try change.append(Note(id: "\(number)", text: "hello \(number)"))
      }
    }
  }

  @Test func aConversationIsDeletedAndBegunAnew() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "chat.sqlite"))
    for name in ["Ada", "Grace"] {
      let notes = try Self.notes(name, store)
      try await Self.fill(notes)
      await notes.close()
    }
    #expect(try store.removeList(named: "Grace") == ["Grace"])
    #expect(try store.removeList(named: "Grace") == [])
    #expect(try store.removeList(named: "ada") == [])
    #expect(try store.lists().map(\.name) == ["Ada"])
    let again = try Self.notes("Grace", store)
    #expect(again.snapshot.itemCount == 0 && again.snapshot.revision == 0)
    try await Self.fill(again, 3)
    #expect(again.snapshot.itemCount == 3)
    await again.close()
    #expect(try store.check().isEmpty)
    try store.close()
  }

  @Test func anOpenListIsRefusedAndGoesOn() async throws {
    let store = try SQLiteStore.inMemory()
    let notes = try Self.notes("notes", store)
    try await Self.fill(notes)
    let error = #expect(throws: StorageError.self) { try store.removeList(named: "notes") }
    #expect(error?.code == .inUse)
    try await notes.change { _, change in try change.remove(key: "3") }
    #expect(notes.snapshot.itemCount == 9)
    await notes.close()
    #expect(try store.removeList(named: "notes") == ["notes"])
  }

  /// What still holds a snapshot, or has the list open in another process, is told.
  @Test func othersAreToldThatTheListIsGone() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let notes = try Self.notes("notes", store)
    try await Self.fill(notes, 1_000)
    await notes.close()
    // Opened again, nothing of it is in memory.
    let opened = try Self.notes("notes", store)
    let snapshot = opened.snapshot
    await opened.close()
    // Another store is as one of another process, but for the claim that a process has on a list.
    let other = try #require(
      try SQLiteStore(path: folder.path(of: "./notes.sqlite")).list(named: "notes"))
    let state = try other.load()
    try store.removeList(named: "notes")
    for item in [0, 500, 999] {
      let error = #expect(throws: StorageError.self) {
        try snapshot.model(at: ItemPath(section: 0, item: item))
      }
      #expect(error?.code == .replaced, "\(item)")
    }
    #expect(throws: StorageError.self) { try other.models(of: state.itemIDs(inSection: 0), at: 1) }
    #expect(throws: StorageError.self) { try other.storedRevision() }
  }

  private static let derived = [
    "found", "found (texts)", "first", "first (all)", "sorted", "longest of sorted",
  ]

  private static func withDerivedLists(
    _ body: (SQLiteStore) async throws -> Void
  ) async throws {
    let store = try SQLiteStore.inMemory()
    let other = try notes("other", store)
    try await fill(other)
    let notes = try notes("notes", store)
    try await fill(notes)
    let found = try notes.derived("found", version: "1").search("hello") { [$0.text] }.open()
    let first = try notes.derived("first", version: "1").sorted { [.descending($0.text)] }
      .limit(3).open()
    let sorted = try notes.derived("sorted", version: "1").sorted { [.ascending($0.text)] }.open()
    let longest = try sorted.list.derived("longest of sorted", version: "1")
      .where { $0.text.count > 2 }.open()
    let ofOther = try other.derived("of other", version: "1").search("hello") { [$0.text] }.open()
    for list in [longest, found, first, sorted, ofOther] {
      try await list.bringUpToDate()
      await list.close()
    }
    await notes.close()
    await other.close()
    try await body(store)
    #expect(try store.check().isEmpty)
    let again = try Self.notes("other", store)
    let search = try again.derived("of other", version: "1").search("hello 7") { [$0.text] }.open()
    try await search.bringUpToDate()
    #expect(search.list.snapshot.itemCount == 1)
    await search.close()
    await again.close()
  }

  @Test func derivedListsGoWithTheirSource() async throws {
    try await Self.withDerivedLists { store in
      let removed = try store.removeList(named: "notes")
      #expect(removed.first == "notes")
      #expect(removed.dropFirst().sorted() == Self.derived.sorted())
      #expect(try store.lists().map(\.name) == ["of other", "of other (texts)", "other"])
      let notes = try Self.notes("notes", store)
      try await Self.fill(notes, 2)
      let found = try notes.derived("found", version: "1").search("1") { [$0.text] }.open()
      try await found.bringUpToDate()
      #expect(found.list.snapshot.itemCount == 1)
      await found.close()
      await notes.close()
    }
  }

  @Test(arguments: [
    ("found", ["found", "found (texts)"]), ("first", ["first", "first (all)"]),
    ("sorted", ["sorted", "longest of sorted"]), ("longest of sorted", ["longest of sorted"]),
    ("found (texts)", ["found", "found (texts)"]),
  ])
  func aDerivedListGoesAlone(name: String, removed: [String]) async throws {
    try await Self.withDerivedLists { store in
      #expect(try store.removeList(named: name).sorted() == removed.sorted())
      let source = try #require(
        try store.list(named: name == "longest of sorted" ? "sorted" : "notes", create: false))
      let followers = try source.subscribers().map(\.name)
      #expect(removed.allSatisfy { !followers.contains("derived \($0)") }, "\(followers)")
      #expect(try store.lists().map(\.name).contains("notes"))
      // It can be made anew.
      let notes = try Self.notes("notes", store)
      try await notes.change { _, change in try change.remove(key: "5") }
      let again = try notes.derived(removed[0], version: "1").search("hello") { [$0.text] }.open()
      try await again.bringUpToDate()
      #expect(again.list.snapshot.itemCount == 9)
      await again.close()
      await notes.close()
    }
  }

  /// A definition without a search leaves the list of texts behind, which follows nothing any more.
  @Test func whatEarlierDefinitionsHaveMadeGoesAsWell() async throws {
    let store = try SQLiteStore.inMemory()
    let notes = try Self.notes("notes", store)
    try await Self.fill(notes)
    let first = try notes.derived("x", version: "1").search("hello") { [$0.text] }.open()
    try await first.bringUpToDate()
    await first.close()
    let second = try notes.derived("x", version: "2").where { $0.id != "3" }.open()
    try await second.bringUpToDate()
    await second.close()
    await notes.close()
    #expect(try store.lists().map(\.name) == ["notes", "x", "x (texts)"])
    #expect(try store.removeList(named: "notes").sorted() == ["notes", "x", "x (texts)"])
    #expect(try store.lists().isEmpty)
  }

  /// A process that still shows a derived list does not register it with the source again.
  @Test func aSourceForgetsWhatOthersStillShow() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let notes = try Self.notes("notes", store)
    try await Self.fill(notes)
    let sorted = try notes.derived("sorted", version: "1").sorted { [.ascending($0.text)] }.open()
    try await sorted.bringUpToDate()
    // As another process does, which has no claim in this one.
    let stored = try #require(try store.list(named: "notes", create: false))
    try stored.removeSubscriber("derived sorted")
    let address = try #require(sorted.list.address)
    try address.store.removeLists([address.number])
    try await notes.change { _, change in try change.remove(key: "1") }
    await #expect(throws: (any Error).self) { try await sorted.bringUpToDate() }
    await sorted.close()
    #expect(try stored.subscribers().isEmpty)
    await notes.close()
    #expect(try store.check().isEmpty)
  }

  @Test func aDerivedListThatIsOpenKeepsItsSource() async throws {
    let store = try SQLiteStore.inMemory()
    let notes = try Self.notes("notes", store)
    try await Self.fill(notes)
    let sorted = try notes.derived("sorted", version: "1").sorted { [.ascending($0.text)] }.open()
    try await sorted.bringUpToDate()
    let lists = try store.lists()
    #expect(throws: StorageError.self) { try store.removeList(named: "sorted") }
    #expect(throws: StorageError.self) { try store.removeList(named: "notes") }
    #expect(try store.lists() == lists)
    await sorted.close()
    await notes.close()
    try store.removeList(named: "sorted")
    #expect(try store.lists().map(\.name) == ["notes"])
  }

  /// Without the other list, what the change has done in this one can be taken back.
  @Test func aChangeOfARemovedListIsUndoneInTheOther() async throws {
    let store = try SQLiteStore.inMemory()
    let (inbox, archive) = (try Self.notes("inbox", store), try Self.notes("archive", store))
    try await Self.fill(inbox)
    try await store.change(inbox, archive) { inbox, archive in
      try inbox.remove(key: "4")
      try archive.append(Note(id: "4", text: "hello 4"))
    }
    await #expect(throws: DataSourceError.self) { try await inbox.apply(.undo()) }
    await archive.close()
    try store.removeList(named: "archive")
    try await inbox.apply(.undo())
    #expect(inbox.snapshot.itemCount == 10)
    await inbox.close()
    #expect(try store.check().isEmpty)
  }

  @Test func nothingOfARemovedListIsLeftAfterErasing() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    for name in ["notes", "zanzibarkanarie"] {
      let notes = try Self.notes(name, store)
      try await notes.change { _, change in
        try change.append(Note(id: "1", text: "hello \(name)"))
      }
      let found = try notes.derived("found in \(name)", version: "1").search("h") { [$0.text] }
        .open()
      try await found.bringUpToDate()
      await found.close()
      await notes.close()
    }
    #expect(try store.removeList(named: "zanzibarkanarie").count == 3)
    try store.erase()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: name)))
      #expect(bytes.range(of: Data("zanzibarkanarie".utf8)) == nil, "\(name)")
    }
    #expect(try store.check().isEmpty)
  }

  @Test func copiedAndSalvagedFilesHaveOnlyTheListsThatAreLeft() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    for name in ["a", "b", "c"] {
      let notes = try Self.notes(name, store)
      try await Self.fill(notes, 2_000)
      await notes.close()
    }
    for name in ["a", "c"] { try store.removeList(named: name) }
    try store.close()
    let report = try SQLiteStore.salvage(path, into: folder.path(of: "salvaged.sqlite"))
    #expect(report.isComplete && report.lists.map(\.name) == ["b"], "\(report)")
    let salvaged = try SQLiteStore(path: folder.path(of: "salvaged.sqlite"))
    #expect(try salvaged.lists().map(\.name) == ["b"])
    #expect(try salvaged.check().isEmpty)
    _ = try salvaged.list(named: "c")
    #expect(try salvaged.check().isEmpty)
    try salvaged.close()
  }
}
