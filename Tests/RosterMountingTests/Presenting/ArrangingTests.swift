import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import RosterTestSupport
import Testing

/// Sections whose items stand beside each other, or are not shown.
struct ArrangingTests {
  /// Sections of planks that are all 10 points high: "abc|de" has three and two.
  private func change(_ line: String) -> TextChange {
    let sections = line.split(separator: "|", omittingEmptySubsequences: false).map { section in
      ListRows<String, String>.Section(model: "10", items: section.map { _ in "10" })
    }
    return ListRows(sections).asInsertion
  }

  /// A presenter of a list, 80 points wide and 100 high.
  private func show(
    _ line: String, _ arrangements: [SectionArrangement], hasHeaders: Bool = false,
    _ body: (Stage) async throws -> Void
  ) async throws {
    try await Stage.with(hasHeaders: hasHeaders) {
      $0.arrangements = arrangements
    } _: { stage in
      try await stage.apply(change(line))
      try await body(stage)
    }
  }

  /// Where the rows stand: across, and along the list.
  private func places(_ stage: Stage) -> [Point] {
    stage.host.shownViews(in: stage.presenter.mount.list).map {
      stage.host.frame(of: $0)?.origin ?? .zero
    }
  }

  @Test func gridStandsInLines() async throws {
    try await show("abcdefgh", [.grid(columns: 3, length: 20)]) { stage in
      let corners = [0.0, 20, 40].flatMap { y in [0.0, 26, 52].map { Point(x: $0, y: y) } }
      #expect(places(stage) == Array(corners.prefix(8)))
      #expect(stage.presenter.contentLength == 60)
      #expect(stage.presenter.visibleItems.count == 8)
    }
  }

  @Test func sectionBehindAGridFollowsItsLastLine() async throws {
    try await show("abcd|ef", [.grid(columns: 3, length: 20)]) { stage in
      #expect(places(stage).map(\.y) == [0, 0, 0, 20, 40, 50])
      #expect(places(stage).map(\.x) == [0, 26, 52, 0, 0, 0])
      #expect(stage.presenter.contentLength == 60)
    }
  }

  @Test func headersStandAboveTheirGrids() async throws {
    try await show("abcd|ef", [.grid(columns: 2, length: 30)], hasHeaders: true) { stage in
      #expect(places(stage).map(\.y) == [0, 10, 10, 40, 40, 70, 80, 90])
    }
  }

  @Test func hiddenSectionTakesNoRoom() async throws {
    try await show("ab|cd|ef", [.rows, .hidden], hasHeaders: true) { stage in
      #expect(stage.rows.count == 6)
      #expect(stage.presenter.contentLength == 60)
      #expect(places(stage).map(\.y) == [0, 10, 20, 30, 40, 50])
    }
  }

