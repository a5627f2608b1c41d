import Foundation
import Observation
import Roster
import RosterDerived
import RosterTestKit
import Testing

/// What `onDelete` and `onMove` of SwiftUI say is one changeset, of the items that were shown.
@MainActor @Suite("Observed lists that rows are deleted and moved in")
struct ObservedListEditingTests {
  private typealias Texts = ListDataSource<String, String, Never>
  private typealias Observed = ObservedList<String, String>

  private let list: Texts

  init() throws {
    list = try Texts(.memory(list: "texts"))
    try list.applySynchronously(
      Changeset {
        for (section, texts) in [["a", "b", "c", "d"], ["e", "f"], []].enumerated() {
          $0.insertSection(at: section, "\(section)")
          $0.insertItems(texts, at: ItemPath(section: section, item: 0))
        }
      })
  }

  private static func texts(_ shown: Observed) -> [[String?]] {
    shown.sections.map { $0.items.map { shown.item($0).model } }
  }

  private func texts() throws -> [[String]] { try list.snapshot.contents().sections.map(\.items) }

  /// Every set of offsets to every target, as `MutableCollection.move(fromOffsets:toOffset:)` of SwiftUI has it.
  @Test func itemsMoveAsSwiftUIMovesThem() async throws {
    let shown = try Observed(list)
    for bits in 0..<16 {
      let offsets = IndexSet((0..<4).filter { bits & 1 << $0 != 0 })
      for target in 0...4 {
        let old = try texts()[0]
        let moved = offsets.map { old[$0] }
        let expected =
          old.indices.filter { $0 < target && !offsets.contains($0) }.map { old[$0] } + moved
          + old.indices.filter { $0 >= target && !offsets.contains($0) }.map { old[$0] }
        let revision = list.snapshot.revision
        try shown.move(fromOffsets: offsets, toOffset: target, of: shown.sections[0].items)
        #expect(try texts() == [expected, ["e", "f"], []], "\(offsets.map(\.self)) to \(target)")
        #expect(Self.texts(shown) == [expected, ["e", "f"], []], "at once")
        #expect((list.snapshot.revision == revision) == (expected == old))
      }
    }
    await shown.shows(list.snapshot.revision)
    #expect(try Self.texts(shown) == texts() && shown.failure == nil)
  }

  @Test func itemsAreRemovedByOneChangeset() async throws {
    let shown = try Observed(list)
    let batches = try list.batches(after: list.snapshot.revision)
    try shown.remove(atOffsets: IndexSet([0, 2, 3]), of: shown.sections[0].items)
    #expect(Self.texts(shown) == [["b"], ["e", "f"], []])
    let batch = try #require(try await batches.next())
    #expect(batch.target.revision == list.snapshot.revision)
    // A flat list has the offsets of all sections.
    try shown.remove(atOffsets: [1, 2, 1], of: shown.items)
    #expect(try texts() == [["b"], [], []])
    #expect(Self.texts(shown) == [["b"], [], []] && shown.failure == nil)
  }

  /// What others have changed since the rows were shown makes it no other row.
  @Test func offsetsAreThoseOfWhatWasShown() async throws {
    let shown = try Observed(list)
    let items = shown.sections[0].items
    let row = shown.item(items[2])
    #expect(row.model == "c")
    // The main actor is not free, so this is not shown before what follows.
    try list.changeSynchronously { _, draft in
      _ = try draft.insert("new", at: ItemPath(section: 0, item: 0))
      try draft.move(items[1], to: ItemPath(section: 1, item: 0))
      try draft.update(items[2], "c!")
    }
    try shown.remove(atOffsets: [0], of: items)
    try shown.move(fromOffsets: [3], toOffset: 1, of: items)
    #expect(try texts() == [["new", "c!"], ["d", "b", "e", "f"], []])
    await shown.shows(list.snapshot.revision)
    #expect(try Self.texts(shown) == texts() && row.model == "c!")
    // What has gone is gone, and is moved nowhere.
    let revision = list.snapshot.revision
    try shown.remove(atOffsets: [0], of: items)
    #expect(throws: DataSourceError.self) {
      try shown.move(fromOffsets: [0], toOffset: 4, of: items)
    }
    #expect(throws: DataSourceError.self) {
      try shown.move(fromOffsets: [2], toOffset: 0, of: items)
    }
    #expect(list.snapshot.revision == revision && shown.failure == nil)
  }

  @Test func offsetsThatNoItemHasChangeNothing() throws {
    let shown = try Observed(list)
    let (old, revision) = (Self.texts(shown), list.snapshot.revision)
    let items = shown.sections[1].items
    for offsets in [[2], [-1], [0, 2], [Int.min], [Int.max], [1, 0, 9]] {
      #expect(throws: DataSourceError.self) { try shown.remove(atOffsets: offsets, of: items) }
      #expect(throws: DataSourceError.self) {
        try shown.move(fromOffsets: offsets, toOffset: 0, of: items)
      }
    }
    // It is not walked to its end.
    let endless = IndexSet(integersIn: 0..<Int.max)
    #expect(throws: DataSourceError.self) { try shown.remove(atOffsets: endless, of: items) }
    for target in [-1, 3, Int.min, Int.max] {
      #expect(throws: DataSourceError.self) {
        try shown.move(fromOffsets: [0], toOffset: target, of: items)
      }
    }
    do {
      try shown.remove(atOffsets: [7], of: items)
    } catch DataSourceError.noSuchItem(.path(let path)) {
      #expect(path == ItemPath(section: 1, item: 7))
    }
    // Nothing is asked for.
    try shown.remove(atOffsets: IndexSet(), of: items)
    try shown.move(fromOffsets: IndexSet(), toOffset: 2, of: items)
    #expect(Self.texts(shown) == old && list.snapshot.revision == revision)
    #expect(shown.failure == nil)
  }

  /// Counts how often it is told that a list has changed.
  @MainActor private final class Observer {
    private let shown: Observed
    private(set) var count = 0

    init(_ shown: Observed) {
      self.shown = shown
      observe()
    }

    private func observe() {
      withObservationTracking {
        _ = shown.snapshot
      } onChange: { [weak self] in
        // The list changes on the main actor.
        MainActor.assumeIsolated {
          self?.count += 1
          self?.observe()
        }
      }
    }
  }

  /// A change that is shown at once comes again as a batch, and is then told of no more.
  @Test func aChangeIsShownOnce() async throws {
    let shown = try Observed(list)
    let items = shown.items
    _ = shown.sections
    let observer = Observer(shown)
    try shown.remove(atOffsets: [0], of: items)
    try shown.move(fromOffsets: [3], toOffset: 1, of: items)
    #expect(observer.count == 2)
    try await list.change { _, draft in _ = try draft.append("last") }
    await shown.shows(list.snapshot.revision)
    #expect(observer.count == 3)
    #expect(Self.texts(shown) == [["d", "b", "c"], ["e", "f"], ["last"]])
  }

  @Test func aListThatIsDerivedTakesNoChange() async throws {
    let sorted = try list.derived("sorted", version: "1").sorted { [.descending($0)] }.open()
    try await sorted.bringUpToDate()
    let shown = try ObservedList(sorted.list)
    await shown.shows(sorted.list.snapshot.revision)
    #expect(throws: DataSourceError.self) { try shown.remove(atOffsets: [0], of: shown.items) }
    #expect(throws: DataSourceError.self) {
      try shown.move(fromOffsets: [0], toOffset: 2, of: shown.items)
    }
    #expect(shown.items.map { shown.item($0).model } == ["f", "e", "d", "c", "b", "a"])
    await sorted.close()
  }
}
