import Roster
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Derived lists that are narrowed")
struct NarrowingTests {
  private func source(in store: SQLiteStore, count: Int) throws -> Notes {
    let source = try Notes(.stored(try #require(try store.list(named: "notes"))))
    try source.changeSynchronously { _, draft in
      try draft.append(contentsOf: (0..<count).map { Note(number: $0, rank: $0, folder: "a") })
    }
    return source
  }

  private func numbers(_ list: DerivedList<Note, Ungrouped, Never>) throws -> [Int] {
    try list.list.snapshot.models().map(\.number)
  }

  @Test func whatIsNotShownIsNotLookedAt() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, count: 100)
    let calls = AtomicCount()
    func definition(_ most: Int) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: "up to \(most)").where { note in
        calls.increment()
        return note.number <= most
      }
    }
    let shown = try definition(9).open()
    #expect(calls.value == 100)
    let revision = shown.list.snapshot.revision
    try await shown.redefine(definition(4), narrowing: true)
    #expect(calls.value == 110)
    #expect(try numbers(shown) == [0, 1, 2, 3, 4])
    #expect(shown.list.snapshot.revision == revision + 1)
    // A wider one looks at everything.
    try await shown.redefine(definition(7))
    #expect(calls.value == 210)
    #expect(try numbers(shown) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  /// What is looked at depends on what is shown, and not on what was to be shown.
  @Test func definitionsThatWaitAreNotTakenForShown() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, count: 10)
    let calls = AtomicCount()
    func definition(_ most: Int) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: "up to \(most)").where { note in
        calls.increment()
        return note.number <= most
      }
    }
    // As calls of `redefine` do before they wait.
    let shown = try definition(5).open()
    shown.following.define(definition(4), isNarrower: true)
    shown.following.define(definition(8))
    shown.following.define(definition(7), isNarrower: true)
    try await shown.bringUpToDate()
    #expect(try numbers(shown) == Array(0...7))
    let count = calls.value
    shown.following.define(definition(6), isNarrower: true)
    shown.following.define(definition(2), isNarrower: true)
    try await shown.bringUpToDate()
    #expect(try numbers(shown) == [0, 1, 2])
    #expect(calls.value == count + 8)
  }

  @Test func whatTheSourceHasChangedIsLookedAt() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, count: 10)
    func definition(_ most: Int) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: "up to \(most)").where { ($0.rank ?? 0) <= most }
        .sorted { [.descending($0.rank)] }
    }
    let shown = try definition(5).open()
    await shown.close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[8]) { $0.rank = 2 }
      try draft.update(ids[1]) { $0.rank = 9 }
      try draft.remove(ids[0])
    }
    let again = try definition(5).open()
    try await source.change { _, draft in try draft.update(ids[9]) { $0.rank = 1 } }
    try await again.redefine(definition(3), narrowing: true)
    #expect(try numbers(again) == [3, 2, 8, 9])
  }

  @Test func aLimitedListStaysFilled() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, count: 10)
    func definition(_ version: String, _ rest: Int?) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: version).where { note in
        rest.map { note.number % 2 == $0 } ?? true
      }
      .sorted { [.ascending($0.number)] }.limit(3)
    }
    let shown = try definition("all", nil).open()
    #expect(try numbers(shown) == [0, 1, 2])
    try await shown.redefine(definition("odd", 1), narrowing: true)
    #expect(try numbers(shown) == [1, 3, 5])
  }

  /// All pairs of filters of four items, one of which shows less than the other.
  @Test func everyNarrowerFilterIsShown() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, count: 4)
    func definition(_ bits: Int) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: "\(bits)").where { bits >> $0.number & 1 == 1 }
    }
    let shown = try definition(0).open()
    for bits in 0..<16 {
      for narrower in 0..<16 where narrower & ~bits == 0 {
        try await shown.redefine(definition(bits))
        try await shown.redefine(definition(narrower), narrowing: true)
        #expect(
          try numbers(shown) == (0..<4).filter { narrower >> $0 & 1 == 1 },
          "\(bits) narrowed to \(narrower)")
      }
    }
  }
}
