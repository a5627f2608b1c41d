import RosterLayout
import RosterLayoutCases
import Testing

@Suite struct LayoutCaseReaderTests {
  private func read(_ text: String) throws -> [LayoutCase] {
    try LayoutCaseReader().read(text.utf8)
  }

  private func style(_ style: String) throws -> LayoutStyle {
    try #require(try read(#"{"root":{"style":\#(style)}}"#).first).root.style
  }

  private func container(_ style: String) throws -> FlexContainer {
    let root = try #require(try read(#"{"root":{"style":\#(style)}}"#).first).root
    guard case .flex(let container, _) = root.content else { throw NoContainer() }
    return container
  }

  private struct NoContainer: Error {}

  // MARK: Files

  @Test func oneCaseSeveralAndLinesAreRead() throws {
    let one = #"{"name":"a","root":{}}"#
    #expect(try read(one).map(\.name) == ["a"])
    #expect(try read("[\(one),\(one)]").map(\.name) == ["a", "a"])
    #expect(try read("\(one)\n\n\(one)\r\n").map(\.name) == ["a", "a"])
    #expect(try read("[]").isEmpty)
  }

  @Test func onlyTheRootMustBeThere() throws {
    let layoutCase = try #require(try read(#"{"root":{}}"#).first)
    #expect(layoutCase.name == nil && layoutCase.expected == nil)
    #expect(layoutCase.direction == .leftToRight)
    #expect(layoutCase.root.style == LayoutStyle())
  }

