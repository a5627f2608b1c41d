import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Several lists in one file")
struct SeveralListsTests {
  @Test func listsDoNotSeeEachOther() throws {
    try withStore { temporary in
      var generators = (0..<3).map { RandomChangesets(seed: $0) }
      var lists = try (0..<3).map { try CommittedList(temporary.list("list \($0)")) }
      for round in 0..<20 {
        for index in lists.indices {
          try lists[index].commit(1 + round % 3, from: &generators[index])
        }
      }
      try temporary.reopen()
      for index in lists.indices {
        try lists[index].reopen(temporary.list("list \(index)"))
        #expect(try lists[index].difference() == nil, "list \(index)")
      }
    }
  }

  @Test func theSameNumbersAreOtherItemsInAnotherList() throws {
    try withStore { temporary in
      let one = try temporary.list("one")
      let other = try temporary.list("other")
      let state = try one.commit(newSection(["a"]), on: one.load())
      _ = try other.commit(newSection(["b", "c"]), on: other.load())
      _ = try other.commit(Changeset { $0.removeSection(at: 0) }, on: other.load())
      let items = (0...3).map { ItemID(rawValue: $0) }
      #expect(try one.models(of: items, at: 1) == [nil, .text("a"), nil, nil])
      #expect(try other.models(of: items, at: 1) == [nil, .text("b"), .text("c"), nil])
      #expect(try other.models(of: items, at: 2) == [nil, nil, nil, nil])
      #expect(try one.rows(of: state).sections.map(\.items) == [["a"]])
      #expect(try one.journal(after: 0, limit: 9).count == 1)
      #expect(storageErrorCode { _ = try one.journal(after: 2, limit: 9) } == .stale)
    }
  }

  @Test(arguments: [
    "", " ", "main", "it's", "\"quoted\"", "a;b--c", "%_\\", "Größe", "列表", "👩‍👩‍👧‍👦", "e\u{301}",
    "a\nb\tc", String(repeating: "long ", count: 1_000),
  ])
  func aListHasAnyName(name: String) throws {
    try withStore { temporary in
      _ = try temporary.list("before")
      var list = try CommittedList(temporary.list(name))
      try list.commit(newSection(["a", "b"]))
      try temporary.reopen()
      #expect(try temporary.store.lists().map(\.name).contains(name))
      let found = try #require(try temporary.store.list(named: name, create: false))
      #expect(found.name == name)
      try list.reopen(found)
      #expect(try list.difference() == nil)
    }
  }

  @Test func aNameThatWouldBeCutOffIsRefused() throws {
    try withStore { temporary in
      #expect(storageErrorCode { _ = try temporary.list("a\u{0}b") } == .unencodable)
      let cut = try temporary.store.list(named: "a", create: false)
      #expect(cut == nil)
    }
  }

  @Test func aListIsCreatedOnce() throws {
    try withStore { temporary in
      #expect(try temporary.store.list(named: "a", create: false) == nil)
      _ = try temporary.list("a")
      _ = try temporary.list("a")
      #expect(try temporary.store.lists().map(\.name) == ["a"])
      #expect(try temporary.store.list(named: "A", create: false) == nil)
    }
  }

  @Test func theSummaryCountsEachListByItself() throws {
    try withStore { temporary in
      for (name, count) in [("b", 700), ("a", 3), ("c", 0)] {
        let list = try temporary.list(name)
        guard count > 0 else { continue }
        let items = (0..<count).map { "\($0)" }
        _ = try list.commit([newSection(items), Changeset()], on: list.load())
      }
      #expect(
        try temporary.store.lists() == [
          .init(name: "a", revision: 2, sectionCount: 1, itemCount: 3),
          .init(name: "b", revision: 2, sectionCount: 1, itemCount: 700),
          .init(name: "c", revision: 0, sectionCount: 0, itemCount: 0),
        ])
    }
  }

  @Test func aListIsNotCreatedForReading() throws {
    try withStore { temporary in
      let configuration = SQLiteConfiguration(isReadOnly: true)
      let store = try SQLiteStore(path: temporary.path, configuration: configuration)
      #expect(storageErrorCode { _ = try store.list(named: "new") } == .readOnly)
      #expect(try store.list(named: "new", create: false) == nil)
      try store.close()
    }
  }
}
