import Foundation
import Roster
import RosterDerived
import RosterFaults
import RosterTestKit
import Testing

/// What the first release wrote.
private struct FormerNote: Codable, Equatable, Sendable {
  var number: Int
  var text: String
}

private struct Note: VersionedModel, Equatable {
  static var modelVersion: Int { 2 }
  var number: Int
  var title: String
  var isPinned: Bool

  init(_ former: FormerNote) { (number, title, isPinned) = (former.number, former.text, false) }

  static func model(migrating earlier: EarlierModel) throws -> Note {
    Note(try earlier.decode(FormerNote.self))
  }
}

private struct Folder: VersionedModel, Equatable {
  struct Former: Codable, Equatable, Sendable { var name: String }

  static var modelVersion: Int { 2 }
  var title: String

  static func model(migrating earlier: EarlierModel) throws -> Folder {
    Folder(title: try earlier.decode(Former.self).name)
  }
}

/// Models as bytes, which say no version.
private struct PackedCodec: ModelCodec {
  func encode(_ model: Note) throws -> StoredValue {
    .blob(Array(try JSONEncoder().encode(model)))
  }

  func decode(_ value: StoredValue) throws -> Note {
    guard case .blob(let bytes) = value else { throw StorageError(.undecodable, "no bytes") }
    return try JSONDecoder().decode(Note.self, from: Data(bytes))
  }
}

@Suite("Models that are rewritten")
struct RewritingTests {
  private typealias Former = ListDataSource<FormerNote, Folder.Former, Never>
  private typealias Latest = ListDataSource<Note, Folder, Never>

  private static func latest(_ list: any StoredList) throws -> Latest {
    try Latest(
      storage: list, codec: JSONModelCodec(), sectionCodec: JSONModelCodec(), key: \.number)
  }

