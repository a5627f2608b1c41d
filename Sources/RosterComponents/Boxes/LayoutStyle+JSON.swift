package import RosterJSON
package import RosterLayout

extension LayoutStyle {
  /// Returns what differs from the default, by the keys of “Cases of layout” in FORMATS.md.
  ///
  ///     {"flexGrow":1,"marginLeft":"auto","padding":8,"width":"50%"}
  ///
  /// Lengths that the layout does not use, as those that are not finite, are written as what they
  /// count as.
  ///
  /// - Parameter container: How the children are placed; `nil` if that is not by flexbox.
  package func json(_ container: FlexContainer? = nil) -> JSONObject {
    let usual = LayoutStyle()
    // Most boxes have default styles.
    guard self != usual || container != FlexContainer() else { return [:] }
    var keys = StyleKeys()
    keys.set("display", display, usual.display)
    keys.set("boxSizing", boxSizing, usual.boxSizing)
    if overflowX == overflowY {
      keys.set("overflow", overflowX, usual.overflowX)
    } else {
      keys.set("overflowX", overflowX, usual.overflowX)
      keys.set("overflowY", overflowY, usual.overflowY)
    }
    if isCollapsed { keys.members["visibility"] = "collapse" }
    if let layoutDirection { keys.members["direction"] = .string(layoutDirection.word) }
    keys.setSize("width", width)
    keys.setSize("height", height)
    keys.setSize("minWidth", minWidth)
    keys.setSize("minHeight", minHeight)
    keys.setSize("maxWidth", maxWidth)
    keys.setSize("maxHeight", maxHeight)
    if let aspectRatio, aspectRatio.isFinite { keys.members["aspectRatio"] = .number(aspectRatio) }
    keys.setEdges(padding, .padding)
    keys.setEdges(border, .border)
    keys.setEdges(margin, .margin)
    keys.set("position", position, usual.position)
    keys.setEdges(insets, .inset)
    keys.setNumber("spacingBefore", spacingBefore)
    keys.setNumber("spacingAfter", spacingAfter)
    keys.setNumber("flexGrow", flexGrow)
    keys.setNumber("flexShrink", flexShrink)
    switch flexBasis {
    case .content: keys.members["flexBasis"] = "content"
    case .dimension(let length): keys.setSize("flexBasis", length)
    }
    if let alignSelf { keys.members["alignSelf"] = .string(alignSelf.alongColumn.word) }
    keys.setNumber("order", Double(order))
    keys.setNumber("zIndex", Double(zIndex))
    if let container { keys.set(container) }
    describeGridItem(in: &keys.members)
    return keys.members
  }
}

extension ComponentSize {
  /// What is given of the size, by the same keys.
  var json: JSONObject {
    var keys = StyleKeys()
    keys.setSize("width", width)
    keys.setSize("height", height)
    keys.setSize("minWidth", minWidth)
    keys.setSize("minHeight", minHeight)
    keys.setSize("maxWidth", maxWidth)
    keys.setSize("maxHeight", maxHeight)
    return keys.members
  }
}

extension LayoutLength {
  /// Points as a number, a percentage as `"50%"`, and both as `"calc(50% - 8px)"`; `nil` for
  /// anything else.
  var lengthJSON: JSONValue? {
    switch self {
    case .points(let points) where points.isFinite: .number(points)
    case .percent(let percent) where percent.isFinite:
      .string(JSONValue.number(percent).canonicalText + "%")
    case .calc(let sum) where sum.isFinite:
      sum.percent == 0 ? .number(sum.points) : .string(sum.text)
    case .points, .percent, .calc, .auto, .minContent, .maxContent, .fitContent, .stretch,
      .fitContentUpTo:
      nil
    }
  }

  /// A size of a box; `nil` for `auto`, and for what counts as `auto`.
  fileprivate var sizeJSON: JSONValue? {
    switch self {
    case .points, .percent, .calc: lengthJSON
    case .auto: nil
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent: "fit-content"
    case .stretch: "stretch"
    case .fitContentUpTo(let limit) where limit.isFinite: .string("fit-content(\(limit.text))")
    case .fitContentUpTo: nil
    }
  }
}

extension LayoutLength.Sum {
  /// The sum as CSS writes it, and a part of it alone if the other is 0.
  fileprivate var text: String {
    let part = JSONValue.number(Double("\(percent)") ?? 0).canonicalText + "%"
    let length = JSONValue.number(abs(points)).canonicalText + "px"
    if percent == 0 { return points < 0 ? "-" + length : length }
    return "calc(\(part) \(points < 0 ? "-" : "+") \(length))"
  }
}

/// The keys of a style that differ from the default.
private struct StyleKeys {
  /// A property with a length for each edge.
  enum EdgeFamily: String {
    case margin
    case padding
    case border
    case inset

    /// The length that need not be written.
    var usual: JSONValue { self == .inset ? "auto" : 0 }

    /// The key of an edge.
    func key(_ edge: String) -> String {
      self == .inset ? edge.lowercased() : rawValue + edge
    }

