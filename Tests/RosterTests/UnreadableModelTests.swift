import Roster
import RosterTestKit
import Testing

/// A list that an application cannot read any more is replaced by what its server says.
@Suite("Contents of lists that do not decode") struct UnreadableModelTests {
  private struct Former: Codable, Sendable {
    var id: Int
    var title: String?
  }

  private struct Note: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var title: String
  }

  private struct FormerDay: Codable, Sendable {
    var id: Int
    var name: String?
  }

  private struct Day: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
  }

  private typealias Notes = ListDataSource<Note, Day, Never>

  /// Lists in which some items and sections lack what is required now.
  ///
  /// - Returns: The identities of the items, by their numbers.
  private static func write(
    _ stored: SQLiteList, _ sections: [(day: FormerDay, notes: [Former])]
  ) async throws -> [Int: ItemID] {
    let list = try ListDataSource<Former, FormerDay, Never>(.stored(stored))
    let ids = try await list.change { _, change in
      var ids: [Int: ItemID] = [:]
      for (day, notes) in sections {
        let section = try change.insertSection(day)
        for note in notes { ids[note.id] = try change.append(note, toSection: section) }
      }
      return ids
    }.value
    await list.close()
    return ids
  }

  @Test func whatDecodesKeepsItsIdentity() async throws {
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "notes"))
    let ids = try await Self.write(
      stored,
      [
        (FormerDay(id: 1, name: "Monday"), [Former(id: 1, title: "a"), Former(id: 2, title: nil)]),
        (FormerDay(id: 2, name: nil), [Former(id: 3, title: "c"), Former(id: 4, title: nil)]),
      ])
    let notes = try Notes(.stored(stored))
    #expect(throws: StorageError.self) { try notes.snapshot.contents() }
    let target = ListContents<Note, Day>([
      .init(
        model: Day(id: 2, name: "Tuesday"),
        items: [Note(id: 4, title: "d"), Note(id: 3, title: "c")]),
      .init(
        model: Day(id: 1, name: "Monday"),
        items: [Note(id: 2, title: "b"), Note(id: 1, title: "a")]),
    ])
    let batch = try await notes.apply(.contents(target))
    #expect(try notes.snapshot.contents() == target)
    #expect(try notes.snapshot.item(at: ItemPath(section: 0, item: 1))?.id == ids[3])
    #expect(try notes.snapshot.item(at: ItemPath(section: 1, item: 1))?.id == ids[1])
    #expect(batch.changes.changeset.outline.insertedItems.count == 2)
    #expect(try store.check().isEmpty)
    await notes.close()
  }

  /// Whatever decodes, the list becomes the snapshot, and the batch leads there.
  @Test(arguments: 0..<200)
  func theListBecomesTheSnapshot(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "notes"))
    var numbers = Array(1...20).shuffled(using: &random)
    var sections: [(FormerDay, [Former])] = []
    for day in 0..<random.index(below: 5) {
      let count = min(numbers.count, random.index(below: 6))
      let notes = numbers.prefix(count).map {
        Former(id: $0, title: random.happens(percent: 70) ? "title \($0)" : nil)
      }
      numbers.removeFirst(count)
      sections.append(
        (FormerDay(id: day, name: random.happens(percent: 70) ? "day \(day)" : nil), notes))
    }
    let ids = try await Self.write(stored, sections)
    let notes = try Notes(.stored(stored))
    numbers = Array(1...20).shuffled(using: &random)
    let target = ListContents<Note, Day>(
      (0..<random.index(below: 5)).shuffled(using: &random).map { day in
        let count = min(numbers.count, random.index(below: 6))
        defer { numbers.removeFirst(count) }
        return .init(
          model: Day(id: day, name: "day \(day)"),
          items: numbers.prefix(count).map { Note(id: $0, title: "title \($0)") })
      })
    try await notes.apply(.contents(target))
    #expect(try notes.snapshot.contents() == target, "seed \(seed)")
    let readable = Dictionary(
      uniqueKeysWithValues: sections.flatMap { $0.1 }.filter { $0.title != nil }.map {
        ($0.id, ids[$0.id])
      })
    try notes.snapshot.forEachItem { item in
      if let id = readable[item.model.id] { #expect(item.id == id, "seed \(seed)") }
      return true
    }
    #expect(try store.check().isEmpty)
    await notes.close()
  }

  @Test func fetchedContactsReplaceThem() async throws {
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "notes"))
    _ = try await Self.write(stored, [(FormerDay(id: 0, name: nil), [Former(id: 1, title: nil)])])
    let contacts = try Notes(.stored(stored))
    let fetched = [Note(id: 1, title: "fetched")]
    // begin example
    try await contacts.apply(.contents(fetched))
    // end example
    #expect(try contacts.snapshot.models() == fetched)
    await contacts.close()
  }

  private struct LaterNote: VersionedModel, Equatable, Identifiable {
    static var modelVersion: Int { 2 }
    var id: Int
    var text: String

    static func model(migrating earlier: EarlierModel) throws -> LaterNote {
      LaterNote(id: 0, text: "")
    }
  }

  private struct EarlierNote: VersionedModel, Equatable, Identifiable {
    static var modelVersion: Int { 1 }
    var id: Int
    var title: String

    static func model(migrating earlier: EarlierModel) throws -> EarlierNote {
      try earlier.decode(EarlierNote.self)
    }
  }

  @Test func whatALaterReleaseHasWrittenStays() async throws {
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "notes"))
    let later = try ListDataSource<LaterNote, String, Never>(.stored(stored))
    try await later.change { _, change in try change.append(LaterNote(id: 1, text: "later")) }
    await later.close()
    let earlier = try ListDataSource<EarlierNote, String, Never>(.stored(stored))
    let error = await #expect(throws: DataSourceError.self) {
      try await earlier.apply(.contents([EarlierNote(id: 1, title: "earlier")]))
    }
    guard case .storage(let storage)? = error else { throw StorageError(.failed, "no error") }
    #expect(storage.code == .newerModel)
    #expect(earlier.snapshot.itemCount == 1 && earlier.snapshot.revision == 1)
    await earlier.close()
  }
}
