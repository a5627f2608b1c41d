import Foundation
import Roster
import RosterDerived
import RosterTestKit
import Testing

/// A canary that was in all parts of a file, and is to be nowhere.
@Suite("Erasing") struct ErasingTests {
  private struct Note: Codable, Equatable, Identifiable {
    var id: String
    var text: String
  }

  private typealias Notes = ListDataSource<Note, String, Never>
  private typealias Derived = DerivedList<Note, Ungrouped, Never>

  private static let canary = "zanzibarkanarie"

  /// The files of a folder that have the canary, in whatever case.
  private static func found(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: name)))
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      return text.contains(canary)
    }
  }

  private struct Opened {
    let store: SQLiteStore
    let notes: Notes
    let sorted: Derived
    let found: Derived

    init(_ store: SQLiteStore) throws {
      self.store = store
      notes = try Notes(.stored(try #require(try store.list(named: "notes"))), key: \.id)
      sorted = try notes.derived("sorted", version: "1").sorted { [.ascending($0.text)] }.open()
      found = try notes.derived("found", version: "1").search("hello") { [$0.text] }.open()
    }

    func close() async {
      await found.close()
      await sorted.close()
      await notes.close()
    }
  }

  /// Notes among which the canary was: as a model, a key, a section, a state, what a change says, a key by which a list is
  /// sorted, and a word that is searched.
  private static func write(_ opened: Opened) async throws {
    let (notes, canary) = (opened.notes, canary)
    let section = try await notes.change { _, change in
      let section = try change.insertSection("first")
      for number in 0..<40 {
        try change.append(Note(id: "n\(number)", text: "hello \(number)"), toSection: section)
      }
      return section
    }.value
    var annotation = ChangeAnnotation(origin: canary)
    annotation.userInfo["why"] = .string(canary)
    let added = try await notes.change(annotation) { _, change in
      let section = try change.insertSection("the \(canary)")
      return try change.append(Note(id: canary, text: "Hello \(canary)"), toSection: section)
    }.value
    try await notes.apply(
      Changeset(),
      states: [
        StateAssignment(
          item: .id(added), scope: .root, state: StoredState(typeVersion: 1, value: .text(canary)))
      ])
    try await notes.change { _, change in
      try change.update(added) { $0.text = "HELLO \(canary) again" }
      try change.update(section, "a \(canary)")
    }
    try await opened.sorted.bringUpToDate()
    try await opened.found.bringUpToDate()
    #expect(opened.found.list.snapshot.itemCount == 41)
    try await notes.change { _, change in try change.update(section, "first") }
    try await notes.change { _, change in try change.remove(change.state.sectionIDs[1]) }
    try await opened.sorted.bringUpToDate()
    try await opened.found.bringUpToDate()
  }

  private static func texts<Section: Sendable>(
    _ list: ListDataSource<Note, Section, Never>
  ) throws -> [String] {
    try list.snapshot.contents().sections.flatMap { $0.items.map(\.text) }
  }

  @Test func nothingIsLeftInTheFileOrItsLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    var opened = try Opened(store)
    try await Self.write(opened)
    let (notes, sorted) = (try Self.texts(opened.notes), try Self.texts(opened.sorted.list))
    await opened.close()
    #expect(try !Self.found(in: folder).isEmpty)

    #expect(try store.erase() > 5)
    #expect(try Self.found(in: folder) == [])
    let sizes = try store.byteCounts()
    #expect(sizes.free == 0)
    #expect(try store.check().isEmpty)
    // The lists are what they were, and go on; only their histories are gone.
    opened = try Opened(store)
    #expect(try Self.texts(opened.notes) == notes)
    #expect(try Self.texts(opened.sorted.list) == sorted)
    #expect(opened.notes.snapshot.sectionCount == 1)
    #expect(throws: DataSourceError.self) { try opened.notes.applySynchronously(.undo()) }
    try await opened.notes.change { _, change in try change.remove(key: "n7") }
    try await opened.sorted.bringUpToDate()
    try await opened.found.bringUpToDate()
    #expect(try Self.texts(opened.sorted.list) == sorted.filter { $0 != "hello 7" })
    #expect(opened.found.list.snapshot.itemCount == 39)
    try await opened.found.search("hello 8")
    try await opened.found.bringUpToDate()
    #expect(try Self.texts(opened.found.list) == ["hello 8"])
    await opened.close()
    #expect(try store.check().isEmpty)
    try store.close()
    #expect(try Self.found(in: folder) == [])
  }

  /// Erased again, nothing is left to do.
  @Test func whatIsErasedStaysSo() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let opened = try Opened(store)
    try await Self.write(opened)
    await opened.close()
    try store.erase()
    let lists = try store.lists()
    #expect(try store.erase() == 0)
    #expect(try store.lists() == lists)
    #expect(try Self.found(in: folder) == [])
  }

  @Test func listsAreClosedFirst() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let opened = try Opened(store)
    try await Self.write(opened)
    let revision = opened.notes.snapshot.revision
    let error = #expect(throws: StorageError.self) { try store.erase() }
    #expect(error?.code == .inUse)
    #expect(opened.notes.snapshot.revision == revision)
    try await opened.notes.apply(.undo())
    try await opened.sorted.bringUpToDate()
    try await opened.found.bringUpToDate()
    await opened.close()
    try store.erase()
    // The undo has brought it back.
    #expect(try Self.found(in: folder) != [])
  }

  @Test func whatASubscriberNeedsIsNotErased() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let opened = try Opened(store)
    try opened.notes.acknowledge(by: "backup")
    try await Self.write(opened)
    await opened.close()
    let lists = try store.lists()
    let error = #expect(throws: StorageError.self) { try store.erase() }
    #expect(error?.code == .failed)
    #expect(error?.message.contains("\"backup\" of the list \"notes\"") == true)
    #expect(try store.lists() == lists)
    let again = try Opened(store)
    try again.notes.acknowledge(again.notes.snapshot.revision, by: "backup")
    await again.close()
    try store.erase()
    #expect(try Self.found(in: folder) == [])
  }

  /// A derived list that has not followed shows what is to be erased.
  @Test func aDerivedListThatLagsIsSaid() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let opened = try Opened(store)
    try await opened.notes.change { _, change in
      try change.append(Note(id: Self.canary, text: Self.canary))
    }
    try await opened.sorted.bringUpToDate()
    try await opened.found.bringUpToDate()
    await opened.close()
    let notes = try Notes(.stored(try #require(try store.list(named: "notes"))), key: \.id)
    try await notes.change { _, change in try change.remove(key: Self.canary) }
    await notes.close()
    let error = #expect(throws: StorageError.self) { try store.erase() }
    #expect(error?.message.contains("derived ") == true)
    let again = try Opened(store)
    try await again.sorted.bringUpToDate()
    try await again.found.bringUpToDate()
    await again.close()
    try store.erase()
    #expect(try Self.found(in: folder) == [])
  }

  /// A definition without a search leaves the list of texts behind, which follows nothing any more.
  @Test func whatAnEarlierDefinitionHasMadeIsErased() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    func notes() throws -> Notes {
      try Notes(.stored(try #require(try store.list(named: "notes"))), key: \.id)
    }
    var list = try notes()
    try await list.change { _, change in
      try change.append(Note(id: "1", text: "hello \(Self.canary)"))
      try change.append(Note(id: "2", text: "hello you"))
    }
    let searched = try list.derived("x", version: "1").search("hello") { [$0.text] }.open()
    try await searched.bringUpToDate()
    await searched.close()
    let plain = try list.derived("x", version: "2").where { $0.id != "3" }.open()
    try await plain.bringUpToDate()
    try await list.change { _, change in try change.remove(key: "1") }
    try await plain.bringUpToDate()
    await plain.close()
    await list.close()
    #expect(try !Self.found(in: folder).isEmpty)
    try store.erase()
    #expect(try Self.found(in: folder) == [])
    #expect(try store.check().isEmpty)
    // It is made anew when it is needed again.
    list = try notes()
    let again = try list.derived("x", version: "3").search("hello") { [$0.text] }.open()
    try await again.bringUpToDate()
    #expect(try Self.texts(again.list) == ["hello you"])
    await again.close()
    await list.close()
    #expect(try store.check().isEmpty)
  }

  @Test func copiedAndSalvagedFilesAreErasedAsWell() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var store = try SQLiteStore(path: path)
    let opened = try Opened(store)
    try await Self.write(opened)
    await opened.close()
    try store.close()
    let salvaged = folder.path(of: "salvaged.sqlite")
    _ = try SQLiteStore.salvage(path, into: salvaged)
    let copied = folder.path(of: "copied.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copied)
    #expect(try Self.found(in: folder).count == 3)
    for path in [path, salvaged, copied] {
      store = try SQLiteStore(path: path)
      try store.erase()
      #expect(try store.check().isEmpty)
      try store.close()
    }
    #expect(try Self.found(in: folder) == [])
  }

  @Test func aListInMemoryIsErased() async throws {
    let store = try SQLiteStore.inMemory()
    let opened = try Opened(store)
    try await Self.write(opened)
    await opened.close()
    #expect(try store.erase() > 5)
    #expect(try store.check().isEmpty)
    let notes = try Notes(.stored(try #require(try store.list(named: "notes"))), key: \.id)
    #expect(notes.snapshot.itemCount == 40)
    #expect(try notes.oldestRevision == notes.snapshot.revision - 1)
    await notes.close()
  }
}
