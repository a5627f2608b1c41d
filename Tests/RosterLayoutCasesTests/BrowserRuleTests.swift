import Foundation
import RosterLayoutCases
import Testing

/// Rules that are easy to get wrong, as Chromium 156 follows them. Every root is absolute, and frames
/// are `left top width height`, each box before the boxes in it.
@Suite struct BrowserRuleTests {
  private static func frames(_ root: String) throws -> [String] {
    let read = try LayoutCaseReader().read(Data("{\"root\":\(root)}".utf8))
    var lines: [String] = []
    func collect(_ frame: Frame) {
      let numbers = [frame.left, frame.top, frame.width, frame.height]
      lines.append(numbers.map { "\(Int($0))" }.joined(separator: " "))
      for child in frame.children { collect(child) }
    }
    collect(try #require(read.first).frame())
    return lines
  }

  /// A box in an absolute root of 100 × 100.
  private static func frame(_ style: String) throws -> String? {
    try frames(
      """
      {"style":{"position":"absolute","width":100,"height":100},
       "children":[{"style":{"position":"absolute",\(style)}}]}
      """
    ).last
  }

  // MARK: Absolute boxes

  /// CSS 2.1, section 10.6.4: "If both 'margin-top' and 'margin-bottom' are 'auto', solve the
  /// equation under the extra constraint that the two margins get equal values."
  @Test func autoMarginsAboveAndBelowShareWhatIsMissing() throws {
    let style = #""top":0,"bottom":0,"width":5,"height":150,"#
    #expect(try Self.frame(style + #""marginTop":"auto","marginBottom":"auto""#) == "0 -25 5 150")
  }

  /// CSS 2.1, section 10.3.7: "unless this would make them negative, in which case […] set
  /// 'margin-left' ('margin-right') to zero".
  @Test func autoMarginsOnBothSidesAreNotNegativeWhereTextBegins() throws {
    let style = #""left":10,"right":10,"width":150,"marginLeft":"auto","marginRight":"auto""#
    #expect(try Self.frame(style) == "10 0 150 0")
  }

  /// CSS 2.1, section 10.3.7: "If one of the three is 'auto', solve for that value."
  @Test func oneAutoMarginMayBeNegative() throws {
    let style = #""left":10,"right":10,"width":150,"#
    #expect(try Self.frame(style + #""marginLeft":"auto""#) == "-60 0 150 0")
    #expect(try Self.frame(style + #""marginRight":"auto""#) == "10 0 150 0")
  }

  /// CSS Positioned Layout 3, section 4.1: "its weaker inset edge in that axis is shrunk until the
  /// size is zero". The weaker one is that at the end.
  @Test(arguments: [("flex-start", 60), ("center", 55), ("flex-end", 50)])
  func insetsThatCrossLeaveNoRoomWhereTheFirstOneIs(alignment: String, top: Int) throws {
    let style = #""left":0,"top":60,"bottom":60,"height":10,"alignSelf":"\#(alignment)""#
    #expect(try Self.frame(style) == "0 \(top) 0 10")
  }

  /// CSS Positioned Layout 3, section 4.3: a box whose width follows from its height and its aspect
  /// ratio is not stretched between its insets.
  @Test func aWidthByAspectRatioIsNotThatBetweenInsets() throws {
    #expect(try Self.frame(#""left":10,"right":10,"height":10,"aspectRatio":3"#) == "10 0 30 10")
    #expect(try Self.frame(#""left":10,"right":10,"aspectRatio":4"#) == "10 0 80 20")
  }

  // MARK: Baselines

  /// CSS Flexbox 1, section 8.5: "Otherwise, if the flex container has at least one flex item, [its]
  /// baseline set is generated from the alignment baseline of the startmost flex item", and the
  /// startmost one of a reversed axis is the last one.
  @Test(arguments: [
    (#""flexDirection":"row-reverse""#, 0), (#""flexDirection":"row""#, 20),
    (#""flexDirection":"row","flexWrap":"wrap-reverse","width":15"#, 0),
    (#""flexDirection":"column-reverse""#, 0),
  ]) func theBaselineOfAContainerIsThatOfTheItemNearestToTheStart(
    style: String, top: Int
  ) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":200,"flexDirection":"row","alignItems":"baseline"},
       "children":[
         {"style":{"width":20,"height":20}},
         {"style":{\(style)},
          "children":[{"style":{"width":10,"height":40}},
                      {"style":{"width":10,"height":10,"alignSelf":"flex-start"}}]}]}
      """)
    #expect(frames[1] == "0 \(top) 20 20")
  }

  /// CSS Box Alignment 3, section 9.1: "for the purpose of finding that position, the baselines of
  /// a scroll container must be treated as if it were clamped to its border edge".
  @Test func theBaselineOfScrolledContentIsWithinItsBox() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","flexDirection":"row","alignItems":"baseline"},
       "children":[{"style":{"width":5,"height":5}},
                   {"style":{"height":10,"overflow":"hidden"},"children":[{"style":{"height":20}}]}]}
      """)
    #expect(frames[0] == "0 0 5 10" && frames[1] == "0 5 5 5")
  }

  /// CSS Box Alignment 3, section 9.3: "last baseline" aligns the last lines, and places what takes
  /// part at the end of its line.
  @Test func lastBaselinesAreAlignedAtTheEndOfTheLine() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":200,"height":60,"flexDirection":"row",
                "alignItems":"last baseline"},
       "children":[{"style":{"width":20},"text":"a b c"},
                   {"style":{"width":20,"paddingBottom":15},"text":"a"},
                   {"style":{"width":20,"height":5,"alignSelf":"baseline"}}]}
      """)
    #expect(frames[1...] == ["0 15 20 30", "20 35 20 25", "40 0 20 5"])
  }

  /// CSS Flexbox 1, section 8.5: without items that are aligned by first baselines, those that are
  /// aligned by last ones make the baseline of the container.
  @Test func aContainerOfLastBaselinesHasOne() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","flexDirection":"row","alignItems":"baseline"},
       "children":[{"style":{"width":5,"height":5}},
                   {"style":{"flexDirection":"row","alignItems":"last baseline"},
                    "children":[{"style":{"width":10},"text":"a b"},{"text":"c"}]}]}
      """)
    #expect(frames[1...] == ["0 15 5 5", "5 0 20 20", "0 0 10 20", "10 10 10 10"])
  }

  // MARK: Alignment

  /// CSS Box Alignment 3, section 4.4: "safe: If the size of the alignment subject overflows the
  /// alignment container, the alignment subject is instead aligned as if the alignment mode were
  /// start".
  @Test(arguments: [
    ("center", -10), ("safe center", 0), ("unsafe center", -10), ("end", -20), ("safe end", 0),
    ("safe flex-end", 0), ("unsafe self-end", -20),
  ]) func whatIsTooLargeIsAlignedSafely(alignment: String, left: Int) throws {
    let root = """
      {"style":{"position":"absolute","width":20,"height":20},
       "children":[{"style":{"alignSelf":"\(alignment)","width":40,"height":5}}]}
      """
    #expect(try Self.frames(root)[1] == "\(left) 0 40 5")
    let row = """
      {"style":{"position":"absolute","flexDirection":"row","width":20,
                "justifyContent":"\(alignment.replacing("self-", with: ""))"},
       "children":[{"style":{"width":40,"height":5}}]}
      """
    #expect(try Self.frames(row)[1] == "\(left) 0 40 5")
  }

  /// CSS Box Alignment 3, section 4.4, for absolute boxes: without a word they are moved into their
  /// containing block as far as they can be.
  @Test(arguments: [("end", 0), ("safe end", 30), ("unsafe end", -90)])
  func anAbsoluteBoxIsAlignedSafely(alignment: String, top: Int) throws {
    let style = #""left":0,"top":30,"bottom":10,"height":180,"alignSelf":"\#(alignment)""#
    #expect(try Self.frame(style) == "0 \(top) 0 180")
  }

  /// CSS Box Alignment 3, section 4.1: `self-start` is the edge where the box itself begins.
  @Test(arguments: [("self-start", 80), ("self-end", 0), ("start", 0), ("end", 80)])
  func aBoxMayBeAlignedByItsOwnDirection(alignment: String, left: Int) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100,"height":20},
       "children":[{"style":{"alignSelf":"\(alignment)","direction":"rtl","width":20,"height":5}}]}
      """)
    #expect(frames[1] == "\(left) 0 20 5")
  }

  /// CSS Box Alignment 3, section 5.1.1: `left` and `right` are edges of a row, and `start` along a
  /// column.
  @Test(arguments: [("row", "left", "rtl", 0), ("row-reverse", "right", "ltr", 80)])
  func aRowMayBeAtItsLeftOrRight(
    direction: String, distribution: String, text: String, left: Int
  ) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100,"flexDirection":"\(direction)",
                "justifyContent":"\(distribution)","direction":"\(text)"},
       "children":[{"style":{"width":20,"height":5}}]}
      """)
    #expect(frames[1] == "\(left) 0 20 5")
    let column = try Self.frames(
      """
      {"style":{"position":"absolute","height":50,"justifyContent":"\(distribution)"},
       "children":[{"style":{"width":20,"height":5}}]}
      """)
    #expect(column[1] == "0 0 20 5")
  }

  // MARK: Widths

  /// CSS Sizing 3, section 5.2.1: a percentage of a height that follows from the content counts as
  /// `auto`, also while the width of a column that wraps is computed.
  @Test(arguments: [#""height":"100%""#, #""flexBasis":"100%""#])
  func percentagesOfAnUnknownHeightMakeNoSecondColumn(style: String) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":320},
       "children":[{"style":{"flexWrap":"wrap","alignSelf":"flex-start"},
         "children":[{"style":{"width":40,"height":20}},{"style":{"width":20,\(style)}}]}]}
      """)
    #expect(frames[1] == "0 0 40 20")
  }

  // MARK: Overflow and positions

  /// CSS Flexbox 1, section 4.5, and CSS Overflow 3, section 3.1: a box that scrolls along one axis
  /// is a scroll container along both, and has no automatic minimum. One that clips is none.
  @Test(arguments: [
    (#""overflow":"clip""#, 50), (#""overflowX":"clip""#, 50), (#""overflow":"hidden""#, 20),
    (#""overflowY":"scroll""#, 20), (#""overflow":"clip","overflowX":"hidden""#, 20),
  ]) func aBoxThatClipsKeepsItsMinimum(style: String, width: Int) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":20,"flexDirection":"row"},
       "children":[{"style":{"flexShrink":1,\(style)},"children":[{"style":{"width":50}}]}]}
      """)
    #expect(frames[1] == "0 0 \(width) 0")
  }

  /// CSS Positioned Layout 3, section 3.4: a sticky box is moved when its scroll container scrolls,
  /// and the layout around it is that of its place in the flow. It is a containing block.
  @Test func aStickyBoxStaysInItsPlace() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":50,"height":50},
       "children":[{"style":{"height":10}},
         {"style":{"position":"sticky","top":0,"height":20},
          "children":[{"style":{"position":"absolute","bottom":0,"height":5,"width":5}}]}]}
      """)
    #expect(frames[1...] == ["0 0 50 10", "0 10 50 20", "0 15 5 5"])
  }

  // MARK: Spacing (not in CSS)

  /// As in ComponentKit: spacing is in addition to the gap, also at the ends of the container, along
  /// the direction of the container; a margin of that edge counts instead.
  @Test(arguments: [
    ("row", "ltr", ["4 0 10 0", "25 0 10 0", "37 0 10 0"]),
    ("row", "rtl", ["36 0 10 0", "15 0 10 0", "3 0 10 0"]),
    ("row-reverse", "ltr", ["36 0 10 0", "15 0 10 0", "3 0 10 0"]),
  ]) func spacingIsAlongTheMainAxis(
    direction: String, text: String, expected: [String]
  ) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","flexDirection":"\(direction)","direction":"\(text)","gap":2},
       "children":[{"style":{"width":10,"spacingBefore":4,"spacingAfter":6}},
                   {"style":{"width":10,"spacingBefore":3}},
                   {"style":{"width":10,"spacingAfter":3}}]}
      """)
    #expect(frames == ["0 0 50 0"] + expected)
  }

  @Test func aMarginCountsInsteadOfSpacing() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":50},
       "children":[{"style":{"height":10,"spacingBefore":4,"marginTop":1,"marginLeft":7}},
                   {"style":{"height":10,"spacingBefore":5,"marginLeft":7}},
                   {"style":{"position":"absolute","height":5,"width":5,"spacingBefore":3}}]}
      """)
    #expect(frames == ["0 0 50 26", "7 1 43 10", "7 16 43 10", "0 0 5 5"])
  }

  // MARK: Collapsed items (Chromium does not collapse them)

  /// CSS Flexbox 1, section 4.4: "treat the collapsed items as having zero main size […] if any
  /// line's cross size is less than the largest strut size among all the collapsed items in the
  /// line, set its cross size to that strut size".
  @Test func aCollapsedItemLeavesTheSizeOfItsLine() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100,"flexDirection":"row","flexWrap":"wrap"},
       "children":[{"style":{"width":40,"height":10}},
                   {"style":{"width":50,"height":30,"visibility":"collapse"},
                    "children":[{"style":{"height":3}}]},
                   {"style":{"width":45,"height":10}},
                   {"style":{"width":20,"height":7}}]}
      """)
    #expect(
      frames == [
        "0 0 100 37", "0 0 40 10", "0 0 0 0", "0 0 0 0", "40 0 45 10", "0 30 20 7",
      ])
  }

  /// The example of section 4.4: a menu is as wide as its widest item, also while that is collapsed.
  @Test func aColumnIsAsWideAsItsCollapsedItems() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","rowGap":5},
       "children":[{"style":{"width":40,"height":10}},
                   {"style":{"width":60,"height":30,"visibility":"collapse"}},
                   {"style":{"height":10,"flexGrow":1}}]}
      """)
    #expect(frames == ["0 0 60 25", "0 0 40 10", "0 0 0 0", "0 15 60 10"])
  }

  @Test func aContainerOfCollapsedItemsKeepsTheirLine() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","flexDirection":"row","justifyContent":"space-around"},
       "children":[{"style":{"width":50,"height":30,"visibility":"collapse"}}]}
      """)
    #expect(frames == ["0 0 0 30", "0 0 0 0"])
  }

  /// Section 4.4 is about items of a flex container only.
  @Test func anAbsoluteBoxDoesNotCollapse() throws {
    let style = #""left":1,"top":2,"width":5,"height":6,"visibility":"collapse""#
    #expect(try Self.frame(style) == "1 2 5 6")
  }

  // MARK: Sums and limits

  /// CSS Values 4, section 10.9: a percentage in `calc()` is what it is elsewhere, and the result is
  /// clamped to what the property allows.
  @Test func aSumHasAPartOfItsContainerAndPoints() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":200,"height":100},
       "children":[
         {"style":{"width":"calc(50% - 8px)","height":"calc(25% + 3px)",
                   "marginLeft":"calc(10% - 30px)"}},
         {"style":{"width":"calc(10% - 50px)","height":5}}]}
      """)
    #expect(frames[1...] == ["-10 0 92 28", "0 28 0 5"])
  }

  /// CSS Sizing 3, section 5.2.1: a cyclic percentage of a minimum is resolved against 0, and one of
  /// a width makes the whole of it `auto`.
  @Test(arguments: [
    (#""minWidth":"calc(100% + 9px)""#, ["0 0 9 0", "0 0 18 0"]),
    (#""width":"calc(100% + 9px)""#, ["0 0 0 0", "0 0 9 0"]),
    (#""marginLeft":"calc(100% + 9px)""#, ["0 0 9 0", "18 0 0 0"]),
  ]) func aSumOfAnUnknownLength(style: String, expected: [String]) throws {
    let root = #"{"style":{"position":"absolute"},"children":[{"style":{\#(style)}}]}"#
    #expect(try Self.frames(root) == expected)
  }

  /// CSS Sizing 3, section 3.1: `fit-content(<length>)` is "min(max-content size, max(min-content
  /// size, <length-percentage>))".
  @Test(arguments: [
    ("20px", 40), ("50px", 50), ("200px", 90), ("50%", 75), ("calc(50% + 5px)", 80),
  ])
  func contentFitsIntoALimit(limit: String, width: Int) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":150},
       "children":[{"style":{"width":"fit-content(\(limit))"},"text":"deep a be"}]}
      """)
    #expect(frames[1].split(separator: " ")[2] == "\(width)")
  }

  // MARK: Aspect ratios

  /// CSS Sizing 4, section 5.1.2: the automatic minimum is "its min-content size", for which CSS
  /// Sizing 3, section 5.2.1, says that percentages that refer to it behave as `auto`.
  @Test func theMinimumByContentIsThatWithoutPercentagesOfIt() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":320},
       "children":[{"style":{"aspectRatio":1.6},
         "children":[{"style":{"height":"100%"}},{"style":{"height":20}}]}]}
      """)
    #expect(frames[1...] == ["0 0 320 200", "0 0 320 200", "0 200 320 20"])
  }

  /// CSS Sizing 4, section 5.1: percentages refer to the height by the ratio, and are not resolved
  /// again when the content has made the box higher.
  @Test func percentagesReferToTheHeightByTheRatio() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100,"aspectRatio":10},
       "children":[{"style":{"height":"120%"}}]}
      """)
    #expect(frames == ["0 0 100 12", "0 0 100 12"])
  }

  /// CSS Sizing 4, section 5.1.1: the maximum of the height is one of the width, by the ratio.
  @Test func aMaximumIsTransferredThroughTheRatio() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100},
       "children":[{"style":{"aspectRatio":2,"maxHeight":40,"alignSelf":"flex-start"},
         "children":[{"style":{"minWidth":90}}]}]}
      """)
    #expect(frames[1] == "0 0 80 40")
  }

  /// A maximum by the content is not known before the content, so percentages refer to the height
  /// of the style (CSS Sizing 3, section 5.2.1).
  @Test func percentagesReferToTheHeightBeforeItsLimitsByContent() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","height":10,"maxHeight":"max-content"},
       "children":[{"style":{"height":"50%"}}]}
      """)
    #expect(frames == ["0 0 0 5", "0 0 0 5"])
  }

  /// CSS Sizing 4, section 4.2: a size by the ratio "is definite if its input sizes are also
  /// definite", whatever the flex basis is.
  @Test(arguments: ["content", "stretch", "max-content", "50%"])
  func percentagesReferToTheHeightByTheRatioOfAFlexBasisByContent(basis: String) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","width":100},
       "children":[{"style":{"aspectRatio":10,"flexBasis":"\(basis)"},
         "children":[{"style":{"width":10,"height":"100%"}}]}]}
      """)
    #expect(frames == ["0 0 100 10", "0 0 100 10", "0 0 10 10"])
  }

  /// CSS Sizing 4, section 4.3: the content is a minimum of what follows from the ratio, which is the
  /// height here. A width by keyword that follows from the height has no minimum of its own.
  @Test func aWidthByKeywordIsThatOfTheHeightAfterFlexing() throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","alignItems":"flex-start"},
       "children":[{"style":{"width":"max-content","aspectRatio":1},
         "children":[{"style":{"height":"stretch","aspectRatio":10}},{"style":{"height":10}}]}]}
      """)
    #expect(frames[1...] == ["0 0 10 10", "0 0 10 10", "0 10 10 10"])
  }

  /// CSS Flexbox 1, section 9.4, step 7: an item is as wide as its content at the height that it has
  /// after flexing, also in a column that wraps.
  @Test(arguments: ["nowrap", "wrap"])
  func anItemIsAsWideAsItsContentAtItsFlexedHeight(wrap: String) throws {
    let frames = try Self.frames(
      """
      {"style":{"position":"absolute","height":10,"flexWrap":"\(wrap)","alignItems":"flex-start"},
       "children":[{"style":{"flexGrow":1},
         "children":[{"style":{"height":"100%","aspectRatio":10}}]}]}
      """)
    #expect(frames == ["0 0 0 10", "0 0 100 10", "0 0 100 10"])
  }

  // MARK: flex-basis: stretch

  /// CSS Sizing 4, section 6.1: `stretch` is a size wherever `width` and `height` may be one.
  @Test func aStretchedFlexBasisFillsTheContainer() throws {
    let tree = #"{"style":{"position":"absolute","width":30,"height":100},"children":["#
    let item = #"{"style":{"flexBasis":"stretch","flexShrink":1,"marginTop":30},"text":"a"}"#
    let frames = try Self.frames(tree + item + #",{"style":{"height":10}}]}"#)
    #expect(frames[1...] == ["0 30 30 60", "0 90 30 10"])
  }

  @Test func theSuitesOfYogaDoNotKnowAStretchedFlexBasis() throws {
    let tree = """
      {"suite":"YGTest","root":{"style":{"position":"absolute","width":30,"height":100},
       "children":[{"style":{"flexBasis":"stretch"},"text":"a"}]}}
      """
    let read = try #require(try LayoutCaseReader().read(Data(tree.utf8)).first)
    #expect(try read.frame().children.map(\.height) == [10])
  }
}