    /// The length of an edge as it counts: only points for a border, and 0 where a length has no
    /// meaning.
    func json(_ length: LayoutLength) -> JSONValue {
      switch (self, length) {
      case (.margin, .auto), (.inset, .auto): "auto"
      case (.border, .percent): 0
      case (.border, .calc(let sum)) where sum.isFinite: .number(sum.points)
      default: length.lengthJSON ?? 0
      }
    }
  }

  var members: JSONObject = [:]

  mutating func set<Value: StyleWord>(_ key: String, _ value: Value, _ usual: Value) {
    if value != usual { members[key] = .string(value.word) }
  }

  mutating func setNumber(_ key: String, _ number: Double) {
    if number != 0, number.isFinite { members[key] = .number(number) }
  }

  mutating func setSize(_ key: String, _ length: LayoutLength) { members[key] = length.sizeJSON }

  mutating func setEdges(_ edges: Edges, _ family: EdgeFamily) {
    let top = family.json(edges.top)
    let sides = [
      ("Top", top), ("Bottom", family.json(edges.bottom)), ("Left", family.json(edges.left)),
      ("Right", family.json(edges.right)),
    ]
    if sides.allSatisfy({ $0.1 == top }) {
      if top != family.usual { members[family.rawValue] = top }
    } else {
      for (edge, length) in sides where length != family.usual {
        members[family.key(edge)] = length
      }
    }
    if let start = edges.start { members[family.key("Start")] = family.json(start) }
    if let end = edges.end { members[family.key("End")] = family.json(end) }
  }

  mutating func set(_ container: FlexContainer) {
    let usual = FlexContainer()
    set("flexDirection", container.direction, usual.direction)
    set("flexWrap", container.wrap, usual.wrap)
    set("justifyContent", container.justifyContent, usual.justifyContent)
    set("alignItems", container.alignItems.alongColumn, usual.alignItems)
    set("alignContent", container.alignContent.acrossMainAxis, usual.alignContent)
    let (row, column) = (container.rowGap.lengthJSON ?? 0, container.columnGap.lengthJSON ?? 0)
    if row == column {
      if row != 0 { members["gap"] = row }
    } else {
      if row != 0 { members["rowGap"] = row }
      if column != 0 { members["columnGap"] = column }
    }
  }
}

/// A value that CSS has a word for.
protocol StyleWord: Equatable {
  var word: String { get }
}

extension BoxDisplay: StyleWord {
  var word: String {
    switch self {
    case .box: "flex"
    case .none: "none"
    case .contents: "contents"
    }
  }
}

extension BoxSizing: StyleWord {
  var word: String {
    switch self {
    case .borderBox: "border-box"
    case .contentBox: "content-box"
    }
  }
}

extension Overflow: StyleWord {
  var word: String {
    switch self {
    case .visible: "visible"
    case .hidden: "hidden"
    case .scroll: "scroll"
    case .clip: "clip"
    }
  }
}

extension WritingDirection: StyleWord {
  var word: String {
    switch self {
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}

extension BoxPosition: StyleWord {
  var word: String {
    switch self {
    case .static: "static"
    case .relative: "relative"
    case .absolute: "absolute"
    case .sticky: "sticky"
    }
  }
}

extension FlexDirection: StyleWord {
  var word: String {
    switch self {
    case .row: "row"
    case .rowReverse: "row-reverse"
    case .column: "column"
    case .columnReverse: "column-reverse"
    }
  }
}

extension FlexWrap: StyleWord {
  var word: String {
    switch self {
    case .noWrap: "nowrap"
    case .wrap: "wrap"
    case .wrapReverse: "wrap-reverse"
    }
  }
}

extension ContentDistribution: StyleWord {
  var word: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .center: "center"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    case .stretch: "stretch"
    case .left: "left"
    case .right: "right"
    case .safe(let position): "safe " + position.word
    case .unsafe(let position): "unsafe " + position.word
    }
  }

  /// The distribution of lines, for which `left` and `right` are `start`.
  var acrossMainAxis: ContentDistribution {
    switch self {
    case .left, .right: .start
    case .safe(.left), .safe(.right): .safe(.start)
    case .unsafe(.left), .unsafe(.right): .unsafe(.start)
    default: self
    }
  }
}

extension ContentDistribution.Position: StyleWord {
  var word: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .center: "center"
    case .left: "left"
    case .right: "right"
    }
  }
}

extension ItemAlignment: StyleWord {
  var word: String {
    switch self {
    case .stretch: "stretch"
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .center: "center"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    case .baseline: "baseline"
    case .lastBaseline: "last baseline"
    case .left: "left"
    case .right: "right"
    case .safe(let position): "safe " + position.word
    case .unsafe(let position): "unsafe " + position.word
    }
  }

  /// The alignment from above to below, for which `left` and `right` are `start`.
  var alongColumn: ItemAlignment {
    switch self {
    case .left, .right: .start
    case .safe(.left), .safe(.right): .safe(.start)
    case .unsafe(.left), .unsafe(.right): .unsafe(.start)
    default: self
    }
  }
}

extension ItemAlignment.Position: StyleWord {
  var word: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .center: "center"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    case .left: "left"
    case .right: "right"
    }
  }
}
