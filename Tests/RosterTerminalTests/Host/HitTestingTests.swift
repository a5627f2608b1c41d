import RosterJSON
import RosterLayout
import RosterTerminal
import RosterTestKit
import Testing

/// Which view is at a point.
struct HitTestingTests {
  private func hit(_ test: HostUnderTest, _ column: Int, _ row: Int) -> TerminalView? {
    test.host.path(at: Point(x: Double(column) + 0.5, y: Double(row) + 0.5)).first
  }

  @Test func innermostViewComesFirst() {
    let test = HostUnderTest(6, 3)
    let box = test.add("box", [1, 1, 4, 2])
    let button = test.add("button", [1, 0, 2, 1], in: box)
    let path = test.host.path(at: Point(x: 2.5, y: 1.5))
    #expect(path == [button, box, test.host.root])
    #expect(hit(test, 1, 1) == box)
    #expect(hit(test, 0, 0) == test.host.root)
    #expect(test.host.path(at: Point(x: 6.5, y: 0.5)).isEmpty)
    #expect(test.host.path(at: Point(x: -0.5, y: .nan)).isEmpty)
  }

  @Test func whatIsCutOffIsNotHit() {
    let test = HostUnderTest(6, 2)
    let box = test.add("box", [0, 0, 2, 1])
    test.add("button", [0, 0, 6, 2], in: box)
    #expect(hit(test, 3, 0) == test.host.root)
    #expect(hit(test, 1, 1) == test.host.root)
  }

  @Test func headerThatSticksCoversTheRows() {
    let test = HostUnderTest(2, 2)
    let list = test.add("list", nil, ["length": 6])
    let header = test.add("row", [0, 0, 2, 1], ["stickyEnd": 6], in: list)
    let rows = (1..<6).map { test.add("row", [0, Double($0), 2, 1], in: list) }
    test.set("offset", 2, of: list)
    #expect(hit(test, 0, 0) == header)
    #expect(hit(test, 0, 1) == rows[2])
  }

  @Test func frontViewCounts() {
    let test = HostUnderTest(2, 1)
    let back = test.add("box", [0, 0, 2, 1])
    let front = test.add("box", [0, 0, 2, 1])
    #expect(hit(test, 0, 0) == front)
    test.host.place(back, in: test.host.root, inFrontOf: front)
    #expect(hit(test, 0, 0) == back)
    test.set("opacity", 0, of: back)
    #expect(hit(test, 0, 0) == front)
    test.host.hide(front)
    #expect(hit(test, 0, 0) == test.host.root)
  }

  /// The views of a random tree, each with its place as the test computes it, in the order in which
  /// they are drawn.
  private struct RandomViews {
    var random: SplitMix64
    let test: HostUnderTest
    var drawn: [(view: TerminalView, cells: [Int])] = []

    /// Cells are numbered row by row; a screen is 12 by 8.
    mutating func add(
      to container: TerminalView, _ left: Int, _ top: Int, _ clip: Set<Int>, _ depth: Int
    ) {
      for _ in 0..<random.index(below: 4) {
        let frame = (0..<4).map { $0 < 2 ? random.index(below: 9) - 2 : random.index(below: 9) }
        let isHidden = random.happens(percent: 10)
        let isScrolling = random.happens(percent: 20)
        let offset = isScrolling ? random.index(below: 6) : 0
        let view = test.add(
          isScrolling ? "list" : "box", frame.map(Double.init),
          ["length": .number(Double(frame[3] + 5)), "offset": .number(Double(offset))],
          in: container)
        if isHidden { test.host.hide(view) }
        let (x, y) = (left + frame[0], top + frame[1])
        var cells: Set<Int> = []
        for row in max(0, y)..<max(max(0, y), min(8, y + frame[3])) {
          for column in max(0, x)..<max(max(0, x), min(12, x + frame[2])) {
            cells.insert(row * 12 + column)
          }
        }
        cells.formIntersection(isHidden ? [] : clip)
        drawn.append((view, Array(cells)))
        if depth > 0 { add(to: view, x, y - min(offset, 5), cells, depth - 1) }
      }
    }
  }

  @Test func everyCellHitsTheViewThatWasDrawnLast() {
    for seed in 0..<400 as Range<UInt64> {
      var views = RandomViews(random: SplitMix64(seed: seed), test: HostUnderTest(12, 8))
      views.add(to: views.test.host.root, 0, 0, Set(0..<96), 3)
      var expected = Array(repeating: views.test.host.root, count: 96)
      for (view, cells) in views.drawn {
        for cell in cells { expected[cell] = view }
      }
      for cell in 0..<96 where hit(views.test, cell % 12, cell / 12) != expected[cell] {
        Issue.record("seed \(seed), column \(cell % 12), row \(cell / 12)")
        return
      }
    }
  }
}
