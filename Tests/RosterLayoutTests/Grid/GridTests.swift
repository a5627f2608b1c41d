import RosterLayout
import Testing

/// Grids as lists of pictures use them; everything else is compared with a browser.
@Suite struct GridTests {
  private static func grid(
    _ children: [LayoutNode], width: Double? = nil, _ configure: (inout GridContainer) -> Void
  ) -> LayoutNode {
    var style = LayoutStyle()
    if let width { style.width = .points(width) }
    return LayoutNode(style: style, content: .grid(GridContainer(configure), children))
  }

  private static func frames(_ root: LayoutNode) throws -> [String] {
    try LayoutPass().outline(root).children.map { child in
      let numbers = [child.position.x, child.position.y, child.size.width, child.size.height]
      return numbers.map { "\(Int($0))" }.joined(separator: " ")
    }
  }

  @Test func photosStandInAsManyColumnsAsThereIsRoomFor() throws {
    let photos = (0..<4).map { _ in
      LayoutNode(style: LayoutStyle { $0.aspectRatio = 2 }, content: .flex(FlexContainer(), []))
    }
    let root = Self.grid(photos, width: 320) { grid in
      grid.columns = [.autoFill([.minmax(.points(100), .fraction(1))])]
      (grid.columnGap, grid.rowGap) = (10, 6)
    }
    #expect(
      try Self.frames(root) == ["0 0 100 50", "110 0 100 50", "220 0 100 50", "0 56 100 50"])
  }

  @Test func columnsWithoutPhotosVanishWithAutoFit() throws {
    let root = Self.grid([.box(nil, 10), .box(nil, 10)], width: 410) { grid in
      grid.columns = [.autoFit([.minmax(.points(100), .fraction(1))])]
      grid.columnGap = 10
    }
    #expect(try Self.frames(root) == ["0 0 200 10", "210 0 200 10"])
  }

  @Test func fractionsShareWhatLengthsAndContentLeave() throws {
    let root = Self.grid([.box(30, 10), .box(nil, 10), .box(nil, 10)], width: 230) { grid in
      grid.columns = [.track(.auto), .repeated(1, [.fraction(1)]), .track(.fraction(3))]
    }
    #expect(try Self.frames(root) == ["0 0 30 10", "30 0 50 10", "80 0 150 10"])
  }

  @Test func denseGridsFillTheHolesThatWidePicturesLeave() throws {
    let wide = LayoutNode.box(nil, 10) { $0.gridColumn.start = .span(2) }
    let boxes = [.box(nil, 10), wide, wide, .box(nil, 10)]
    func frames(isDense: Bool) throws -> [String] {
      try Self.frames(
        Self.grid(boxes, width: 90) { grid in
          grid.columns = [.repeated(3, [.fraction(1)])]
          grid.isDense = isDense
        })
    }
    #expect(
      try frames(isDense: false) == ["0 0 30 10", "30 0 60 10", "0 10 60 10", "60 10 30 10"])
    let holes = [wide, wide, .box(nil, 10)]
    let sparse = Self.grid(holes, width: 90) { $0.columns = [.repeated(3, [.fraction(1)])] }
    let dense = Self.grid(holes, width: 90) { grid in
      grid.columns = [.repeated(3, [.fraction(1)])]
      grid.isDense = true
    }
    #expect(try Self.frames(sparse) == ["0 0 60 10", "0 10 60 10", "60 10 30 10"])
    #expect(try Self.frames(dense) == ["0 0 60 10", "0 10 60 10", "60 0 30 10"])
  }

  @Test func columnsRunFromTheRightWhereTextDoes() throws {
    let root = Self.grid([.box(10, 5), .box(10, 5)], width: 100) { grid in
      grid.columns = [.track(.points(30)), .track(.points(40))]
      grid.justifyContent = .start
    }
    let pass = LayoutPass(layoutDirection: .rightToLeft)
    #expect(try pass.outline(root).children.map(\.position.x) == [90, 60])
  }

  // MARK: Bounds

  @Test func linesAndSpansBeyondTheLimitCountAsTheLimit() {
    #expect(GridLine.line(.max) == .line(GridLine.limit))
    #expect(GridLine.line(.min) == .line(-GridLine.limit))
    #expect(GridLine.span(.max) == .span(GridLine.limit) && GridLine.span(-3) == .span(1))
    #expect(GridLine.line(0) == .auto)
  }

  /// Tracks are not kept one by one, so their number is no matter.
  @Test(arguments: [false, true]) func hugeGridsTakeLittleMemoryAndTime(isDense: Bool) throws {
    let huge = (0..<300).map { index in
      LayoutNode.box(1, 1) { style in
        style.gridRow = GridLines(.auto, .span(.max))
        style.gridColumn = GridLines(index % 3 == 0 ? .line(.max) : .auto, .span(.max))
      }
    }
    let root = Self.grid(huge) { grid in
      grid.columns = [.repeated(.max, [.points(1), .auto]), .autoFill([.points(0)])]
      grid.rows = [.repeated(.max, [.fraction(1)])]
      grid.isDense = isDense
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    #expect(layout.children.count == 300)
    #expect(cache.counts.measured <= 5_000)
  }

  @Test func aHundredThousandPhotosAreLaidOut() throws {
    let root = Self.grid((0..<100_000).map { _ in .box(nil, 10) }, width: 300) { grid in
      grid.columns = [.repeated(3, [.fraction(1)])]
    }
    var cache = LayoutCache()
    let layout = try LayoutPass().layout(root, cache: &cache)
    #expect(layout.size.height == 333_340)
    #expect(cache.counts.measured <= 400_000)
  }

  @Test func deepGridsAreMeasuredAFewTimes() throws {
    let text = LayoutNode(content: .measured(SquareText(words: 3)))
    let root = (0..<400).reduce(text) { inner, level in
      Self.grid([inner, .box(1, 1)]) { grid in
        grid.columns =
          level % 2 == 0 ? [.track(.auto), .track(.fraction(1))] : [.autoFill([.points(20)])]
        grid.rows = level % 3 == 0 ? [.track(.percent(50))] : []
        grid.alignItems = level % 5 == 0 ? .baseline : nil
      }
    }
    var cache = LayoutCache()
    _ = try LayoutPass().layout(root, cache: &cache)
    #expect(cache.counts.measured <= 30 * root.count)
  }

  @Test func itemsWhoseWidthFollowsTheirHeightMayBeDeepToo() throws {
    let text = LayoutNode(content: .measured(SquareText(words: 3)))
    let root = (0..<60).reduce(text) { inner, level in
      LayoutNode(
        style: LayoutStyle { style in
          style.height = .percent(95)
          if level % 3 == 0 { style.aspectRatio = 2 }
        },
        content: level % 2 == 0
          ? .grid(GridContainer { $0.rows = [.track(.minmax(.auto, .percent(90)))] }, [inner])
          : .flex(FlexContainer { $0.wrap = .wrap }, [inner]))
    }
    var cache = LayoutCache()
    _ = try LayoutPass().layout(
      root, in: SizeRange(exactly: Size(width: 500, height: 500)), cache: &cache)
    #expect(cache.counts.measured <= 100 * root.count)
  }

  /// What only grids need stands beside the boxes.
  @Test func stylesOfBoxesOutsideOfGridsHardlyGrow() {
    #expect(MemoryLayout<GridLines>.size <= 8)
    #expect(MemoryLayout<GridLine>.size <= 4)
  }

  @Test func numbersThatAreNoneGiveNone() throws {
    let numbers: [Double] = [.nan, .infinity, -1, 1e300, .leastNonzeroMagnitude]
    for number in numbers {
      let root = Self.grid([.box(nil, 10), .box(number, nil)], width: 100) { grid in
        grid.columns = [
          .track(.points(number)), .track(.fraction(number)), .autoFill([.percent(number)]),
        ]
        grid.autoRows = [
          .fitContent(.points(number)), .minmax(.percent(number), .fraction(number)),
        ]
        grid.columnGap = .points(number)
        grid.rowGap = .percent(number)
      }
      #expect(try LayoutPass().outline(root).isFinite)
    }
  }
}
