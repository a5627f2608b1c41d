import Foundation
import GRDB
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// The keys of items in a file: what a check finds, what is saved, and what is copied.
@Suite("Keys in a file") struct KeyTests {
  private let temporary: TemporaryStore

  /// A list with the keys "a", "b" and 7, of which "a" was that of another item before.
  init() throws {
    temporary = try TemporaryStore()
    let list = try temporary.list()
    var builder = CommitGroupBuilder(try list.load(), key: Self.key)
    try builder.add(newSection(["a", "b", "7"]))
    try builder.add(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
    try builder.add(Changeset { $0.insertItem("a", at: ItemPath(section: 0, item: 2)) })
    try list.addKeys { _, _ in "" }
    try list.commit(builder.group)
  }

  private static let key: @Sendable (String) -> ModelKey = { text in
    Int(text).map(ModelKey.integer) ?? .text(text)
  }

  @Test func uuidsOfRowsAreKeysAsFoundationWritesThem() {
    let seed: UInt64 = 46
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let id = UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
      let key = ModelKey.text(id)
      #expect(ModelKey(.blob(bytes)) == key, "seed \(seed)")
      #expect(ModelKey(.text(Array(id.utf8))) == key, "seed \(seed)")
      #expect(ModelKey(.text(Array(id.lowercased().utf8))) == key, "seed \(seed)")

      // What is nearly one stays as it is.
      var other = Array(id.lowercased())
      let index = random.index(below: other.count)
      let letter: Character = ["g", " ", "+", "x", "é", "-"][random.index(below: 6)]
      if other[index] == letter { continue }
      other[index] = letter
      #expect(
        ModelKey(.text(Array(String(other).utf8))) == .text(String(other)),
        "seed \(seed), \(String(other))")
    }
  }

  /// The items with the three keys and one more, at the last revision and at the first.
  private func found(_ store: SQLiteStore, _ name: String = "main") throws -> [[Int?]?] {
    let list = try #require(try store.list(named: name, create: false))
    return try [3, 1].map { revision in
      try list.items(withKeys: ["a", "b", 7, "7"], at: revision)?.map { $0?.id.rawValue }
    }
  }

  private let right: [[Int?]?] = [[4, 2, 3, nil], [1, 2, 3, nil]]

  @Test func keysAreFoundAndCheck() throws {
    #expect(try temporary.store.check() == [])
    #expect(try found(temporary.store) == right)
  }

  @Test func beforeAListHadKeysNoItemIsFoundByOne() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let state = try list.commit(newSection(["a"]), on: list.load())
    _ = try list.commit(Changeset(), on: state)
    try list.addKeys { _, _ in "a" }
    #expect(try list.items(withKeys: ["a"], at: 2)?.map { $0?.id.rawValue } == [1])
    for keys in [["a"], ["b"], []] as [[ModelKey]] {
      #expect(try list.items(withKeys: keys, at: 1) == nil, "\(keys)")
    }
    #expect(try list.items(withKeys: ["b"], at: 2) == [nil])
  }

  /// Each alteration of a key, and what the check says of it.
  @Test(arguments: [
    ("UPDATE item SET model_key = 'c' WHERE model_key = 'b'", "a model or a state was altered"),
    ("UPDATE item SET model_key = '7' WHERE model_key = 7", "a model or a state was altered"),
    (
      "UPDATE item SET model_key = NULL WHERE model_key = 'b'",
      "an item has no key, and the list has keys: 2"
    ),
    (
      "UPDATE item SET model_key = 'a' WHERE model_key = 'b'",
      "two items have the same key, one of them: 4"
    ),
    ("UPDATE item SET model_key = x'61' WHERE model_key = 'b'", "neither a text nor an integer: 2"),
    ("UPDATE item_history SET model_key = 'c'", "a model or a state was altered"),
    ("UPDATE item_history SET model_key = NULL", "a model or a state was altered"),
    ("UPDATE list SET keys_from = 2", "the row of the list was altered"),
    ("UPDATE list SET keys_from = NULL", "an item has a key, and the list has none: 2"),
    ("UPDATE item SET model_key = 'c', leaf = leaf + 9 WHERE model_key = 'b'", "names a leaf page"),
    ("DELETE FROM leaf", "an item has a row, but is in no leaf page"),
    ("DROP INDEX item_key", "index item_key is not as Roster made it"),
  ])
  func alteredKeysAreFoundAndTheFileIsSaved(damage: String, finding: String) throws {
    try temporary.damage(damage)
    try temporary.expect(finding)
    try temporary.store.close()
    let path = temporary.folder.path("saved.sqlite")
    let report = try SQLiteStore.salvage(temporary.path, into: path)
    #expect(report.lists.map(\.itemCount) == [3])
    let saved = try SQLiteStore(path: path)
    #expect(try saved.check() == [])
    let list = try #require(try saved.list(named: "main", create: false))
    // A key that may have been altered is none: those that are left are right, or made again.
    try list.addKeys { (_, value) throws(StorageError) in
      guard case .text(let text) = value else { throw StorageError(.failed, "no text") }
      return Self.key(text)
    }
    #expect(try saved.check() == [])
    #expect(try found(saved)[0] == right[0], "\(damage)")
  }

  /// An alteration does not give a list keys.
  @Test func aListWithoutKeysIsSavedWithoutThem() throws {
    let list = try temporary.list("other")
    _ = try list.commit(newSection(["x"]), on: list.load())
    try temporary.damage("UPDATE item SET model_key = 'a' WHERE id >> 40 = 2")
    try temporary.expect("an item has a key, and the list has none: 1")
    try temporary.store.close()
    let path = temporary.folder.path("saved.sqlite")
    _ = try SQLiteStore.salvage(temporary.path, into: path)
    let saved = try SQLiteStore(path: path)
    #expect(try saved.check() == [])
    #expect(try saved.list(named: "other")?.keysRevision() == nil)
    #expect(try found(saved) == right)
  }

  @Test func aSoundListIsSavedWithItsKeys() throws {
    try temporary.store.close()
    let path = temporary.folder.path("saved.sqlite")
    let report = try SQLiteStore.salvage(temporary.path, into: path)
    #expect(report.isComplete)
    #expect(try found(SQLiteStore(path: path)) == right)
  }

  @Test func aCopyHasTheKeysAlsoUnderAnotherNumber() throws {
    let target = try SQLiteStore(path: temporary.folder.path("copy.sqlite"))
    let staged = try StagedLists(nil, of: temporary.store)
    try staged.copy("main", to: target, as: "first")
    try staged.copy("main", to: target, as: "second")
    #expect(try target.check() == [])
    for name in ["first", "second"] { #expect(try found(target, name) == right) }
  }

  @Test func aDamagedListIsGivenNoKeys() throws {
    let list = try temporary.list("other")
    _ = try list.commit(newSection(["a", "b"]), on: list.load())
    try temporary.damage("UPDATE item SET model = 'c' WHERE id = (2 << 40) + 1")
    let error = #expect(throws: StorageError.self) {
      try list.addKeys { item, _ in .integer(item.rawValue) }
    }
    #expect(error?.code == .corrupt)
    #expect(try list.keysRevision() == nil)
  }

  @Test func keysThatCannotBeMadeLeaveAllAsItWas() throws {
    let list = try temporary.list("other")
    _ = try list.commit(newSection((0..<1_500).map { "\($0)" }), on: list.load())
    let before = try temporary.store.pool.read {
      try $0.texts("SELECT quote(model_key) || digest FROM item, journal ORDER BY 1")
    }
    for refused in [1, 1_500] {
      #expect(throws: StorageError.self) {
        try list.addKeys { (item, _) throws(StorageError) in
          if item.rawValue == refused { throw StorageError(.undecodable, "no model") }
          return .integer(item.rawValue)
        }
      }
    }
    #expect(throws: StorageError.self) { try list.addKeys { _, _ in "same" } }
    let after = try temporary.store.pool.read {
      try $0.texts("SELECT quote(model_key) || digest FROM item, journal ORDER BY 1")
    }
    #expect(before == after)
    #expect(try temporary.store.check() == [])
  }

  @Test func keysThatNoItemHadAreRemoved() throws {
    let list = try temporary.list("other")
    func seals() throws -> [String] {
      try temporary.store.pool.read {
        try $0.texts("SELECT digest || ' ' || ifnull(keys_from, '-') FROM list ORDER BY id")
      }
    }
    let before = try seals()
    try list.addKeys { _, _ in "" }
    #expect(try list.keysRevision() == 0)
    #expect(try seals() != before)
    try list.removeUnusedKeys()
    #expect(try list.keysRevision() == nil)
    #expect(try seals() == before)
    // A list that has lost all of its items is as one that never had any; with items, it keeps the keys.
    _ = try list.commit(newSection(["a"]), on: list.load())
    let filled = try seals()
    try list.addKeys { _, _ in "a" }
    try list.removeUnusedKeys()
    #expect(try list.keysRevision() == 1)
    #expect(try seals() != filled)
    let third = try temporary.list("third")
    let inserted = try third.commit(newSection(["a"]), on: third.load())
    _ = try third.commit(Changeset { $0.removeSection(at: 0) }, on: inserted)
    let emptied = try seals()
    try third.addKeys { _, _ in "" }
    #expect(try third.keysRevision() == 2)
    try third.removeUnusedKeys()
    #expect(try third.keysRevision() == nil)
    #expect(try seals() == emptied)
    // Keys that were used stay, also when the items with them are gone.
    try temporary.list().removeUnusedKeys()
    #expect(try temporary.list().keysRevision() == 0)
    #expect(try temporary.store.check() == [])
  }

  @Test func aFileOfAnOlderFormatHasNoKeysAndGetsThem() throws {
    let folder = try TemporaryFolder(format: 5)
    var configuration = SQLiteConfiguration()
    configuration.isReadOnly = true
    let reader = try SQLiteStore(path: folder.path(), configuration: configuration)
    let read = try #require(try reader.list(named: "tracks"))
    #expect(try read.keysRevision() == nil)
    #expect(try read.items(withKeys: ["a"], at: 5) == nil)
    try read.addKeys { _, _ in "a" }
    #expect(try reader.check() == [])
    try reader.close()
    let store = try SQLiteStore(path: folder.path())
    for name in ["tracks", "compacted", "undone", "rows", "folded", "it's empty"] {
      let list = try #require(try store.list(named: name, create: false))
      try list.addKeys { item, _ in .integer(item.rawValue) }
      let state = try list.load()
      for section in 0..<state.sectionCount {
        let items = try state.itemIDs(inSection: section)
        let keys = items.map { ModelKey.integer($0.rawValue) }
        let found = try list.items(withKeys: keys, at: state.revision)
        #expect(found?.map { $0?.id } == items)
      }
    }
    #expect(try store.check() == [])
  }

  /// A writer that does not say the keys, as in an older program, writes no model.
  @Test func aCommitWithoutKeysIsRefused() throws {
    let list = try temporary.list()
    let state = try list.load()
    let error = #expect(throws: StorageError.self) {
      try list.commit(newSection(["x"]), on: state)
    }
    #expect(error?.code == .keyRequired)
    _ = try list.commit(
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) }, on: state)
    #expect(try temporary.store.check() == [])
  }
}
