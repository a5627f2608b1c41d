import RosterComponents
import RosterCore
import RosterMounting
import RosterTestKit
import RosterTestSupport
import Testing

/// Every drag in every small list.
@Suite("ReorderDrag, everything")
struct ExhaustiveReorderTests {
  /// The numbers of items of all lists of up to three sections of up to four items.
  private static let counts: [[Int]] = (1...3).flatMap { sections in
    (0..<sections).reduce([[]]) { rows, _ in
      rows.flatMap { row in (0...4).map { row + [$0] } }
    }
  }

  /// Rows of different lengths, the longest next to the shortest.
  private static func rows(_ counts: [Int], header: Double, footer: Double) -> ReorderRows {
    ReorderRows(
      lengths: counts.enumerated().map { section, count in
        (0..<count).map { [10, 70, 20, 30][($0 + section) % 4] }
      }, header: header, footer: footer)
  }

  @Test func everyDragToAGapPutsTheItemThere() throws {
    for counts in Self.counts {
      let rows = Self.rows(counts, header: 8, footer: 4)
      let list = try SmallList(counts)
      for source in rows.paths {
        for target in rows.targets(of: source) {
          try check(rows, list, source, target)
        }
      }
    }
  }

  private func check(
    _ rows: ReorderRows, _ list: SmallList, _ source: ItemPath, _ target: ItemPath
  ) throws {
    let what: Comment = "\(rows.counts): \(source) to \(target)"
    let move = ItemMove(source: source, target: target)
    // The list with the row in its new place says where the gap is.
    let after = rows.moved(move)
    let span = rows.span(ofItemAt: source)
    var drag = try #require(
      ReorderDrag(list.item(at: source), at: source, grabbedAt: span.start + 3, in: rows))
    drag.move(to: after.span(ofItemAt: target).start + 3, in: rows)
    #expect(drag.gap == target, what)
    #expect(drag.gapSpan == after.span(ofItemAt: target), what)
    #expect(drag.move == (source == target ? nil : move), what)
    let changeset: Changeset<String, String>? = drag.changeset()
    #expect((changeset == nil) == (source == target), what)
    if let changeset { #expect(list.fault(of: changeset, move) == nil, what) }
    // The rows stand during the drag as they will stand after it.
    for path in rows.paths where path != source {
      let shown = rows.span(ofItemAt: path).start + drag.displacement(ofItemAt: path)
      let target = list.path(of: path, after: move)
      #expect(shown == after.span(ofItemAt: target).start, what)
    }
    for section in rows.counts.indices {
      let header = rows.span(ofSection: section).start + drag.displacement(ofHeaderOf: section)
      #expect(header == after.span(ofSection: section).start, what)
      let span = rows.span(ofSection: section)
      let footer = span.start + span.length + drag.displacement(ofFooterOf: section)
      let target = after.span(ofSection: section)
      #expect(footer == target.start + target.length, what)
    }
  }