  @Test func windowHasOnlyTheLinesInIt() async throws {
    let line = String(repeating: "abcdefghij", count: 40)
    try await show("\(line)|x", [.grid(columns: 4, length: 25)]) { stage in
      try stage.presenter.scroll(to: 500)
      #expect(
        stage.visibleRows.map(\.onScreen)
          == [0, 25, 50, 75].flatMap { Array(repeating: $0, count: 4) })
      #expect(stage.rows.count <= 4 * 7 + 4)
      try stage.presenter.scroll(to: .greatestFiniteMagnitude)
      #expect(stage.presenter.offset == 2_500 + 10 - 100)
      #expect(stage.visibleRows.last?.length == 10)
    }
  }

  @Test func firstVisibleRowStaysWhenTheArrangementChanges() async throws {
    let line = String(repeating: "abcdefghij", count: 20)
    try await show(line, [.rows]) { stage in
      try stage.presenter.scroll(to: 800)
      let first = try #require(stage.presenter.visibleItems.first)
      try stage.presenter.arrange([.grid(columns: 4, length: 20)])
      #expect(stage.presenter.visibleItems.first == first)
      #expect(try stage.presenter.distance(of: .item(first)) == 0)
      #expect(stage.presenter.contentLength == 1_000)
      try stage.presenter.arrange([.rows])
      #expect(stage.presenter.visibleItems.first == first)
      #expect(stage.presenter.offset == 800)
    }
  }

  @Test func itemThatIsHiddenForAWhileKeepsItsState() async throws {
    try await show("abc|", [.rows, .hidden]) { stage in
      let item = try #require(
        try stage.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 1)))
      try await stage.list.apply(
        .action(
          Action<Int>(named: "raise", in: ScopePath([ScopeKey(typeName: "Plank")])), 5,
          in: .item(.id(item))))
      try await stage.settle()
      #expect(stage.rows.map(\.length) == [10, 15, 10])
      try await stage.apply(
        TextChange {
          $0.moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
        })
      #expect(stage.rows.map(\.length) == [10, 10])
      #expect(stage.presenter.contentLength == 20)
      #expect(try stage.presenter.scroll(to: .item(item)) == false)
      try await stage.apply(
        TextChange {
          $0.moveItem(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 0))
        })
      #expect(stage.rows.map(\.length) == [15, 10, 10])
      #expect(stage.presenter.visibleItems.first == item)
    }
  }

  @Test(arguments: [(0, 20.0), (-3, 20), (1, 20)])
  func gridHasAtLeastOneColumn(_ columns: Int, _ length: Double) async throws {
    try await show("abc", [.grid(columns: columns, length: length)]) { stage in
      #expect(places(stage).map(\.y) == [0, 20, 40])
    }
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func gridWithoutALengthShowsNothing(_ length: Double) async throws {
    try await show("abc|de", [.grid(columns: 2, length: length)]) { stage in
      #expect(stage.presenter.contentLength == 20)
      #expect(places(stage).map(\.y) == [0, 10])
    }
  }

  @Test func arrangementsOfSectionsThatDoNotExistDoNotCount() async throws {
    try await show("ab", [.rows, .hidden, .grid(columns: 2, length: 20)]) { stage in
      #expect(stage.presenter.contentLength == 20)
      #expect(places(stage).map(\.y) == [0, 10])
    }
  }

  /// Rows stand where a model has them that goes through the list from its start.
  @Test(arguments: 0..<30)
  func rowsStandAsInANaiveList(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let counts = (0..<4).map { _ in random.index(below: 30) }
    let arrangements: [SectionArrangement] = (0..<3).map { _ in
      switch random.index(below: 3) {
      case 0: .rows
      case 1: .hidden
      default:
        .grid(columns: 1 + random.index(below: 5), length: Double(5 + random.index(below: 40)))
      }
    }
    let line = counts.map { String(repeating: "a", count: $0) }.joined(separator: "|")
    let hasHeaders = random.happens(percent: 50)
    try await show(line, arrangements, hasHeaders: hasHeaders) { stage in
      var expected: [Double] = []
      var end = 0.0
      for (section, count) in counts.enumerated() {
        switch section < arrangements.count ? arrangements[section] : .rows {
        case .hidden: continue
        case .rows:
          for _ in 0..<count + (hasHeaders ? 1 : 0) {
            expected.append(end)
            end += 10
          }
        case .grid(let columns, let length):
          if hasHeaders {
            expected.append(end)
            end += 10
          }
          for item in 0..<count { expected.append(end + Double(item / columns) * length) }
          end += Double((count + columns - 1) / columns) * length
        }
      }
      // All rows are measured when they have been seen.
      var offset = 0.0
      while offset < end {
        try stage.presenter.scroll(to: offset)
        offset += 50
      }
      #expect(stage.presenter.contentLength == end)
      var seen: Set<Double> = []
      offset = 0
      while offset < end {
        try stage.presenter.scroll(to: offset)
        seen.formUnion(stage.rows.map(\.start))
        offset += 50
      }
      #expect(seen == Set(expected))
    }
  }
}
