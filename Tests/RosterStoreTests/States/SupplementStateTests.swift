import GRDB
import RosterCore
import RosterRows
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// The states of headers and footers, beside those of items.
@Suite("States of headers and footers")
struct SupplementStateTests {
  private static let like = ScopePath([ScopeKey(typeName: "Row"), ScopeKey(typeName: "Like")])

  private static func header(_ section: Int) -> SupplementID {
    SupplementID(.header, of: SectionID(rawValue: section))
  }

  private static func footer(_ section: Int) -> SupplementID {
    SupplementID(.footer, of: SectionID(rawValue: section))
  }

  private static func set(_ tree: TreeID, _ text: String?) -> StateChange {
    StateChange(
      StateAddress(tree: tree, scope: like), text.map { StoredState(value: .text($0)) })
  }

  private static func values(_ list: SQLiteList, at revision: Revision) throws -> [String] {
    let supplements = [header(1), footer(1), header(2)]
    let item = ItemID(rawValue: 1)
    let states = try list.states(
      of: supplements.map(TreeID.supplement) + [.item(item)], at: revision)
    #expect(try list.states(of: supplements, at: revision) == states.dropLast())
    #expect(try list.states(of: [item], at: revision) == states.suffix(1))
    return states.map { states in
      guard case .text(let text)? = states[like]?.value, states.count == 1 else {
        return states.isEmpty ? "-" : "?"
      }
      return text
    }
  }

  /// Two sections at revision 5, of which the first is removed in 6.
  ///
  /// Header, footer and item 1 have the same number and the same scope, and states of their own.
  private func makeStore() throws -> (TemporaryStore, SQLiteList) {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(
      Changeset {
        $0.insertSection(at: 0, "a")
        $0.insertSection(at: 1, "b")
        $0.insertItem("x", at: ItemPath(section: 1, item: 0))
      }, states: [Self.set(.supplement(Self.header(1)), "h1")])
    try builder.add(states: [
      Self.set(.supplement(Self.footer(1)), "f1"), Self.set(.item(ItemID(rawValue: 1)), "i1"),
    ])
    try builder.add(states: [
      Self.set(.supplement(Self.header(1)), "h2"), Self.set(.supplement(Self.header(2)), "k"),
    ])
    try builder.add(states: [Self.set(.supplement(Self.footer(1)), nil)])
    try builder.add(states: [Self.set(.supplement(Self.footer(1)), "f2")])
    try builder.add(
      Changeset { $0.removeSection(at: 0) },
      states: [Self.set(.supplement(Self.footer(1)), "never")])
    try list.commit(builder.group)
    return (temporary, list)
  }

  private static let expected = [
    ["-", "-", "-", "-"], ["h1", "-", "-", "-"], ["h1", "f1", "-", "i1"], ["h2", "f1", "k", "i1"],
    ["h2", "-", "k", "i1"], ["h2", "f2", "k", "i1"], ["-", "-", "k", "i1"],
  ]

  @Test func areReadAsTheyWereAtEveryRevision() throws {
    let (temporary, list) = try makeStore()
    #expect(try (0...6).map { try Self.values(list, at: $0) } == Self.expected)
    #expect(try temporary.store.check() == [])
    let again = try #require(try temporary.store.list(named: list.name, create: false))
    #expect(try Self.values(again, at: 6) == Self.expected[6])
  }

