import Foundation
import RosterLayout
import RosterTestKit
import Testing

/// Trees that are deep or wide: neither the stack nor the time runs out.
@Suite struct LargeTreeTests {
  private static func deep(
    _ levels: Int, _ wrap: (Int, LayoutNode) -> LayoutNode
  ) -> LayoutNode {
    (1..<levels).reduce(LayoutNode.box(3, 2)) { wrap($1, $0) }
  }

  private static func deepest(_ layout: Layout) -> (layout: Layout, levels: Int) {
    var (layout, levels) = (layout, 1)
    while let child = layout.children.first {
      (layout, levels) = (child.layout, levels + 1)
    }
    return (layout, levels)
  }

  @Test func tenThousandLevelsAreLaidOut() throws {
    let root = Self.deep(10_000) { .flex($0 % 2 == 0 ? .row : .column, [$1]) }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    let (deepest, levels) = Self.deepest(layout)
    #expect(levels == 10_000 && deepest.size == Size(width: 3, height: 2))
    #expect(layout.size == Size(width: 3, height: 2) && layout.levels == 10_000)
    // Linear: each is asked for its width and its height a few times, however deep it is.
    #expect(cache.counts.measured <= 50_000)
  }

  @Test func deepTreesAreMeasuredAFewTimesWhateverTheirItemsDo() throws {
    let root = Self.deep(3_000) { level, inner in
      .flex(level % 2 == 0 ? .row : .column, [inner, .box(1, 1)]) { style, container in
        style.flexGrow = 1
        style.flexShrink = 1
        style.padding = Edges(1)
        container.alignItems = level % 3 == 0 ? .baseline : .center
        container.wrap = level % 5 == 0 ? .wrap : .noWrap
      }
    }
    var cache = LayoutCache()
    _ = try LayoutPass().layout(root, cache: &cache)
    #expect(cache.counts.measured <= 12 * root.count)
  }

  /// Their widths follow their heights, and heights by percentages and fractions are never quite the
  /// same.
  @Test(arguments: [FlexWrap.wrap, .wrapReverse], [0, 0.3, 1]) func columnsThatWrapMayBeDeepToo(
    wrap: FlexWrap, padding: Double
  ) throws {
    let root = Self.deep(1_000) { level, inner in
      .flex(.column, [inner]) { style, container in
        style.flexGrow = 1
        style.height = level % 2 == 0 ? .percent(90) : .auto
        style.maxHeight = level % 3 == 0 ? .points(400) : .auto
        style.padding = Edges(.points(padding))
        container.wrap = wrap
        container.alignItems = level % 5 == 0 ? .baseline : .stretch
      }
    }
    var cache = LayoutCache()
    _ = try LayoutPass().layout(root, cache: &cache)
    #expect(cache.counts.measured <= 40 * root.count)
  }

  @Test func percentagesMayBeDeepToo() throws {
    let root = Self.deep(10_000) { level, inner in
      .flex(level % 2 == 0 ? .row : .column, [inner]) { style, _ in
        style.width = .percent(90)
        style.padding = Edges(.percent(0.1))
      }
    }
    var cache = LayoutCache()
    _ = try LayoutPass().layout(
      root, in: SizeRange(exactly: Size(width: 500, height: 500)), cache: &cache)
    #expect(cache.counts.measured <= 8 * root.count)
  }

  @Test func rulesMayBeDeepToo() throws {
    let root = Self.deep(2_000) { level, inner in
      level % 2 == 0
        ? LayoutNode(content: .rule(ShiftRule(by: 1), [inner])) : .flex(.row, [inner])
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    #expect(layout.size == Size(width: 1_002, height: 1_001))
  }

  @Test(arguments: [2, 30, 48, 49, 100, 10_000]) func aStackOf512KilobytesIsEnough(
    levels: Int
  ) throws {
    let results = Recorder<Size>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let root = Self.deep(levels) { level, inner in
        .flex(level % 2 == 0 ? .row : .column, [inner]) { _, container in
          container.alignItems = .baseline
          container.wrap = .wrap
        }
      }
      var cache = LayoutCache()
      if let layout = try? LayoutPass().layout(root, cache: &cache) {
        results.record(layout.size)
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(results.values == [Size(width: 3, height: 2)])
  }

  @Test func aTreeThatIsTooDeepIsRefused() {
    let levels = LayoutPass.levelsLimit + 1
    let root = Self.deep(levels) { .flex(.column, [$1]) }
    var cache = LayoutCache()
    #expect(throws: LayoutError.tooDeep(levels: levels, limit: LayoutPass.levelsLimit)) {
      try LayoutPass().layout(root, cache: &cache)
    }
  }

  @Test func aTreeThatStandsInItselfTooOftenIsRefused() {
    let root = (0..<70).reduce(LayoutNode.box(1, 1)) { node, _ in .flex(.row, [node, node]) }
    var cache = LayoutCache()
    #expect(throws: LayoutError.tooLarge(count: .max, limit: LayoutPass.countLimit)) {
      try LayoutPass().layout(root, cache: &cache)
    }
  }

  @Test(arguments: [FlexWrap.noWrap, .wrap]) func aHundredThousandBoxesAreLaidOut(
    wrap: FlexWrap
  ) throws {
    let boxes = (0..<100_000).map { index in
      LayoutNode.box(Double(1 + index % 7), 2) { style in
        style.flexGrow = 1
        style.maxWidth = .points(Double(5 + index % 40))
      }
    }
    let root = LayoutNode.flex(.row, boxes) { style, container in
      style.width = 1_000_000
      container.wrap = wrap
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    #expect(layout.children.count == 100_000 && cache.counts.placed == 100_001)
    #expect(cache.counts.measured <= 300_000)
  }
}