  /// With and without headers, everywhere: the gap is one of the nearest.
  @Test(arguments: [0.0, 8.0])
  func everyPositionGoesToANearestGap(header: Double) throws {
    for counts in Self.counts {
      let rows = Self.rows(counts, header: header, footer: 0)
      for source in rows.paths {
        let starts = rows.targets(of: source).map {
          ($0, rows.moved(ItemMove(source: source, target: $0)).span(ofItemAt: $0).start)
        }
        let home = rows.span(ofItemAt: source).start
        var drag = try #require(
          ReorderDrag(ItemID(rawValue: 1), at: source, grabbedAt: home, in: rows))
        for step in -6...60 {
          let position = Double(step) * 7.5
          drag.move(to: position, in: rows)
          let nearest = starts.map { abs($0.1 - position) }.min()
          let own = starts.first { $0.0 == drag.gap }
          #expect(
            own.map { abs($0.1 - position) } == nearest, "\(counts): \(source) at \(position)")
          if own?.1 == home { #expect(drag.gap == source, "\(counts): \(source) at \(position)") }
        }
      }
    }
  }

  /// Keys bring an item through every gap of the list, and back.
  @Test func keysGoThroughEveryGap() throws {
    for counts in Self.counts {
      var rows = Self.rows(counts, header: 0, footer: 0)
      guard let start = rows.paths.first else { continue }
      for step in [ReorderStep.earlier, .later, .earlier] {
        var path = rows.paths.contains(start) ? start : try #require(rows.paths.first)
        var visited = [path]
        while let move = ReorderDrag.move(ofItemAt: path, step, in: rows) {
          rows = rows.moved(move)
          path = move.target
          visited.append(path)
          try #require(visited.count < 20)
        }
        let targets = rows.targets(of: path)
        #expect(path == (step == .earlier ? targets.first : targets.last), "\(counts)")
      }
    }
  }

  /// Changes of the list while a row is dragged, and the changeset of the drop afterwards.
  @Test(arguments: UInt64(1)...60)
  func dropAfterChangesPutsTheItemIntoTheGap(seed: UInt64) throws {
    var changesets = RandomChangesets(seed: seed)
    var random = SplitMix64(seed: seed &+ 1_000)
    var list = try SmallList([3, 4, 2])
    var rows = Self.rows(list.counts, header: 8, footer: 0)
    guard let source = rows.paths.randomElement(using: &random) else { return }
    var drag = try #require(
      ReorderDrag(
        list.item(at: source), at: source, grabbedAt: rows.span(ofItemAt: source).start, in: rows))
    for _ in 0..<8 {
      drag.move(to: Double(random.index(below: 300)), in: rows)
      let changeset = changesets.valid(for: list.counts).changeset()
      let target = try list.applying(changeset)
      let anchor = try list.state.anchor(of: drag.item, in: target.state)
      rows = Self.rows(target.counts, header: 8, footer: 0)
      let goesOn = drag.adopt(anchor, in: rows)
      #expect(goesOn == (anchor?.targetPath != nil), "seed \(seed)")
      list = target
      guard goesOn else { return }
      #expect(list.item(at: drag.sourcePath) == drag.item, "seed \(seed)")
      if let drop: Changeset<String, String> = drag.changeset(), let move = drag.move {
        #expect(list.fault(of: drop, move) == nil, "seed \(seed)")
      }
    }
  }
}

/// A list of the given numbers of items, in the library and as plain arrays.
private struct SmallList {
  private(set) var state: ListState
  private var naive: NaiveList<String, String>

  init(_ counts: [Int]) throws {
    let rows = ListRows<String, String>(
      counts.map { count in .init(items: (0..<count).map { "\($0)" }) })
    let changeset = rows.asInsertion
    state = try ListState().applying(changeset).target
    naive = try NaiveList().applying(changeset)
  }

  var counts: [Int] { naive.counts }

  func item(at path: ItemPath) -> ItemID {
    ItemID(rawValue: naive.itemIDs[path.section][path.item])
  }

  func applying(_ changeset: Changeset<String, String>) throws -> SmallList {
    var target = self
    target.state = try state.applying(changeset).target
    target.naive = try naive.applying(changeset)
    return target
  }

  /// Where an item stands after a move, by plain arrays.
  func path(of source: ItemPath, after move: ItemMove) -> ItemPath {
    let rows = moved(move)
    let id = naive.itemIDs[source.section][source.item]
    for (section, row) in rows.enumerated() {
      if let item = row.firstIndex(of: id) { return ItemPath(section: section, item: item) }
    }
    return source
  }

  /// What is wrong with a changeset that is to make a move.
  func fault(of changeset: Changeset<String, String>, _ move: ItemMove) -> String? {
    guard let target = try? applying(changeset) else { return "refused" }
    guard target.naive.itemIDs == moved(move) else { return "another list" }
    let path = try? target.state.path(of: item(at: move.source))
    return path == move.target ? nil : "the item is at \(String(describing: path))"
  }

  private func moved(_ move: ItemMove) -> [[Int]] {
    var rows = naive.itemIDs
    let id = rows[move.source.section].remove(at: move.source.item)
    rows[move.target.section].insert(id, at: move.target.item)
    return rows
  }
}