  @Test func theJournalNamesThem() throws {
    let (temporary, list) = try makeStore()
    defer { withExtendedLifetime(temporary) {} }
    let entries = try list.journal(after: 0, limit: 9)
    #expect(
      entries.map { $0.states.map(\.tree.description) } == [
        ["header of section 1"], ["footer of section 1", "item 1"],
        ["header of section 1", "header of section 2"], ["footer of section 1"],
        ["footer of section 1"], [],
      ])
    #expect(entries.allSatisfy { $0.states.allSatisfy { $0.scope == Self.like } })
  }

  @Test func theJournalIsReadableText() throws {
    let (temporary, _) = try makeStore()
    let text = try temporary.store.pool.read {
      try $0.text("SELECT change FROM journal WHERE id & 255 = 2")
    }
    #expect(text == #"{"states":[[1,"footer","Row/Like"],[1,"Row/Like"]]}"#)
    let states = try temporary.store.pool.read {
      try $0.texts("SELECT section || kind || scope || value FROM list_supplement_states")
    }
    #expect(states == ["0headerRow/Likek"])
  }

  @Test(arguments: [
    #"{"states":[[1,"side","A"]]}"#, #"{"states":[[9,"header","A"]]}"#,
    #"{"states":[[0,"header","A"]]}"#,
    #"{"states":[["header",1,"A"]]}"#, #"{"states":[["A"]]}"#,
    #"{"states":[[1,"header","A"],[1,"header","A"]]}"#, #"{"states":[[1,"header","A","B"]]}"#,
  ])
  func otherTextsAreDamage(text: String) {
    var bytes = Array(text.utf8)
    let next = NextIdentifiers(item: 20, section: 5, leaf: 1)
    bytes.withUnsafeBytes { #expect(JournalCoding.decode($0, next: next) == nil) }
    bytes = Array(#"{"states":[[1,"header","A"],[1,"footer","A"],[1,"A"]]}"#.utf8)
    bytes.withUnsafeBytes { #expect(JournalCoding.decode($0, next: next)?.states.count == 3) }
  }

  @Test func compactionTakesBeforeImagesAlong() throws {
    let (temporary, list) = try makeStore()
    try list.compact(JournalRetention(revisionCountMax: 2))
    #expect(try (4...6).map { try Self.values(list, at: $0) } == Array(Self.expected[4...]))
    #expect(storageErrorCode { _ = try Self.values(list, at: 3) } == .compacted)
    func count(_ condition: String) throws -> Int? {
      try temporary.store.pool.read {
        try $0.integer("SELECT count(*) FROM supplement_state_history WHERE \(condition)")
      }
    }
    #expect(try count("until <= 4") == 0)
    #expect(try count("until > 4") == 2)
    #expect(try temporary.store.check() == [])
    try list.compact(JournalRetention(revisionCountMax: 0))
    #expect(try temporary.store.check() == [])
  }

  @Test(arguments: [
    ("UPDATE supplement_state SET value = 'x'", "altered that was written by revision: 3"),
    (
      "UPDATE supplement_state_history SET type_version = 9", "altered that was written by revision"
    ),
    ("DELETE FROM supplement_state", "altered that was written by revision: 3"),
    (
      "INSERT INTO supplement_state VALUES ((1 << 40) + 1, 'header', 'A', 6, 1, 'x')",
      "a state is of a header or footer of a section that is not there: 1"
    ),
    (
      "INSERT INTO supplement_state VALUES ((1 << 40) + 2, 'footer', 'A', 4, 1, 'x')",
      "a state is of a revision that did not write it: 4"
    ),
    (
      "UPDATE supplement_state SET scope = 'A/'",
      "the scope of a state of a header or footer is not the path of one, at section: 2"
    ),
    (
      "UPDATE supplement_state SET version = 99",
      "the version of a state of a header or footer is a revision that is not there yet"
    ),
    (
      "UPDATE supplement_state_history SET until = version",
      "a before-image of a state of a header or footer has impossible revisions, at section: 1"
    ),
    (
      "INSERT INTO supplement_state VALUES ((9 << 40) + 2, 'footer', 'A', 4, 1, 'x')",
      "table supplement_state has rows of a list that does not exist"
    ),
  ])
  func damageIsFound(sql: String, finding: String) throws {
    let (temporary, _) = try makeStore()
    try temporary.store.pool.write { try $0.execute(sql) }
    let findings = try temporary.store.check()
    #expect(findings.contains { $0.description.contains(finding) }, "\(findings)")
  }

  // MARK: Random histories

  /// What the states must be: a dictionary for every revision.
  private struct Naive {
    var revisions: [[TreeID: [ScopePath: StoredState]]] = [[:]]

    mutating func advance(_ trees: Set<TreeID>, _ changes: [StateChange]) {
      var states = (revisions.last ?? [:]).filter { trees.contains($0.key) }
      for change in changes where trees.contains(change.address.tree) {
        states[change.address.tree, default: [:]][change.address.scope] = change.state
      }
      revisions.append(states)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomHistoriesAreRead(seed: UInt64) throws {
    try withStore { temporary in
      let list = try temporary.list()
      var changesets = RandomChangesets(seed: seed)
      var random = SplitMix64(seed: ~seed)
      var naive = Naive()
      var state = try list.load()
      var everybody: Set<SupplementID> = []
      for _ in 0..<30 {
        var builder = CommitGroupBuilder(state)
        for _ in 0...random.index(below: 2) {
          let counts = builder.group.target.itemCounts
          try builder.add(changesets.valid(for: counts).changeset(models: "m")) { change in
            let all =
              change.target.sectionIDs
              + change.identities.removedSections.prefix(1)
            let supplements = all.flatMap { section in
              SupplementKind.allCases.map { SupplementID($0, of: section) }
            }
            everybody.formUnion(supplements)
            var items: [ItemID] = []
            try change.target.forEachItem { _, id in
              items.append(id)
              return true
            }
            let trees = supplements.map(TreeID.supplement) + items.prefix(3).map(TreeID.item)
            var changes: [StateChange] = []
            for tree in trees where random.happens(percent: 30) {
              let scope = ScopePath([ScopeKey(typeName: "S\(random.index(below: 2))")])
              let value = StoredState(value: .text("\(random.next())"))
              changes.append(
                StateChange(
                  StateAddress(tree: tree, scope: scope),
                  random.happens(percent: 25) ? nil : value))
            }
            let alive =
              items.map(TreeID.item)
              + change.target.sectionIDs.flatMap { section in
                SupplementKind.allCases.map { .supplement(SupplementID($0, of: section)) }
              }
            naive.advance(Set(alive), changes)
            return changes
          }
        }
        try list.commit(builder.group)
        state = builder.group.target
      }
      #expect(try temporary.store.check() == [], "seed \(seed)")
      let supplements = everybody.sorted()
      func compare(from first: Revision) throws {
        for revision in first..<naive.revisions.count {
          let found = try list.states(of: supplements, at: revision)
          for (supplement, states) in zip(supplements, found) {
            #expect(
              states == naive.revisions[revision][.supplement(supplement)] ?? [:],
              "seed \(seed), revision \(revision), \(supplement)")
          }
        }
      }
      try compare(from: 0)
      let result = try list.compact(JournalRetention(revisionCountMax: 10))
      try compare(from: result.oldestRevision)
      #expect(try temporary.store.check() == [], "seed \(seed)")
    }
  }
}
