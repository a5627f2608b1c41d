import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// The next match, compared with a search of an array.
struct ListSearchTests {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>

  private func list(_ sections: [[JSONValue]], _ folder: TemporaryFolder) async throws -> List {
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let list = try List(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    try await list.apply(
      Changeset<JSONValue, JSONValue> { changes in
        for (section, models) in sections.enumerated() {
          changes.insertSection(at: section)
          for (item, model) in models.enumerated() {
            changes.insertItem(model, at: ItemPath(section: section, item: item))
          }
        }
      })
    return list
  }

  @Test func nextMatchIsThatOfANaiveSearch() async throws {
    var random = SplitMix64(seed: 7)
    // More than one part of the search, with empty sections.
    let counts = [0, 3, 0, 700, 1, 0, 530, 0]
    let sections = counts.map { count in
      (0..<count).map { _ -> JSONValue in
        random.happens(percent: 1) ? ["text": "a NeedLe"] : ["needle": "hay"]
      }
    }
    let folder = try TemporaryFolder()
    let list = try await list(sections, folder)
    let search = try #require(ListSearch("needle"))
    let paths = sections.indices.flatMap { section in
      sections[section].indices.map { ItemPath(section: section, item: $0) }
    }
    let matches = paths.indices.filter {
      search.matches(sections[paths[$0].section][paths[$0].item])
    }
    #expect(!matches.isEmpty)
    let starts = (0..<40).map { _ in random.index(below: paths.count) } + matches + [0, 3, 1_233]
    for start in starts {
      let forward = (matches.first { $0 > start } ?? matches.first).map { paths[$0] }
      let backward = (matches.last { $0 < start } ?? matches.last).map { paths[$0] }
      #expect(try await search.next(in: list.snapshot, from: paths[start], .forward) == forward)
      #expect(try await search.next(in: list.snapshot, from: paths[start], .backward) == backward)
    }
    #expect(
      try await search.next(in: list.snapshot, from: nil, .forward)
        == matches.first.map { paths[$0] })
    #expect(
      try await search.next(in: list.snapshot, from: nil, .backward)
        == matches.last.map { paths[$0] })
    for (index, offset) in matches.enumerated() {
      let item = try #require(try list.snapshot.state.itemID(at: paths[offset]))
      let counted = try await search.count(in: list.snapshot, reading: { $0 }, of: item)
      #expect(counted.count == matches.count && counted.ordinal == index + 1)
    }
    var shares: [Double] = []
    let nothing = try #require(ListSearch("nothing"))
    #expect(
      try await nothing.next(in: list.snapshot, from: paths[5], .forward) { shares.append($0) }
        == nil)
    #expect(shares == shares.sorted() && shares.last == 1)
    shares = []
    let none = try await nothing.count(in: list.snapshot, reading: { $0 }, of: nil) {
      shares.append($0)
    }
    #expect(none.count == 0 && none.ordinal == nil)
    #expect(shares == shares.sorted() && shares.last == 1)
    await list.close()
  }

  @Test func valuesMatchAndKeysDoNot() throws {
    let model: JSONValue = ["key": ["Straße", 42, true, .null, ["x": "end"]]]
    for text in ["STRASSE", "straße", "4", "rue", "END", "tr"] {
      let matches = try #require(ListSearch(text)).matches(model)
      #expect(matches == (text != "STRASSE"), "\(text)")
    }
    for text in ["key", "null", "straßen", "42,"] {
      #expect(try #require(ListSearch(text)).matches(model) == false, "\(text)")
    }
    #expect(ListSearch("") == nil)
  }

  @Test func emptyListHasNoMatch() async throws {
    let folder = try TemporaryFolder()
    let list = try await list([[], []], folder)
    let search = try #require(ListSearch("a"))
    #expect(try await search.next(in: list.snapshot, from: nil, .forward) == nil)
    #expect(try await search.next(in: list.snapshot, from: nil, .backward) == nil)
    #expect(try await search.count(in: list.snapshot, reading: { $0 }, of: nil).count == 0)
    await list.close()
  }

  @Test func cancelledSearchEnds() async throws {
    let folder = try TemporaryFolder()
    let list = try await list([Array(repeating: "hay", count: 2_000)], folder)
    let search = try #require(ListSearch("needle"))
    let snapshot = list.snapshot
    let task = Task {
      try await search.next(in: snapshot, from: nil, .forward) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    await list.close()
  }
}
