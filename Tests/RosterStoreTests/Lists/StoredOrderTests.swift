import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// The stored list against the naive one.
@Suite("Stored order")
struct StoredOrderTests {
  /// Compares the stored list with the naive one, in memory and as it is after reopening.
  private func expectAgreement(
    _ list: inout CommittedList, _ temporary: TemporaryStore, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try list.difference() == nil, "\(what)", sourceLocation: sourceLocation)
    try temporary.reopen()
    try list.reopen(temporary.list())
    #expect(try list.difference() == nil, "reopened, \(what)", sourceLocation: sourceLocation)
    #expect(try list.state.violations() == [], "\(what)", sourceLocation: sourceLocation)
    #expect(
      try temporary.store.check(journalTail: 8) == [], "\(what)", sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func ofRandomChangesetsCommittedOneByOne(seed: UInt64) throws {
    try withStore { temporary in
      var generator = RandomChangesets(seed: seed)
      var list = try CommittedList(temporary.list())
      for round in 0..<4 {
        generator.longestRun = round == 2 ? 400 : 4
        for _ in 0..<10 { try list.commit(1, from: &generator) }
        try expectAgreement(&list, temporary, "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func ofRandomChangesetsCommittedInGroups(seed: UInt64) throws {
    try withStore { temporary in
      var generator = RandomChangesets(seed: seed)
      var list = try CommittedList(temporary.list())
      for round in 0..<4 {
        generator.longestRun = round == 2 ? 400 : 4
        for _ in 0..<3 {
          let count = 1 + generator.random.index(below: 8)
          try list.commit(count, from: &generator)
        }
        try expectAgreement(&list, temporary, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func ofAGroupThatChangesWhatItInserts() throws {
    let path = { ItemPath(section: 0, item: $0) }
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit([
        newSection((0..<10).map { "\($0)" }),
        Changeset { for item in 0..<3 { $0.updateItem(at: path(item), "again") } },
        Changeset {
          $0.updateItem(at: path(0), "and again")
          $0.moveItem(from: path(0), to: path(8))
          $0.removeItem(at: path(1))
        },
        Changeset { $0.removeItem(at: path(7)) },
        Changeset {
          $0.insertSection(at: 0, "other")
          $0.moveItem(from: path(2), to: path(0))
        },
        Changeset { $0.removeSection(at: 0) },
      ])
      try expectAgreement(&list, temporary, "the group")
    }
  }

  @Test func ofASectionThatComesAndGoesInOneGroup() throws {
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit([
        newSection((0..<1_000).map { "\($0)" }), Changeset { $0.updateSection(at: 0, nil) },
        Changeset { $0.removeSection(at: 0) },
      ])
      try expectAgreement(&list, temporary, "the group")
      #expect(try temporary.store.lists().map(\.itemCount) == [0])
    }
  }

  @Test(arguments: [0, 700, 1_000])
  func ofInsertionsAtOneSpot(spot: Int) throws {
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit(newSection((0..<1_000).map { "\($0)" }))
      for group in 0..<8 {
        try list.commit(
          (0..<50).map { number in
            Changeset { $0.insertItem("\(group).\(number)", at: ItemPath(section: 0, item: spot)) }
          })
      }
      try expectAgreement(&list, temporary, "insertions at \(spot)")
    }
  }

  @Test func ofAppendedItems() throws {
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit(newSection(["first"]))
      for group in 0..<6 {
        try list.commit(
          (0..<100).map { number in
            let end = ItemPath(section: 0, item: 1 + group * 100 + number)
            return Changeset { $0.insertItem("\(end.item)", at: end) }
          })
      }
      try expectAgreement(&list, temporary, "600 appended")
    }
  }

  @Test func ofPagesThatEmptyAndJoin() throws {
    try withStore { temporary in
      var random = SplitMix64(seed: 7)
      var list = try CommittedList(temporary.list())
      try list.commit(newSection((0..<2_000).map { "\($0)" }))
      for left in stride(from: 1_900, through: 0, by: -100) {
        var removed = Set<Int>()
        while removed.count < 100 { removed.insert(random.index(below: left + 100)) }
        try list.commit(
          Changeset {
            for item in removed.sorted() { $0.removeItem(at: ItemPath(section: 0, item: item)) }
          })
        if left % 500 == 0 { try expectAgreement(&list, temporary, "\(left) left") }
      }
    }
  }

  @Test func ofBulkLoadsBetweenItems() throws {
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit(newSection((0..<300).map { "\($0)" }))
      for (load, at) in [150, 0, 2_000, 5_000].enumerated() {
        let models = (0..<2_345).map { "\(load).\($0)" }
        try list.commit(Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: at)) })
      }
      try expectAgreement(&list, temporary, "bulk loads")
    }
  }

  @Test func ofManySectionsAtOneSpot() throws {
    try withStore { temporary in
      var list = try CommittedList(temporary.list())
      try list.commit([newSection(["first"]), newSection(at: 1, ["last"])])
      for group in 0..<10 {
        try list.commit((0..<20).map { newSection(at: 1, ["\(group).\($0)"]) })
      }
      try expectAgreement(&list, temporary, "200 sections at one spot")
      try list.commit(
        Changeset { for section in 0..<100 { $0.moveSection(from: section, to: 201 - section) } })
      try expectAgreement(&list, temporary, "100 moved sections")
    }
  }

  @Test func ofItemsThatMoveFromPageToPage() throws {
    try withStore { temporary in
      var random = SplitMix64(seed: 11)
      var list = try CommittedList(temporary.list())
      try list.commit([
        newSection((0..<1_000).map { "\($0)" }), newSection(at: 1, (0..<1_000).map { "\($0)" }),
      ])
      for round in 0..<10 {
        var sources = Set<Int>()
        while sources.count < 60 { sources.insert(random.index(below: 800)) }
        let section = round % 2
        try list.commit(
          Changeset {
            for (rank, item) in sources.shuffled(using: &random).enumerated() {
              $0.moveItem(
                from: ItemPath(section: section, item: item),
                to: ItemPath(section: 1 - section, item: rank * 7))
            }
          })
      }
      try expectAgreement(&list, temporary, "moves between sections")
    }
  }
}