  /// Fills a list as the first release: three sections of ten, of which some items are changed and removed.
  private static func fill(_ store: SQLiteStore, _ name: String = "notes") async throws {
    let list = try Former(.stored(try #require(try store.list(named: name))), key: \.number)
    try await list.change { _, change in
      for section in 0..<3 {
        let id = try change.insertSection(Folder.Former(name: "folder \(section)"))
        for number in 0..<10 {
          let number = section * 10 + number
          try change.append(FormerNote(number: number, text: "note \(number)"), toSection: id)
        }
      }
    }
    try await list.change { _, change in
      try change.update(key: 4) { $0.text = "new 4" }
      try change.remove(key: 5)
    }
    try await list.change { _, change in try change.update(key: 25) { $0.text = "new 25" } }
    await list.close()
  }

  /// How many models of items are of which version.
  private static func versions(_ store: SQLiteStore, _ name: String = "notes") throws -> [Int: Int]
  {
    let list = try #require(try store.list(named: name, create: false))
    let state = try list.load()
    let items = try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
    return try list.models(of: items, at: state.revision)
      .reduce(into: [:]) { $0[$1?.modelVersion ?? 0, default: 0] += 1 }
  }

  private static func titles(_ snapshot: ListSnapshot<Note, Folder>) throws -> [String] {
    try (0..<snapshot.sectionCount).flatMap { try snapshot.models(inSection: $0) }.map(\.title)
  }

  private static let titles = (0..<30).filter { $0 != 5 }
    .map { [4: "new 4", 25: "new 25"][$0] ?? "note \($0)" }

  @Test(arguments: [1, 7, 500])
  func whatNoKeptRevisionHasWrittenIsRewritten(chunkSize: Int) async throws {
    let store = try SQLiteStore.inMemory()
    try await Self.fill(store)
    let list = try Self.latest(try #require(try store.list(named: "notes")))
    let everything = try await list.rewriteModels(chunkSize: chunkSize)
    #expect(everything == (0, 35), "all revisions are kept")
    #expect(try Self.versions(store) == [1: 29])

    try list.compact(JournalRetention(revisionCountMax: 1))
    let snapshot = list.snapshot
    let some = try await list.rewriteModels(chunkSize: chunkSize)
    // The last revision has written one model, and replaced one.
    #expect(some == (31, 2))
    #expect(try Self.versions(store) == [1: 1, 2: 28])
    #expect(list.snapshot.revision == snapshot.revision)
    #expect(try Self.titles(snapshot) == Self.titles)
    #expect(try await list.rewriteModels(chunkSize: chunkSize) == (0, 2))
    #expect(try store.check() == [])

    // What is kept is undone as before.
    try await list.apply(.undo())
    #expect(try list.snapshot.item(key: 25)?.model.title == "note 25")
    try await list.apply(.redo())
    await list.close()
    let again = try Self.latest(try #require(try store.list(named: "notes")))
    #expect(try Self.titles(again.snapshot) == Self.titles)
    #expect(try again.snapshot.sectionModel(at: 2) == Folder(title: "folder 2"))
    for number in 0..<3 {
      try await again.change { _, change in try change.update(key: number) { $0.isPinned = true } }
    }
    try again.compact(JournalRetention(revisionCountMax: 0))
    #expect(try await again.rewriteModels(chunkSize: chunkSize).remaining == 0)
    #expect(try Self.versions(store) == [2: 29])
    #expect(try store.check() == [])
    await again.close()
  }

  /// The process ends at any commit, or one fails; what was rewritten is, and the rest follows.
  @Test(arguments: 0..<8, [FaultyStore.Moment.before, .after])
  func whatWasInterruptedGoesOn(skipping: Int, moment: FaultyStore.Moment) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var store = try SQLiteStore(path: path)
    try await Self.fill(store)
    let faulty = FaultyStore(store)
    let list = try Self.latest(try faulty.list(named: "notes"))
    try list.compact(JournalRetention(revisionCountMax: 0))
    faulty.crash(moment, skipping: skipping)
    await #expect(throws: StorageError.self) { try await list.rewriteModels(chunkSize: 4) }
    await list.close()
    try store.close()

    store = try SQLiteStore(path: path)
    #expect(try store.check() == [])
    let again = try Self.latest(try #require(try store.list(named: "notes")))
    #expect(try Self.titles(again.snapshot) == Self.titles)
    _ = try await again.rewriteModels()
    #expect(try Self.versions(store)[1] ?? 0 <= 1)
    #expect(try store.check() == [])
    await again.close()
    try store.close()
  }

  @Test func aModelThatDoesNotBecomeOneStaysAndIsNamed() async throws {
    let store = try SQLiteStore.inMemory()
    let plain = try ListDataSource<JSONValue, JSONValue, Never>(
      .stored(try #require(try store.list(named: "notes"))))
    try await plain.change { _, change in
      for number in 0..<30 {
        var note: JSONObject = ["number": .number(Double(number))]
        if number != 20 { note["text"] = .string("note \(number)") }
        try change.append(.object(note))
      }
    }
    try await plain.change { _, change in _ = try change.insertSection() }
    try plain.compact(JournalRetention(revisionCountMax: 0))
    await plain.close()
    let list = try Latest(.stored(try #require(try store.list(named: "notes"))))
    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) {
        try await list.rewriteModels(chunkSize: 8)
      }
      #expect(error?.code == .undecodable)
      #expect(error?.message.hasPrefix("the model of item 21 stays as it is: ") == true)
      #expect(try Self.versions(store) == [1: 1, 2: 29])
    }
    #expect(try store.check() == [])
    await list.close()
  }

  /// Changes, compactions and rewritings at random, beside an array.
  @Test(arguments: 1...12)
  func changesGoOnMeanwhile(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let store = try SQLiteStore.inMemory()
    try await Self.fill(store)
    let list = try Self.latest(try #require(try store.list(named: "notes")))
    var titles = Self.titles
    for step in 0..<60 {
      let place = Int.random(in: 0..<titles.count, using: &random)
      let snapshot = list.snapshot
      let items = try (0..<snapshot.sectionCount).flatMap { try snapshot.items(inSection: $0) }
      let (item, text) = (items[place].id, "seed \(seed), step \(step)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        try await list.change { _, change in try change.update(item) { $0.title = text } }
        titles[place] = text
      case 1 where titles.count > 1:
        try await list.change { _, change in try change.remove(item) }
        titles.remove(at: place)
      case 2 where try list.canUndo():
        try await list.apply(.undo())
        if list.snapshot.itemCount == 0 { try await list.apply(.redo()) }
        titles = try Self.titles(list.snapshot)
      case 3:
        try list.compact(
          JournalRetention(revisionCountMax: Int.random(in: 0..<4, using: &random)))
      default:
        let size = Int.random(in: 1..<40, using: &random)
        async let rewritten = list.rewriteModels(chunkSize: size)
        try await list.change { _, change in try change.update(item) { $0.isPinned.toggle() } }
        _ = try await rewritten
      }
      #expect(try Self.titles(list.snapshot) == titles, "\(text)")
      #expect(try store.check() == [], "\(text)")
    }
    await list.close()
  }

  @Test func listsWithoutVersionsAndOfOthersAreLeftAlone() async throws {
    let store = try SQLiteStore.inMemory()
    try await Self.fill(store)
    let plain = try Former(.stored(try #require(try store.list(named: "notes"))))
    try plain.compact(JournalRetention(revisionCountMax: 0))
    #expect(try await plain.rewriteModels() == (0, 0))
    await plain.close()
    let other = try ListDataSource<Note, String, Never>(
      storage: try #require(try store.list(named: "packed")), codec: PackedCodec(),
      sectionCodec: JSONModelCodec())
    await #expect(throws: StorageError.self) { try await other.rewriteModels() }
    await other.close()
    let list = try Self.latest(try #require(try store.list(named: "notes")))
    let sorted = try list.derived("sorted", version: "1").sorted { [.ascending($0.title)] }.open()
    try await sorted.bringUpToDate()
    await #expect(throws: StorageError.self) { try await sorted.list.rewriteModels() }
    try await list.rewriteModels()
    try await sorted.bringUpToDate()
    #expect(try sorted.list.snapshot.models().map(\.title) == Self.titles.sorted())
    await sorted.close()
    await list.close()
    #expect(try store.check() == [])
  }
}
