import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Items are inserted where they belong in a sorted section.
@Suite("Sorted insertions") struct SortedInsertionTests {
  private func list(_ models: [String]) throws -> TextList {
    let list = try TextList.inMemory()
    _ = try list.applySynchronously(ListRows([.init(items: models)]).asInsertion)
    return list
  }

  /// All sorted texts of three letters, and each letter beside, between and on them.
  @Test func anItemStandsBehindThoseThatAreEqual() throws {
    let letters = ["b", "d", "f"]
    for count in 0...4 {
      for counts in (0...count).flatMap({ first in (0...(count - first)).map { (first, $0) } }) {
        let models =
          Array(repeating: "b1", count: counts.0) + Array(repeating: "d1", count: counts.1)
          + Array(repeating: "f1", count: count - counts.0 - counts.1)
        let list = try list(models)
        for letter in ["a", "c", "e", "g"] + letters {
          let batch = try list.changeSynchronously { _, change in
            try change.insert("\(letter)2") { $0.prefix(1) < $1.prefix(1) }
          }.batch
          let expected = (models + ["\(letter)2"]).sorted()
          #expect(try batch.target.rows.sections[0].items == expected)
          _ = try list.applySynchronously(.undo())
        }
      }
    }
  }

  @Test func fewModelsAreReadOfALongSection() throws {
    let models = (0..<5_000).map { String($0 * 2 + 10_000) }
    let list = try list(models)
    let reads = Recorder<String>()
    let item = try list.changeSynchronously { _, change in
      try change.insert("13001") { (left: String, right: String) in
        reads.record(right)
        return left < right
      }
    }.value
    #expect(reads.values.count <= 13)
    #expect(try list.snapshot.state.path(of: item)?.item == 1_501)
    let byValue = try list.changeSynchronously { _, change in
      try change.insert("13001", sortedBy: { Int($0) ?? 0 })
    }.value
    #expect(try list.snapshot.state.path(of: byValue)?.item == 1_502)
  }

  @Test func aNamedSectionGetsTheItemAndAFlatListNeedsNone() throws {
    let list = try TextList.inMemory()
    _ = try list.changeSynchronously { _, change in
      for model in ["c", "a", "b"] { try change.insert(model, sortedBy: \.self) }
    }
    #expect(try list.snapshot.rows == ListRows("abc"))
    let section = try #require(list.snapshot.state.sectionID(at: 0))
    _ = try list.changeSynchronously { _, change in
      try change.insertSection()
      try change.insert("aa", inSection: section, sortedBy: \.self)
    }
    #expect(try list.snapshot.models(inSection: 0) == ["a", "aa", "b", "c"])
  }

  @Test func inASectionThatIsNotSortedAnItemStandsBesideOneThatFits() throws {
    for models in [["c", "a", "b"], ["b", "a"], ["c", "c", "a"], ["d", "b", "a", "c"]] {
      let list = try list(models)
      let item = try list.changeSynchronously { _, change in
        try change.insert("bb", sortedBy: \.self)
      }.value
      let index = try #require(try list.snapshot.state.path(of: item)?.item)
      #expect(index == 0 || models[index - 1] <= "bb")
      #expect(index == models.count || models[index] > "bb")
    }
  }
}
