import Foundation
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Items are found by their keys, and no two items ever have the same one.
@Suite("Keys of items") struct KeyTests {
  private typealias Duplicate = DataSourceError.DuplicateKey

  /// Returns the duplicate that a call is refused for.
  private func duplicate(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async throws -> Duplicate {
    do {
      try await body()
    } catch DataSourceError.duplicateKey(let duplicate) {
      return duplicate
    }
    return try #require(nil as Duplicate?, "nothing was refused", sourceLocation: sourceLocation)
  }

  /// Returns the code with which a call of storage is refused.
  private func code(_ body: () async throws -> Void) async -> StorageError.Code? {
    do {
      try await body()
      return nil
    } catch DataSourceError.storage(let error) {
      return error.code
    } catch {
      return (error as? StorageError)?.code
    }
  }

  private static func section(_ models: [String]) -> TextChange {
    ListRows([.init(model: "s", items: models)]).asInsertion
  }

  private func words(_ list: TextList) throws -> [String] {
    try list.snapshot.rows.sections.flatMap(\.items)
  }

  // MARK: Finding

  @Test func itemsAreFoundAtEachRevisionAlsoAfterUndoAndOpeningAgain() async throws {
    try await ListFile.withKeyedList { list, file in
      try await list.apply(Self.section(["a:1", "b:1", "7:1"]))
      try await list.apply(.update(0, "a:2"))
      try await list.apply(.update(1, "c:1"))
      try await list.apply(.remove(0))
      try await list.apply(.insert("a:3", at: 2))
      try await list.apply(.move(2, to: 0))
      try await list.apply(.undo())
      try await list.apply(.undo())
      try await list.apply(.undo())
      try await list.apply(.redo())
      let again = try file.openKeyedList()
      for list in [list, again] {
        for revision in 0...list.snapshot.revision {
          let snapshot = try list.snapshot(at: revision)
          #expect(try snapshot.keyFindings() == [])
          #expect(try (snapshot.item(key: "b") != nil) == (1...2).contains(revision))
        }
        #expect(try list.snapshot.item(key: 7)?.model == "7:1")
        #expect(try list.snapshot.item(key: "7") == nil)
      }
      await again.close()
    }
  }

  @Test func textsOfOtherCodePointsAreOtherKeys() async throws {
    try await ListFile.withKeyedList { list, _ in
      let models = [
        "\u{e9}:1", "e\u{301}:2", "a\u{0}:3", "a\u{1a}0:4", "'x:5", "#7:6", ":8", "7:9",
      ]
      try await list.apply(Self.section(models))
      for (index, model) in models.enumerated() {
        let key = KeyedText.ofModel(model)
        let path = try list.snapshot.item(key: key)?.path
        #expect(path == ItemPath(section: 0, item: index), "\(key)")
      }
    }
  }

  @Test func anyTypeWithATextOrAnIntegerCanBeAKey() {
    enum Color: String, ModelKeyConvertible { case red }
    let uuid = UUID()
    #expect(uuid.modelKey == .text(uuid.uuidString))
    #expect(Color.red.modelKey == "red")
    #expect(Int8(-3).modelKey == -3)
    #expect(UInt32.max.modelKey == 4_294_967_295)
    #expect(ModelKey.integer(7) != "7")
    #expect(Set<ModelKey>(["\u{e9}", "e\u{301}", 1, "1", "1"]).count == 4)
  }

  @Test func aKeyThatIsTooLongIsRefused() async throws {
    try await ListFile.withKeyedList { list, _ in
      let longest = String(repeating: "k", count: ModelKey.byteCountMax)
      try await list.apply(Self.section(["\(longest):1"]))
      #expect(try list.snapshot.item(key: longest) != nil)
      #expect(await code { try await list.apply(.insert("\(longest)k:1")) } == .unencodable)
      try await list.apply(.insert("a:1"))
    }
    try await ListFile.withList { list, file in
      let long = String(repeating: "k", count: ModelKey.byteCountMax + 1)
      try await list.apply(Self.section(["a:1", "\(long):1"]))
      let error = #expect(throws: StorageError.self) { try file.openKeyedList() }
      #expect(error?.code == .unencodable)
    }
  }

  // MARK: Refusing

  @Test func aKeyThatTwoItemsWouldHaveIsRefusedWithBoth() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1"]))
      let inserted = try await duplicate { try await list.apply(.insert("a:2")) }
      #expect(inserted.key == "a")
      #expect(inserted.first == ItemID(rawValue: 1))
      #expect(inserted.firstPath == ItemPath(section: 0, item: 1))
      #expect(inserted.secondPath == ItemPath(section: 0, item: 0))
      #expect(
        "\(inserted)".hasPrefix(
          "item 1 at [0, 1] and item 3 at [0, 0] would both have the key \"a\""))
      let updated = try await duplicate { try await list.apply(.update(1, "a:2")) }
      #expect(updated.second == ItemID(rawValue: 2))
      let both = try await duplicate {
        try await list.apply(
          Changeset {
            $0.insertItems(["c:1", "c:2", "d:1", "d:2"], at: ItemPath(section: 0, item: 0))
          })
      }
      #expect(both.key == "c")
      _ = try await duplicate {
        try await list.change { _, change in try change.append("b:2") }
      }
      #expect(list.snapshot.revision == 1)
      #expect(list.suspension == nil)
      try await list.apply(.insert("c:1"))
      #expect(try list.snapshot.keyFindings() == [])
    }
  }

  @Test func onlyTheListAfterAChangeCounts() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1", "c:1"]))
      // Two exchange their keys, and a third one goes and comes again.
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "b:2")
          $0.updateItem(at: ItemPath(section: 0, item: 1), "a:2")
          $0.removeItem(at: ItemPath(section: 0, item: 2))
          $0.insertItem("c:2", at: ItemPath(section: 0, item: 0))
        })
      #expect(try list.snapshot.item(key: "a")?.id == ItemID(rawValue: 2))
      #expect(try list.snapshot.item(key: "c")?.id == ItemID(rawValue: 4))
      #expect(try list.snapshot.keyFindings() == [])
      #expect(try list.snapshot(at: 1).keyFindings() == [])
      // An update of an item that is also removed has no effect.
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "a:3")
          $0.removeItem(at: ItemPath(section: 0, item: 0))
        })
      #expect(try list.snapshot.keyFindings() == [])
      try await list.apply(.undo())
      #expect(try list.snapshot.keyFindings() == [])
    }
  }

  /// The removal wins, by itself or with the section, so the model of the update is no item's.
  @Test func anUpdateOfARemovedItemNeedsNoKey() async throws {
    try await ListFile.withKeyedList { list, _ in
      let keyless = String(repeating: "k", count: ModelKey.byteCountMax + 1)
      try await list.apply(Self.section(["a:1", "b:1", "c:1"]))
      try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), keyless)
          $0.removeItem(at: ItemPath(section: 0, item: 0))
          $0.updateItem(at: ItemPath(section: 0, item: 1), "b:2")
        })
      #expect(try words(list) == ["b:2", "c:1"])
      #expect(try list.snapshot.keyFindings(absent: ["a", ""]) == [])
      try await list.apply(.undo())
      #expect(try words(list) == ["a:1", "b:1", "c:1"])
      #expect(try list.snapshot.keyFindings() == [])
      func replacingTheSection(updating item: Int) -> TextChange {
        Changeset {
          $0.removeSection(at: 0)
          $0.insertSection(at: 0, "t")
          $0.moveItem(
            from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
          $0.updateItem(at: ItemPath(section: 0, item: item), keyless)
        }
      }
      // What is moved out of the section stays.
      #expect(
        await code { try await list.apply(replacingTheSection(updating: 2)) } == .unencodable)
      try await list.apply(replacingTheSection(updating: 1))
      #expect(try words(list) == ["c:1"])
      #expect(try list.snapshot.keyFindings(absent: ["a", "b", ""]) == [])
    }
  }

  @Test func changesThatAreCommittedTogetherSeeEachOther() async throws {
    try await ListFile.withGatedKeyedList { list, storage in
      let gate = storage.stop(.commit)
      let first = try list.enqueue(Self.section(["a:1", "b:1"]))
      await gate.arrival()
      let renamed = try list.enqueue(.update(0, "c:1"))
      let taken = try list.enqueue(.insert("a:2", at: 2))
      let refused = try list.enqueue(.insert("c:2", at: 3))
      let behind = try list.enqueue(.insert("d:1", at: 3))
      gate.open()
      _ = try await (first.value, renamed.value, taken.value)
      #expect(try await duplicate { _ = try await refused.value }.key == "c")
      await #expect(throws: DataSourceError.self) { _ = try await behind.value }
      #expect(storage.commitCounts == [1, 2])
      #expect(try list.snapshot.keyFindings() == [])
      // What was planned and failed is forgotten.
      try await list.apply(.insert("d:1"))
      #expect(try list.snapshot.keyFindings(absent: ["e"]) == [])
    }
  }

  @Test func aKeyIsFreeForTheNextChangeOnceItsItemIsRemoved() async throws {
    try await ListFile.withGatedKeyedList { list, storage in
      let gate = storage.stop(.commit)
      let first = try list.enqueue(Self.section(["a:1", "b:1"]))
      await gate.arrival()
      let removed = try list.enqueue(.remove(0))
      let inserted = try list.enqueue(.insert("a:2"))
      gate.open()
      _ = try await (first.value, removed.value, inserted.value)
      #expect(storage.commitCounts == [1, 2])
      #expect(try list.snapshot.item(key: "a")?.model == "a:2")
    }
  }

  /// A change finds the items of those before it. Others see these when they are published.
  @Test func keysOfAChangeThatWaitsForItsCommitAreInNoListBeforeIt() async throws {
    try await ListFile.withGatedKeyedList { list, storage in
      try await list.apply(Self.section(["a:1", "b:1"]))
      try await list.apply(.update(0, "c:1"))
      try await list.apply(.insert("a:2", at: 2))
      let gate = storage.stop(.commit)
      let first = try list.enqueue(.update(2, "e:1"))
      await gate.arrival()
      let renamed = try list.enqueue(.update(1, "d:1"))
      let found = Recorder<String>()
      let last = try list.enqueueChange { list, change in
        for key in ["a", "b", "c", "d", "e"] where try list.item(key: key) != nil {
          found.record(key)
        }
        try change.update(key: "d", "b:2")
      }
      #expect(try list.snapshot.keyFindings(absent: ["d", "e"]) == [])
      for revision in 1...2 {
        #expect(try list.snapshot(at: revision).keyFindings(absent: ["d", "e"]) == [])
      }
      gate.open()
      _ = try await (first.value, renamed.value, last.value)
      #expect(found.values == ["c", "d", "e"])
      #expect(try list.snapshot.keyFindings(absent: ["a", "d"]) == [])
    }
  }

  @Test func aCommitThatFailsLeavesNoKeys() async throws {
    try await ListFile.withGatedKeyedList { list, storage in
      try await list.apply(Self.section(["a:1"]))
      storage.faults.fail(.commit, .before, with: StorageError(.full, "no room"))
      await #expect(throws: DataSourceError.self) { try await list.apply(.update(0, "b:1")) }
      list.resume(after: try #require(list.suspension))
      #expect(try list.snapshot.keyFindings(absent: ["b"]) == [])
      // Nor for a change that is committed together with another one.
      let gate = storage.stop(.commit)
      let first = try list.enqueue(.insert("c:1"))
      await gate.arrival()
      let second = try list.enqueue(.insert("d:1"))
      let third = try list.enqueue(.insert("b:2"))
      gate.open()
      _ = try await (first.value, second.value, third.value)
      #expect(try list.snapshot.keyFindings() == [])
    }
  }

  /// What failed at a revision says nothing of the change that has this revision then.
  @Test func aCommitThatFailsLeavesNoKeysForChangesThatAreCommittedTogether() async throws {
    struct Refusal: Error {}
    try await ListFile.withGatedKeyedList { list, storage in
      try await list.apply(Self.section(["a:1"]))
      storage.faults.fail(.commit, .before, with: StorageError(.full, "no room"))
      await #expect(throws: DataSourceError.self) { try await list.apply(.update(0, "b:1")) }
      list.resume(after: try #require(list.suspension))
      let gate = Gate()
      let refused = try list.enqueueChange { _, _ in
        gate.pass()
        throw Refusal()
      }
      await gate.arrival()
      let first = try list.enqueue(.insert("c:1"))
      let second = try list.enqueue(.insert("b:2"))
      gate.open()
      await #expect(throws: DataSourceError.self) { try await refused.value }
      _ = try await (first.value, second.value)
      #expect(storage.commitCounts.last == 2)
      #expect(try list.snapshot.keyFindings() == [])
    }
  }

  @Test func aReplacementIsRefusedIfItHasAKeyTwice() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1"]))
      let identity = Identification<String, String, String, String>(
        items: { $0 }, sections: { $0 })
      let doubled = ListContents<String, String>([.init(model: "s", items: ["b:2", "b:3"])])
      #expect(
        try await duplicate { try await list.apply(.contents(doubled, by: identity)) }.key == "b")
      let other = ListContents<String, String>([.init(model: "s", items: ["b:1", "a:2", "c:1"])])
      try await list.apply(.contents(other, by: identity))
      #expect(try list.snapshot.keyFindings() == [])
    }
  }

  // MARK: Several data sources

  @Test func aListWithItemsIsGivenKeys() async throws {
    try await ListFile.withList { list, file in
      try await list.apply(Self.section((0..<2_100).map { "k\($0):1" }))
      try await list.apply(.update(0, "a:2"))
      try await list.apply(.remove(1))
      let keyed = try file.openKeyedList()
      #expect(try keyed.snapshot.keyFindings(absent: ["k0", "k1"]) == [])
      // Before it had keys, too.
      #expect(try keyed.snapshot(at: 1).item(key: "k1")?.path == ItemPath(section: 0, item: 1))
      #expect(try keyed.snapshot(at: 1).item(key: "a") == nil)
      try await keyed.apply(.insert("k1:2"))
      try await keyed.apply(.undo())
      #expect(try keyed.snapshot.item(key: "k1") == nil)
      await keyed.close()
      let again = try file.openKeyedList()
      #expect(try again.snapshot(at: 4).item(key: "k1")?.model == "k1:2")
      #expect(try again.snapshot.item(key: "k2099")?.id == ItemID(rawValue: 2_100))
      await again.close()
    }
  }

  @Test func aListIsNotGivenKeysThatTwoItemsHave() async throws {
    try await ListFile.withList { list, file in
      try await list.apply(Self.section(["a:1", "b:1", "a:2"]))
      let error = #expect(throws: StorageError.self) { try file.openKeyedList() }
      #expect(error?.code == .duplicateKey)
      #expect(error?.message.contains("item 1 and item 3 both have the key \"a\"") == true)
      // The list is as it was.
      try await list.apply(.update(2, "c:2"))
      let keyed = try file.openKeyedList()
      #expect(try keyed.snapshot.keyFindings() == [])
      await keyed.close()
    }
  }

  @Test func aDataSourceThatDoesNotKnowTheKeysChangesNoModels() async throws {
    try await ListFile.withKeyedList { list, file in
      try await list.apply(Self.section(["a:1", "b:1", "c:1"]))
      let other = try file.openList()
      #expect(try other.snapshot.item(key: "b")?.model == "b:1")
      #expect(await code { try await other.apply(.insert("d:1")) } == .keyRequired)
      #expect(await code { try await other.apply(.update(0, "d:1")) } == .keyRequired)
      #expect(other.suspension == nil)
      try await other.apply(.remove(0))
      try await other.apply(.move(0, to: 1))
      try await other.apply(.undo())
      await other.close()
      let again = try file.openKeyedList()
      #expect(try again.snapshot.keyFindings(absent: ["a", "d"]) == [])
      try await again.apply(.undo())
      #expect(try again.snapshot.keyFindings() == [])
      await again.close()
    }
  }

  @Test func whatAnUndoBringsBackHasItsKeyAlsoWithoutTheDataSourceKnowingIt() async throws {
    try await ListFile.with { file in
      let list = try file.openKeyedList()
      try await list.apply(Self.section(["a:1", "b:1"]))
      try await list.apply(.update(0, "c:1"))
      try await list.apply(.remove(1))
      await list.close()
      let other = try file.openList()
      try await other.apply(.undo())
      try await other.apply(.undo())
      #expect(try other.snapshot.item(key: "a")?.model == "a:1")
      #expect(try other.snapshot.item(key: "b")?.model == "b:1")
      try await other.apply(.redo())
      #expect(try other.snapshot.item(key: "c")?.model == "c:1")
      #expect(try other.snapshot.item(key: "a") == nil)
      await other.close()
      // Another item has the key by now.
      let keyed = try file.openKeyedList()
      try await keyed.apply(.insert("a:2"), ChangeAnnotation(undo: .none))
      await keyed.close()
      let last = try file.openList()
      try await last.apply(.undo())
      #expect(try words(last) == ["a:2", "c:1", "b:1"])
      await last.close()
    }
  }

  /// It says which, and what was done before can be undone.
  @Test func anUndoLeavesWhatNeedsAKeyThatAnotherItemHas() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1", "d:1"]))
      try await list.apply(.update(2, "d:2"))
      let ids = try list.snapshot.state.itemIDs(inSection: 0)
      // One item takes the key of the other, and a third one goes.
      try await list.apply(
        TextChange {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "c:1")
          $0.updateItem(at: ItemPath(section: 0, item: 1), "a:2")
          $0.removeItem(at: ItemPath(section: 0, item: 2))
        })
      try await list.apply(.insert("b:9"), ChangeAnnotation(undo: .none))
      let undone = try await list.apply(.undo())
      #expect(try words(list) == ["b:9", "c:1", "a:2", "d:2"])
      #expect(try list.leftAlone(by: undone[0])?.items == [ids[0], ids[1]])
      try await list.apply(.redo())
      #expect(try words(list) == ["b:9", "c:1", "a:2"])
      try await list.apply(.undo())
      try await list.apply(.undo())
      #expect(try words(list) == ["b:9", "c:1", "a:2", "d:1"])
      #expect(try list.snapshot.keyFindings(absent: ["e"]) == [])
      try await list.apply(.undo())
      #expect(try words(list) == ["b:9"])
      #expect(try !list.canUndo())
    }
  }

  /// Storage has the keys of neither of its changes when the second one is planned.
  @Test func anUndoOfTwoChangesGivesBackTheKeyThatTheFirstOneFrees() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "c:1"]))
      let renaming = ChangeAnnotation(group: "renaming")
      try await list.apply(.update(0, "b:1"), renaming)
      try await list.apply(.update(1, "a:2"), renaming)
      try await list.apply(.insert("x:9"), ChangeAnnotation(undo: .none))
      let undone = try await list.apply(.undo())
      #expect(try words(list) == ["x:9", "a:1", "c:1"])
      for batch in undone { #expect(try list.leftAlone(by: batch)?.items == []) }
      #expect(undone.count == 2)
      #expect(try list.snapshot.keyFindings(absent: ["b"]) == [])
      try await list.apply(.redo())
      #expect(try words(list) == ["x:9", "b:1", "a:2"])
      // What the first one leaves, the second one needs.
      try await list.apply(.insert("c:9"), ChangeAnnotation(undo: .none))
      try await list.apply(.undo())
      #expect(try words(list) == ["c:9", "x:9", "b:1", "a:2"])
      try await list.apply(.undo())
      #expect(try words(list) == ["c:9", "x:9"])
    }
  }

  /// Items beside it come back where they stood.
  @Test(arguments: ["a", "b", "c", "x"])
  func anItemStaysAwayWhoseKeyAnotherItemHas(key: String) async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1", "c:1"]))
      try await list.apply(
        TextChange { changes in
          for item in 0..<3 { changes.removeItem(at: ItemPath(section: 0, item: item)) }
        })
      try await list.apply(.insert("\(key):9"), ChangeAnnotation(undo: .none))
      let undone = try await list.apply(.undo())
      let models = try words(list)
      let expected = ["a:1", "b:1", "c:1"].filter { !$0.hasPrefix(key) }
      #expect(models.filter { $0 != "\(key):9" } == expected)
      let left = try #require(try list.leftAlone(by: undone[0]))
      #expect(left.items.count == (key == "x" ? 0 : 1))
      #expect(try list.snapshot.keyFindings() == [])
      try await list.apply(.redo())
      #expect(try words(list) == ["\(key):9"])
    }
  }

  @Test func anUndoToBeforeTheListHadKeysNeedsTheKey() async throws {
    try await ListFile.withList { list, file in
      try await list.apply(Self.section(["a:1", "b:1"]))
      try await list.apply(.update(0, "c:1"))
      let keyed = try file.openKeyedList()
      await keyed.close()
      let other = try file.openList()
      #expect(await code { try await other.apply(.undo()) } == .keyRequired)
      await other.close()
      let again = try file.openKeyedList()
      try await again.apply(.undo())
      #expect(try again.snapshot.keyFindings(absent: ["c"]) == [])
      await again.close()
    }
  }

  @Test func aDataSourceThatWasOpenBeforeTheListHadKeysChangesNoModels() async throws {
    try await ListFile.withList { list, file in
      let keyed = try file.openKeyedList()
      #expect(await code { try await list.apply(Self.section(["a:1"])) } == .keyRequired)
      try await keyed.apply(Self.section(["a:1"]))
      #expect(try keyed.snapshot.keyFindings() == [])
      await keyed.close()
    }
  }

  @Test func twoWritersDoNotInsertTheSameKey() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openKeyedList(isShared: true, storage)
      let other = try file.openKeyedList(isShared: true)
      try await one.apply(Self.section(["a:1"]))
      let gate = storage.stop(.commit)
      let change = try one.enqueueChange { _, change in try change.append("b:1") }
      await gate.arrival()
      try await other.change { _, change in try change.append("b:2") }
      gate.open()
      #expect(try await duplicate { _ = try await change.value }.key == "b")
      #expect(one.suspension == nil)
      // A change that looks for the item itself updates that of the other writer.
      try await one.change { _, change in try change.upsert("b:3") }
      #expect(try one.snapshot.item(key: "b")?.model == "b:3")
      #expect(try one.snapshot.keyFindings() == [])
      await one.close()
      await other.close()
    }
  }

  @Test func aListWithoutKeysHasNone() async throws {
    try await ListFile.withList { list, _ in
      // It says so before it has an item whose key could be read.
      let error = #expect(throws: StorageError.self) { _ = try list.snapshot.item(key: "a") }
      #expect(error?.code == .keyRequired)
      #expect(error?.message.contains("have no keys") == true)
      try await list.apply(Self.section(["a:1"]))
      #expect(await code { _ = try list.snapshot.item(key: "a") } == .keyRequired)
      #expect(
        await code { try await list.change { _, change in try change.upsert("a:2") } }
          == .keyRequired)
      #expect(
        await code { try await list.change { _, change in try change.remove(key: "a") } }
          == .keyRequired)
      #expect(list.suspension == nil)
    }
  }

  @Test func theKeyOfAnotherDataSourceIsNoticed() async throws {
    try await ListFile.withKeyedList { list, file in
      try await list.apply(Self.section(["a:1", "b:1"]))
      let other = try file.openKeyedList(key: { $0 })
      #expect(await code { _ = try other.snapshot.item(key: "a") } == .failed)
      await other.close()
    }
  }

  /// The first item of which the list has another key is found, however far it stands.
  @Test func anItemWithAnotherKeyThanInTheListIsFound() async throws {
    try await ListFile.withKeyedList { list, file in
      #expect(try list.snapshot.firstForeignKey() == nil)
      try await list.apply(Self.section((0..<1_002).map { "k\($0):1" }))
      try await list.apply(Changeset { $0.insertSection(at: 1) })
      try await list.apply(
        Changeset { $0.insertItem("z:1", at: ItemPath(section: 1, item: 0)) })
      #expect(try list.snapshot.firstForeignKey() == nil)
      for (model, path) in [
        ("k1001:1", ItemPath(section: 0, item: 1_001)), ("z:1", ItemPath(section: 1, item: 0)),
      ] {
        let other = try file.openKeyedList(key: {
          $0 == model ? .text("other") : KeyedText.ofModel($0)
        })
        let foreign = try #require(try other.snapshot.firstForeignKey())
        #expect(foreign.item.path == path)
        #expect(foreign.stored == KeyedText.ofModel(model))
        await other.close()
      }
    }
  }

  @Test func keysOutliveACompaction() async throws {
    try await ListFile.withKeyedList { list, _ in
      try await list.apply(Self.section(["a:1", "b:1", "c:1"]))
      try await list.apply(.update(0, "d:1"))
      try await list.apply(.remove(1))
      try await list.apply(.insert("b:2"))
      try list.compact(JournalRetention(revisionCountMax: 1))
      for revision in 3...4 {
        #expect(try list.snapshot(at: revision).keyFindings(absent: ["a"]) == [])
      }
    }
  }
}