  @Test(arguments: [
    (#"{"root":{}"#, "line 1, column 11: expected ',' or '}' in an object"),
    ("{\"root\":{}}\n{\"root\":[}}", "line 2, column 10: expected a value"),
    ("", "line 1, column 1: expected a value"),
    ("7", "case 1: expected an object"),
    (#"[{"root":{}},{"name":"x"}]"#, #"case "x": there is no "root""#),
    ("{\"root\":{}}\n\n{\"root\":1}", "line 3, case 2, root: expected an object"),
    (
      #"{"name":"x","root":{"children":[{},{"style":{"flexBasis":"wide"}}]}}"#,
      #"case "x", root.children[1].style.flexBasis: expected a number, a percentage, "auto","#
    ),
    (#"{"root":{"style":{"colour":1}}}"#, "case 1, root.style.colour: unknown style"),
    (#"{"root":{"child":[]}}"#, #"case 1, root: unknown key "child""#),
    (#"{"root":{"text":"a","children":[{}]}}"#, "case 1, root: a text has no children"),
    (#"{"root":{"text":"a","rule":{"empty":true}}}"#, "root.rule: a text has no rule"),
    (#"{"root":{"rule":{"round":1}}}"#, "root.rule.round: unknown rule"),
    (#"{"root":{"rule":{}}}"#, "root.rule: expected the name of one rule"),
    (#"{"root":{"rule":{"inset":[1,2,3]}}}"#, "root.rule.inset: expected four lengths"),
    (#"{"root":{"rule":{"sizing":{"left":1}}}}"#, #"root.rule.sizing: unknown key "left""#),
    (#"{"root":{},"direction":"up"}"#, #"case 1, direction: expected one of "ltr", "rtl""#),
    (#"{"root":{"style":{"width":"0x10%"}}}"#, "root.style.width: expected a number"),
    (
      #"{"root":{"style":{"order":1.5}}}"#,
      "root.style.order: expected an integer of at most 53 bits"
    ),
    (#"{"root":{"style":{"width":"calc(50%-8px)"}}}"#, "root.style.width: expected a number"),
    (#"{"root":{"style":{"width":"calc(50% * 8px)"}}}"#, "root.style.width: expected a number"),
    (#"{"root":{"style":{"margin":"calc(50% - 8)"}}}"#, "root.style.margin: expected a number"),
    (#"{"root":{"style":{"width":"fit-content(8)"}}}"#, "root.style.width: expected a number"),
    (#"{"root":{"style":{"gap":"fit-content(8px)"}}}"#, "root.style.gap: expected a number"),
    (#"{"root":{"style":{"visibility":"hidden"}}}"#, #"one of "visible", "collapse""#),
    (#"{"root":{"style":{"overflowX":"auto"}}}"#, "overflowX: expected one of \"visible\","),
    (#"{"root":{"style":{"spacingBefore":"auto"}}}"#, "spacingBefore: expected a number"),
    (#"{"root":{"style":{"spacingAfter":"10%"}}}"#, "spacingAfter: expected a number"),
    (#"{"root":{"style":{"alignContent":"left"}}}"#, "alignContent: expected one of \"start\","),
    (#"{"root":{"style":{"alignItems":"safe stretch"}}}"#, "alignItems: expected one of"),
    (#"{"root":{"style":{"justifyContent":"self-start"}}}"#, "justifyContent: expected one of"),
    (#"{"root":{"style":{"padding":"auto"}}}"#, "padding: expected a number or a percentage"),
    (
      #"{"root":{},"expected":{"left":0,"top":0,"width":1}}"#,
      #"case 1, expected: there is no "height""#
    ),
  ])
  func whatIsWrongIsNamedWithItsPlace(_ text: String, _ words: String) throws {
    let error = try #require(throws: LayoutCaseError.self) { try read(text) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test func treesThatAreTooDeepAreRefused() throws {
    let text =
      #"{"root":"# + String(repeating: #"{"children":["#, count: 10_000) + "{}"
      + String(repeating: "]}", count: 10_000) + "}"
    let error = try #require(throws: LayoutCaseError.self) { try read(text) }
    #expect(error.message == "more than 512 levels of nesting")
  }

  @Test(arguments: [
    ("\"gridTemplateColumns\":[-1]", "gridTemplateColumns[0]: expected a number"),
    ("\"gridTemplateColumns\":[\"1px\"]", "gridTemplateColumns[0]: expected a number"),
    ("\"gridTemplateRows\":[\"-1fr\"]", "gridTemplateRows[0]: expected a number"),
    ("\"gridTemplateColumns\":[{\"minmax\":[\"1fr\",9]}]", "a fraction is no minimum"),
    ("\"gridTemplateColumns\":[{\"minmax\":[9]}]", "expected a minimum and a maximum"),
    ("\"gridAutoRows\":[]", "gridAutoRows: expected a track"),
    (
      "\"gridTemplateColumns\":[{\"repeat\":10001,\"tracks\":[1]}]",
      "gridTemplateColumns[0].repeat: expected a number from 1 to 10000"
    ),
    ("\"gridTemplateColumns\":[{\"repeat\":0,\"tracks\":[1]}]", "from 1 to 10000"),
    (
      "\"gridTemplateColumns\":[{\"repeat\":\"auto-fill\",\"tracks\":[\"1fr\"]}]",
      "need a minimum or a maximum in points or percent"
    ),
    (
      "\"gridTemplateColumns\":[\"auto\",{\"repeat\":\"auto-fit\",\"tracks\":[9]}]",
      "need a minimum or a maximum in points or percent"
    ),
    ("\"gridColumnStart\":0", "gridColumnStart: lines are counted from 1"),
    ("\"gridColumnStart\":10001", "gridColumnStart: expected a number from -10000 to 10000"),
    ("\"gridRowEnd\":\"span 0\"", "gridRowEnd: expected a line"),
    ("\"gridRowEnd\":\"span 99999\"", "gridRowEnd: expected a line"),
    ("\"gridAutoFlow\":\"up\"", "gridAutoFlow: expected one of"),
  ])
  func whatIsWrongWithAGridIsNamedWithItsPlace(_ key: String, _ words: String) throws {
    let text = "{\"root\":{\"style\":{\"display\":\"grid\",\(key)}}}"
    let error = try #require(throws: LayoutCaseError.self) { try read(text) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test(arguments: [
    (#"{"columns":0}"#, "from 1 to 10000"), (#"{"columns":2,"minWidth":3}"#, "counted already"),
    (#"{}"#, "there is no \"columns\""), (#"{"columns":2,"rows":3}"#, "rows"),
  ])
  func whatIsWrongWithMasonryIsNamed(_ rule: String, _ words: String) throws {
    let text = "{\"root\":{\"rule\":{\"masonry\":\(rule)}}}"
    let error = try #require(throws: LayoutCaseError.self) { try read(text) }
    #expect(error.description.contains(words), "\(error)")
  }

  // MARK: Styles

  @Test func edgesThatAreNamedCountBeforeGroups() throws {
    let margin = try style(
      #"{"marginLeft":1,"marginHorizontal":2,"margin":3,"marginTop":"auto","marginEnd":"5%"}"#
    ).margin
    #expect(margin.left == 1 && margin.right == 2 && margin.top == .auto && margin.bottom == 3)
    #expect(margin.start == nil && margin.end == .percent(5))
  }

  @Test func everyFamilyOfEdgesIsRead() throws {
    let style = try style(
      #"""
      {"paddingVertical":1,"border":2,"borderStart":3,"borderTopWidth":4,"left":5,"start":6,
       "insets":7,"insetBottom":8,"top":"10%"}
      """#)
    #expect(style.padding == Edges(vertical: 1, horizontal: 0))
    #expect(style.border.bottom == 2 && style.border.start == 3 && style.border.top == 4)
    #expect(style.insets.left == 5 && style.insets.start == 6 && style.insets.right == 7)
    #expect(style.insets.bottom == 8 && style.insets.top == .percent(10))
    #expect(style.insets.end == nil && style.margin == Edges())
  }

  @Test func lengthsArePointsPercentOrWords() throws {
    let style = try style(
      #"""
      {"width":1.5,"height":"20%","minWidth":"min-content","maxWidth":"max-content",
       "minHeight":"fit-content","maxHeight":"stretch","flexBasis":"content"}
      """#)
    #expect(style.width == 1.5 && style.height == .percent(20))
    #expect(style.minWidth == .minContent && style.maxWidth == .maxContent)
    #expect(style.minHeight == .fitContent && style.maxHeight == .stretch)
    #expect(style.flexBasis == .content)
    #expect(try self.style(#"{"maxWidth":"none"}"#).maxWidth == .auto)
  }

  @Test func lengthsMayHavePercentAndPoints() throws {
    let style = try style(
      #"""
      {"width":"calc(50% - 8px)","marginTop":"calc(-10% + 2.5px)","height":"fit-content(80px)",
       "maxWidth":"fit-content(20%)","minWidth":"fit-content(calc(1% + 2px))"}
      """#)
    #expect(style.width == .calc(percent: 50, points: -8))
    #expect(style.margin.top == .calc(percent: -10, points: 2.5))
    #expect(style.height == .fitContent(upTo: 80))
    #expect(style.maxWidth == .fitContentUpTo(LayoutLength.Sum(percent: 20)))
    #expect(style.minWidth == .fitContentUpTo(LayoutLength.Sum(percent: 1, points: 2)))
  }

  @Test func shorthandsCountLessThanWhatTheyStandFor() throws {
    let style = try style(#"{"flex":2,"flexShrink":3}"#)
    #expect(style.flexGrow == 2 && style.flexShrink == 3 && style.flexBasis == .dimension(0))
    let container = try container(#"{"gap":"10%","columnGap":4}"#)
    #expect(container.rowGap == .percent(10) && container.columnGap == 4)
  }

  @Test func wordsOfAContainerAreRead() throws {
    let container = try container(
      #"""
      {"flexDirection":"row-reverse","flexWrap":"wrap-reverse","justifyContent":"space-evenly",
       "alignItems":"baseline","alignContent":"stretch","rowGap":1}
      """#)
    #expect(container.direction == .rowReverse && container.wrap == .wrapReverse)
    #expect(container.justifyContent == .spaceEvenly && container.alignItems == .baseline)
    #expect(container.alignContent == .stretch && container.rowGap == 1)
    #expect(container.columnGap == 0)
  }

  @Test func overflowMayDifferByAxis() throws {
    let style = try style(#"{"overflowY":"hidden","overflow":"clip","visibility":"collapse"}"#)
    #expect(style.overflowX == .clip && style.overflowY == .hidden)
    #expect(style.isCollapsed && style.overflow == .clip)
    let spaced = try self.style(
      #"{"position":"sticky","spacingBefore":4,"spacingAfter":-2.5,"overflowY":"scroll"}"#)
    #expect(spaced.spacingBefore == 4 && spaced.spacingAfter == -2.5)
    #expect(spaced.position == .sticky && spaced.overflow == .scroll)
  }

  @Test func positionsMayBeSafe() throws {
    let container = try container(
      #"{"justifyContent":"safe left","alignItems":"last baseline","alignContent":"unsafe end"}"#)
    #expect(container.justifyContent == .safe(.left) && container.alignItems == .lastBaseline)
    #expect(container.alignContent == .unsafe(.end))
    #expect(try style(#"{"alignSelf":"safe self-end"}"#).alignSelf == .safe(.selfEnd))
    #expect(try style(#"{"alignSelf":"auto"}"#).alignSelf == nil)
    #expect(try style(#"{"alignSelf":"first baseline"}"#).alignSelf == .baseline)
    #expect(try style(#"{"justifySelf":"right"}"#).justifySelf == .right)
    #expect(try style(#"{"justifySelf":"unsafe left"}"#).justifySelf == .unsafe(.left))
    #expect(throws: LayoutCaseError.self) { try style(#"{"alignSelf":"left"}"#) }
  }

  @Test func wordsOfABoxAreRead() throws {
    let style = try style(
      #"""
      {"display":"contents","position":"static","overflow":"scroll","boxSizing":"content-box",
       "direction":"rtl","alignSelf":"center","aspectRatio":0.5,"order":-1,"zIndex":3,
       "flexGrow":1}
      """#)
    #expect(style.display == .contents && style.position == .static)
    #expect(style.overflow == .scroll && style.boxSizing == .contentBox)
    #expect(style.layoutDirection == .rightToLeft && style.alignSelf == .center)
    #expect(style.aspectRatio == 0.5 && style.order == -1 && style.zIndex == 3)
    #expect(style.flexGrow == 1 && style.flexShrink == 0)
  }
}
