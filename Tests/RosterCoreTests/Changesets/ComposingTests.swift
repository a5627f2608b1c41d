import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Changeset: composing")
struct ComposingTests {
  typealias Rows = ListRows<String, String>

  // MARK: Cases

  @Test func anInsertionTakesTheLaterModelToTheLaterPlace() {
    let composed = Changeset<String, String> {
      $0.insertItem("x", at: ItemPath(section: 0, item: 0))
    }.composed(
      with: Changeset {
        $0.updateItem(at: ItemPath(section: 0, item: 0), "y")
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 1))
      })
    let expected = Changeset<String, String> {
      $0.insertItem("y", at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 1))
    }
    #expect(composed == expected)
  }

  @Test func whatIsInsertedAndRemovedLeavesNoTrace() {
    let composed = Changeset<String, String> {
      $0.insertSection(at: 1, "S")
      $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      $0.insertItem("y", at: ItemPath(section: 1, item: 0))
    }.composed(
      with: Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 0))
        $0.removeSection(at: 1)
      })
    #expect(composed.isEmpty)
  }

  @Test func anItemThatMovedIntoASectionRemovedLaterIsRemovedWhereItStood() {
    let composed = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
    }.composed(with: Changeset { $0.removeSection(at: 1) })
    let expected = Changeset<String, String> {
      $0.removeItem(at: ItemPath(section: 0, item: 1))
      $0.removeSection(at: 1)
    }
    #expect(composed == expected)
  }

  @Test func anItemThatMovedIntoAnInsertedSectionRemovedLaterIsRemoved() {
    let composed = Changeset<String, String> {
      $0.insertSection(at: 0)
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 0))
    }.composed(with: Changeset { $0.removeSection(at: 0) })
    let expected = Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 0)) }
    #expect(composed == expected)
  }

  @Test func anItemMovesOutOfASectionThatTheSecondRemoves() {
    let composed = Changeset<String, String> {
      $0.moveSection(from: 1, to: 0)
    }.composed(
      with: Changeset {
        $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
        $0.removeSection(at: 0)
      })
    let expected = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 1, item: 2), to: ItemPath(section: 0, item: 0))
      $0.removeSection(at: 1)
    }
    #expect(composed == expected)
  }

  @Test func aSectionThatMovesTwiceMovesOnce() {
    let composed = Changeset<String, String> { $0.moveSection(from: 0, to: 2) }
      .composed(with: Changeset { $0.moveSection(from: 2, to: 1) })
    #expect(composed == Changeset { $0.moveSection(from: 0, to: 1) })
  }

  @Test func whatMovesBackHasNotMoved() {
    let there = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 2, item: 0))
      $0.moveSection(from: 2, to: 0)
      $0.updateItem(at: ItemPath(section: 0, item: 1), "x")
    }
    let back = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 2, item: 0), to: ItemPath(section: 0, item: 1))
      $0.moveSection(from: 0, to: 2)
    }
    let expected = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 1), "x")
    }
    #expect(there.composed(with: back) == expected)
  }

  /// Of a b c, a moves to the end, and then b and c are removed.
  @Test func whatIsLeftAloneHasNotMoved() {
    let composed = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2))
      $0.moveSection(from: 1, to: 2)
    }.composed(
      with: Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 0))
        $0.removeItem(at: ItemPath(section: 0, item: 1))
        $0.removeSection(at: 1)
      })
    let expected = Changeset<String, String> {
      $0.removeItem(at: ItemPath(section: 0, item: 1))
      $0.removeItem(at: ItemPath(section: 0, item: 2))
      $0.removeSection(at: 2)
    }
    #expect(composed == expected)
  }

  /// A section has moved back to its place, and the items in it have not.
  @Test func itemsMoveInASectionThatMovesBack() {
    let composed = Changeset<String, String> {
      $0.moveSection(from: 0, to: 1)
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
    }.composed(with: Changeset { $0.moveSection(from: 1, to: 0) })
    let expected = Changeset<String, String> {
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 1))
    }
    #expect(composed == expected)
  }

  @Test func updatesThatARemovalAbsorbsAreLeftOut() {
    let composed = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "x")
      $0.updateItem(at: ItemPath(section: 0, item: 1), "y")
      $0.updateSection(at: 1, "S")
    }.composed(
      with: Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 0))
        $0.updateItem(at: ItemPath(section: 0, item: 1), "z")
        $0.removeSection(at: 1)
      })
    let expected = Changeset<String, String> {
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 0, item: 1), "z")
      $0.removeSection(at: 1)
    }
    #expect(composed == expected)
  }

  @Test func anUpdateInASectionThatGoesIsLeftOutAlsoIfOtherItemsMove() {
    let composed = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 0), "x")
    }.composed(
      with: Changeset {
        $0.removeSection(at: 0)
        $0.moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0))
      })
    let expected = Changeset<String, String> {
      $0.removeSection(at: 0)
      $0.moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0))
    }
    #expect(composed == expected)
  }

  @Test func aSectionModelCanBeTakenAwayByTheSecond() {
    let composed = Changeset<String, String> { $0.updateSection(at: 0, "A") }
      .composed(with: Changeset { $0.updateSection(at: 0, nil) })
    #expect(composed == Changeset { $0.updateSection(at: 0, nil) })
  }

  @Test func theEmptyRunComposesToTheEmptyChangeset() {
    #expect(Changeset<String, String>.composing([Changeset<String, String>]()).isEmpty)
  }

  @Test func aLongRunOfTypingIsOneInsertion() throws {
    var run: [Changeset<String, String>] = []
    for step in 0..<1500 {
      let path = ItemPath(section: 0, item: step / 3)
      run.append(
        Changeset {
          if step % 3 == 2 {
            $0.removeItem(at: ItemPath(section: 0, item: step / 3))
          } else {
            $0.insertItem("\(step)", at: path)
          }
        })
    }
    let source = try NaiveList<String, String>().applying(Rows(counts: [0]).asInsertion)
    let expected = try run.reduce(source) { try $0.applying($1) }
    let composed = Changeset.composing(run)
    #expect(try source.applying(composed).rows == expected.rows)
    #expect(composed.changeCount == 500)
  }

  @Test(arguments: [-1, 1 << 60, Int.max])
  func whatNoListTakesIsStillRefused(index: Int) throws {
    let impossible = Changeset<String, String> {
      $0.insertItem("x", at: ItemPath(section: 0, item: index))
    }
    let possible = Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 0)) }
    let source = try NaiveList<String, String>().applying(Rows(counts: [3]).asInsertion)
    for run in [[impossible, possible], [possible, impossible]] {
      #expect(throws: (any Error).self) { try source.applying(Changeset.composing(run)) }
    }
  }

  /// What a run does can be said in one way only, however it is put together.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aLongRunIsTheSameInWhateverPartsItIsComposed(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    let source = try NaiveList<String, String>().applying(Rows(counts: [60, 0, 90]).asInsertion)
    var list = source
    var run: [Changeset<String, String>] = []
    for step in 0..<80 {
      let changeset = generator.valid(for: list.counts).changeset(models: "\(step):")
      list = try list.applying(changeset)
      run.append(changeset)
    }
    let composed = Changeset.composing(run)
    #expect(try source.applying(composed).rows == list.rows, "seed \(seed)")
    for middle in [1, 27, 40, 79] {
      let (first, second) = (run[..<middle], run[middle...])
      let halves = Changeset.composing(first).composed(with: Changeset.composing(second))
      #expect(halves == composed, "seed \(seed), cut at \(middle)")
    }
    let stepwise = run.reduce(Changeset()) { $0.composed(with: $1) }
    #expect(stepwise == composed, "seed \(seed)")
  }

  // MARK: All

  @Test("all pairs of valid changesets", arguments: [[], [2], [1, 0], [1, 1]], [false, true])
  func composesAllPairs(counts: [Int], firstUpdates: Bool) throws {
    var firsts = ValidChangesets(counts: counts, insertedSections: 0, insertedItems: 0)
    firsts.updates = [firstUpdates]
    try composePairs(firsts) { middle in
      var seconds = ValidChangesets(counts: middle, insertedSections: 0, insertedItems: 0)
      seconds.updates = [!firstUpdates || middle.count < 2]
      return seconds
    }
  }

  @Test("all pairs of valid changesets with insertions", arguments: [[], [1]])
  func composesAllPairsWithInsertions(counts: [Int]) throws {
    var firsts = ValidChangesets(counts: counts, insertedSections: 1, insertedItems: 1)
    firsts.updates = [false]
    try composePairs(firsts) { middle in
      let isSmall = middle.count < 2 && middle.reduce(0, +) < 2
      let isLarge = middle.reduce(0, +) > 2
      var seconds = ValidChangesets(
        counts: isLarge ? [] : middle, insertedSections: 0, insertedItems: isSmall ? 1 : 0)
      seconds.updates = [true]
      return seconds
    }
  }

  private func composePairs(
    _ firsts: ValidChangesets, seconds: ([Int]) -> ValidChangesets
  ) throws {
    let source = try Composed(Rows(counts: firsts.counts))
    var failures = 0
    firsts.forEach { first in
      let first = first.changeset(models: "1:")
      guard let middle = try? source.list.applying(first) else { return }
      let seconds = seconds(middle.counts)
      guard seconds.counts == middle.counts else { return }
      seconds.forEach { second in
        guard failures < 3 else { return }
        if !source.check([first], middle, second.changeset(models: "2:")) { failures += 1 }
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func composesRandomRuns(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    let source = try Composed(Rows(counts: [4, 0, 7, 2]))
    var list = source.list
    var run: [Changeset<String, String>] = []
    for step in 0..<12 {
      let changeset = generator.valid(for: list.counts).changeset(models: "\(step):")
      guard source.check(run, list, changeset) else {
        Issue.record("seed \(seed)")
        return
      }
      list = try list.applying(changeset)
      run.append(changeset)
    }
  }
}

/// A source that runs of changesets are composed over.
private struct Composed {
  var list: NaiveList<String, String>

  init(_ rows: ListRows<String, String>) throws {
    list = try NaiveList().applying(rows.asInsertion)
  }

  /// The composed changeset gives the rows that the run gives, and what was in the source keeps
  /// its identity, or is gone, as in the run. It has no move that it can do without.
  ///
  /// - Parameters:
  ///   - start: The run but for its last changeset.
  ///   - middle: The list after `start`.
  ///   - last: The last changeset of the run.
  func check(
    _ start: [Changeset<String, String>], _ middle: NaiveList<String, String>,
    _ last: Changeset<String, String>
  ) -> Bool {
    let run = start + [last]
    let composed = Changeset.composing(run)
    let changeCount = run.reduce(0) { $0 + $1.changeCount }
    do {
      let expected = try middle.applying(last)
      let found = try list.applying(composed)
      if found.rows == expected.rows, kept(found) == kept(expected),
        composed.changeCount <= changeCount, start.isEmpty || !hasIdleMove(composed, found)
      {
        return true
      }
      Issue.record("\(lines(run))\ncomposed to \(composed.logLine)\ngives \(found.rows)")
    } catch {
      Issue.record("\(lines(run))\ncomposed to \(composed.logLine): \(error)")
    }
    return false
  }

  /// Whether a changeset has a move without which everything gets to the same places.
  private func hasIdleMove(
    _ changeset: Changeset<String, String>, _ target: NaiveList<String, String>
  ) -> Bool {
    func leadsToTarget(_ parts: ChangesetParts) -> Bool {
      (try? list.applying(parts.changeset(models: ""))).map { kept($0) == kept(target) } ?? false
    }
    let parts = ChangesetParts(changeset.outline)
    let withoutItems = parts.movedItems.indices.map { index in
      var parts = parts
      parts.movedItems.remove(at: index)
      return parts
    }
    let withoutSections = parts.movedSections.indices.map { index in
      var parts = parts
      parts.movedSections.remove(at: index)
      return parts
    }
    return (withoutItems + withoutSections).contains(where: leadsToTarget)
  }

  private func lines(_ run: [Changeset<String, String>]) -> String {
    ([list.rows.logLine] + run.map(\.logLine)).joined(separator: "\n")
  }

  /// Where the sections and items of the source are; 0 stands for newer ones.
  private func kept(_ target: NaiveList<String, String>) -> [[Int]] {
    let sections = Set(list.sectionIDs)
    let items = Set(list.itemIDs.joined())
    return [target.sectionIDs.map { sections.contains($0) ? $0 : 0 }]
      + target.itemIDs.map { $0.map { items.contains($0) ? $0 : 0 } }
  }
}
