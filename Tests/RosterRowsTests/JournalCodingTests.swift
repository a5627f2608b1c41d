import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterRows

@Suite("Journal: records as text")
struct JournalCodingTests {
  private let next = NextIdentifiers(item: 100, section: 100, leaf: 100)

  private func decode(_ text: String) -> ChangeRecord? {
    Array(text.utf8).withUnsafeBytes { JournalCoding.decode($0, next: next)?.record }
  }

  private func decodeStates(_ text: String) -> [StateAddress]? {
    Array(text.utf8).withUnsafeBytes { JournalCoding.decode($0, next: next)?.states }
  }

  private func state(_ counts: [Int]) throws -> ListState {
    try ListState().applying(ListRows(counts: counts).asInsertion).target
  }

  /// What a changeset does to a list, as text.
  private func text(
    _ counts: [Int], _ build: (inout Changeset<String, String>.Builder) -> Void
  ) throws -> String {
    JournalCoding.encode(try state(counts).applying(Changeset(build)).record)
  }

  @Test func theEmptyRecordIsTheEmptyObject() throws {
    #expect(try text([2]) { _ in } == "{}")
    #expect(decode("{}")?.outline == ChangesetOutline())
  }

  @Test func everyPartHasItsPlace() throws {
    let text = try text([3, 1, 2, 1]) {
      $0.updateItem(at: ItemPath(section: 0, item: 1), "")
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 2, item: 1), to: ItemPath(section: 1, item: 2))
      $0.insertItem("", at: ItemPath(section: 1, item: 0))
      $0.updateSection(at: 0, "")
      $0.removeSection(at: 2)
      $0.moveSection(from: 3, to: 0)
      $0.insertSection(at: 2)
    }
    #expect(
      text == #"{"updatedItems":[[0,1,1,2]],"removedItems":[[0,0,1,1],[2,0,1,5]],"#
        + #""movedItems":[[2,1,1,2,6]],"insertedItems":[[1,0,1,8]],"updatedSections":[[0,1]],"#
        + #""removedSections":[[2,3]],"movedSections":[[3,0]],"insertedSections":[[2,5]]}"#)
  }

  @Test func itemsThatStandAndAreNumberedInARowAreOneRun() throws {
    let text = try text([5]) {
      $0.insertItems(["", "", ""], at: ItemPath(section: 0, item: 5))
      for item in [0, 1, 3] { $0.updateItem(at: ItemPath(section: 0, item: item), "") }
    }
    #expect(text == #"{"updatedItems":[[0,0,2,1],[0,3,1,4]],"insertedItems":[[0,5,3,6]]}"#)
  }

  @Test func whatARemovalAbsorbsIsLeftOut() throws {
    let text = try text([2, 2]) {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "")
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 1, item: 1), "")
      $0.removeItem(at: ItemPath(section: 1, item: 1))
      $0.updateSection(at: 1, "")
      $0.removeSection(at: 1)
    }
    #expect(text == #"{"removedItems":[[0,0,1,1],[1,0,2,3]],"removedSections":[[1,2]]}"#)
  }

  @Test func statesAreNamedByItemAndScope() throws {
    let row = ScopePath([ScopeKey(typeName: "Row", identifier: "a\"/é")])
    let addresses = [(7, row), (7, ScopePath.root), (3, row)].map {
      StateAddress(item: ItemID(rawValue: $0), scope: $1)
    }
    let record = try state([2]).applying(
      Changeset<String, String> { $0.insertItem("", at: ItemPath(section: 0, item: 0)) }
    ).record
    let text = JournalCoding.encode(record, states: addresses)
    #expect(
      text == #"{"insertedItems":[[0,0,1,3]],"states":[[7,"Row[\"a\\\"/é\"]"],[7,""],"#
        + #"[3,"Row[\"a\\\"/é\"]"]]}"#)
    #expect(decodeStates(text) == addresses)
    #expect(decode(text) == record)
    let empty = ChangeRecord(outline: ChangesetOutline(), identities: ChangeIdentities())
    #expect(
      JournalCoding.encode(empty, states: [addresses[1]]) == #"{"states":[[7,""]]}"#)
  }

  @Test func statesOfItemsThatAreRemovedAreLeftOut() throws {
    let removal = try state([2]).applying(
      Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 1)) })
    let addresses = [2, 1].map { StateAddress(item: ItemID(rawValue: $0), scope: .root) }
    #expect(
      JournalCoding.encode(removal.record, states: addresses)
        == #"{"removedItems":[[0,1,1,2]],"states":[[1,""]]}"#)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func addressesOfStatesComeBack(seed: UInt64) {
    var scopes = RandomScopes(seed: seed)
    let addresses = Set(
      (0..<9).map { _ in
        StateAddress(
          item: ItemID(rawValue: 1 + scopes.random.index(below: 99)), scope: scopes.path())
      })
    let text = JournalCoding.encode(
      ChangeRecord(outline: ChangesetOutline(), identities: ChangeIdentities()),
      states: Array(addresses))
    #expect(decodeStates(text) == Array(addresses), "seed \(seed): \(text)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func recordsThatWereReadBackLeadToTheSameStates(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    var source = try state([4, 0, 3, 2])
    for step in 0..<10 {
      let change = try source.applying(generator.valid(for: source.itemCounts).changeset())
      let text = JournalCoding.encode(change.record)
      let record = try #require(
        Array(text.utf8).withUnsafeBytes {
          JournalCoding.decode($0, next: change.target.nextIdentifiers)?.record
        }, "seed \(seed), step \(step): \(text)")
      #expect(JournalCoding.encode(record) == text, "seed \(seed), step \(step)")
      let replayed = try source.replaying(record).target
      let reverted = try change.target.reverting(record)
      for (found, expected) in [(replayed, change.target), (reverted, source)] {
        #expect(found.sectionIDs == expected.sectionIDs, "seed \(seed), step \(step): \(text)")
        for section in 0..<expected.sectionCount {
          #expect(
            try found.itemIDs(inSection: section) == expected.itemIDs(inSection: section),
            "seed \(seed), step \(step): \(text)")
        }
      }
      source = change.target
    }
  }

  @Test(arguments: [
    "", "[]", "null", "{", #"{"unknown":[]}"#, #"{"updatedItems":{}}"#, #"{"updatedItems":[1]}"#,
    #"{"updatedItems":[[0,1,1]]}"#, #"{"updatedItems":[[0,1,1,1,1]]}"#,
    #"{"updatedItems":[[0,1,1,"1"]]}"#, #"{"updatedItems":[[0,-1,1,1]]}"#,
    #"{"updatedItems":[[0,1.5,1,1]]}"#, #"{"insertedItems":[[0,0,9007199254740992,1]]}"#,
    #"{"insertedItems":[[0,1099511627776,1,1]]}"#, #"{"insertedItems":[[0,0,1,100]]}"#,
    #"{"insertedItems":[[0,0,50,51]]}"#, #"{"removedItems":[[0,0,99,1],[1,0,1,1]]}"#,
    #"{"movedItems":[[0,0,0,1]]}"#, #"{"updatedSections":[[1]]}"#, #"{"movedSections":[[1,2,3]]}"#,
    #"{"removedSections":[1]}"#, #"{"states":{}}"#, #"{"states":[1]}"#, #"{"states":[[1]]}"#,
    #"{"states":[["Row",1]]}"#, #"{"states":[[1,"Row",1]]}"#, #"{"states":[[0,"Row"]]}"#,
    #"{"states":[[-1,"Row"]]}"#, #"{"states":[[1.5,"Row"]]}"#, #"{"states":[[100,"Row"]]}"#,
    #"{"states":[[1,null]]}"#, #"{"states":[[1,"Row#0"]]}"#, #"{"states":[[1,"/"]]}"#,
    #"{"states":[[1,"Row"],[2,"Row"],[1,"Row"]]}"#, #"{"insertedSections":[[1,1e300]]}"#, "{} ,",
    "\u{feff}{}",
    // The list has never given these identities.
    #"{"insertedItems":[[0,0,1,0]]}"#, #"{"movedItems":[[0,0,0,1,100]]}"#,
    #"{"movedItems":[[0,0,0,1,0]]}"#, #"{"insertedSections":[[2,7222222222]]}"#,
    #"{"updatedSections":[[2,100]]}"#, #"{"removedSections":[[2,0]]}"#,
  ])
  func damagedTextIsNoRecord(text: String) {
    #expect(decode(text) == nil)
  }

  /// What became of records of which the text was damaged.
  private struct Damages: Equatable {
    var unreadable = 0
    var refused = 0
    var sound = 0
  }

  @Test func textWithFlippedBitsIsRefusedOrLeadsToASoundList() throws {
    var damages = Damages()
    for seed in UInt64(0)..<600 {
      var generator = RandomChangesets(seed: seed)
      let source = try state([4, 3, 2])
      let change = try source.applying(generator.valid(for: [4, 3, 2]).changeset())
      var bytes = Array(JournalCoding.encode(change.record).utf8)
      // Any bits, or the lowest of digits, which gives other numbers.
      let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
      for _ in 0...generator.random.index(below: 2) {
        if seed % 2 == 0 || digits.isEmpty {
          bytes[generator.random.index(below: bytes.count)] ^= 1 << generator.random.index(below: 8)
        } else {
          bytes[digits[generator.random.index(below: digits.count)]] ^= 1
        }
      }
      let record = bytes.withUnsafeBytes { JournalCoding.decode($0, next: next)?.record }
      guard let record else {
        damages.unreadable += 1
        continue
      }
      let text = JournalCoding.encode(record)
      #expect(decode(text).map { JournalCoding.encode($0) } == text, "seed \(seed): \(text)")
      let lists: [(from: ListState, () throws(StorageError) -> ListState)] = [
        (source, { () throws(StorageError) in try source.replaying(record).target }),
        (change.target, { () throws(StorageError) in try change.target.reverting(record) }),
      ]
      for (from, read) in lists {
        let list: ListState
        do throws(StorageError) {
          list = try read()
        } catch {
          damages.refused += 1
          #expect(error.code == .corrupt, "seed \(seed): \(error)")
          continue
        }
        damages.sound += 1
        #expect(abs(list.revision - from.revision) == 1, "seed \(seed): \(text)")
        #expect(try list.violations() == [], "seed \(seed): \(text)")
        let items = try (0..<list.sectionCount).flatMap { try list.itemIDs(inSection: $0) }
        #expect(Set(items).count == list.itemCount, "seed \(seed): \(text)")
      }
    }
    // All three happen, so that nothing is shown of a case that never comes.
    #expect(damages.unreadable > 20 && damages.refused > 20 && damages.sound > 20, "\(damages)")
  }
}
