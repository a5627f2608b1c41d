import RosterJSON
import RosterLayout

/// The words for a property of a style, and their values.
struct StyleKeyword<Value: Sendable>: Sendable {
  private let values: [(key: String, value: Value)]

  init(_ values: KeyValuePairs<String, Value>) { self.values = Array(values) }

  private init(_ values: [(key: String, value: Value)]) { self.values = values }

  /// The same words and others.
  func adding(_ others: KeyValuePairs<String, Value>) -> StyleKeyword {
    StyleKeyword(values + Array(others))
  }

  /// The same words, of which one stands for another value.
  func replacing(_ word: String, by value: Value) -> StyleKeyword {
    StyleKeyword(values.map { $0.key == word ? (key: word, value: value) : $0 })
  }

  /// The same words for an optional value.
  var optional: StyleKeyword<Value?> {
    StyleKeyword<Value?>(values.map { (key: $0.key, value: Optional($0.value)) })
  }

  func read(_ cursor: JSONCursor) throws(JSONDecodingError) -> Value {
    guard let text = cursor.value.stringValue,
      let found = values.first(where: { $0.key == text })
    else {
      let words = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
      throw cursor.error("expected one of \(words)")
    }
    return found.value
  }
}

extension StyleKeyword<WritingDirection> {
  static let directions = StyleKeyword(["ltr": .leftToRight, "rtl": .rightToLeft])
}

extension StyleKeyword<WritingDirection?> {
  static let nodeDirections = StyleKeyword([
    "ltr": .leftToRight, "rtl": .rightToLeft, "inherit": nil,
  ])
}

extension StyleKeyword<BoxDisplay> {
  static let displays = StyleKeyword([
    "flex": .box, "grid": .box, "none": .none, "contents": .contents,
  ])
}

extension StyleKeyword<BoxSizing> {
  static let boxSizings = StyleKeyword(["border-box": .borderBox, "content-box": .contentBox])
}

extension StyleKeyword<Overflow> {
  static let overflows = StyleKeyword([
    "visible": .visible, "hidden": .hidden, "scroll": .scroll, "clip": .clip,
  ])
}

extension StyleKeyword<Bool> {
  /// Whether a box is collapsed.
  static let visibilities = StyleKeyword(["visible": false, "collapse": true])
}

extension StyleKeyword<BoxPosition> {
  static let positions = StyleKeyword([
    "static": .static, "relative": .relative, "absolute": .absolute, "sticky": .sticky,
  ])
}

extension StyleKeyword<FlexDirection> {
  static let flexDirections = StyleKeyword([
    "row": .row, "row-reverse": .rowReverse, "column": .column,
    "column-reverse": .columnReverse,
  ])
}

extension StyleKeyword<FlexWrap> {
  static let wraps = StyleKeyword([
    "nowrap": .noWrap, "no-wrap": .noWrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
  ])
}

extension StyleKeyword<ContentDistribution> {
  /// What distributes lines.
  static let distributions = StyleKeyword([
    "start": .start, "end": .end, "flex-start": .flexStart, "flex-end": .flexEnd,
    "center": .center, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly, "stretch": .stretch, "normal": .stretch,
    "safe start": .safe(.start), "safe end": .safe(.end), "safe flex-start": .safe(.flexStart),
    "safe flex-end": .safe(.flexEnd), "safe center": .safe(.center),
    "unsafe start": .unsafe(.start), "unsafe end": .unsafe(.end),
    "unsafe flex-start": .unsafe(.flexStart), "unsafe flex-end": .unsafe(.flexEnd),
    "unsafe center": .unsafe(.center),
  ])

  /// What distributes boxes: they also have a left and a right edge.
  static let mainDistributions = distributions.adding([
    "left": .left, "right": .right, "safe left": .safe(.left), "safe right": .safe(.right),
    "unsafe left": .unsafe(.left), "unsafe right": .unsafe(.right),
  ])
}

extension StyleKeyword<ItemAlignment> {
  static let alignments = StyleKeyword([
    "stretch": .stretch, "start": .start, "end": .end, "flex-start": .flexStart,
    "flex-end": .flexEnd, "center": .center, "self-start": .selfStart, "self-end": .selfEnd,
    "baseline": .baseline, "first baseline": .baseline, "last baseline": .lastBaseline,
    "normal": .stretch, "safe start": .safe(.start), "safe end": .safe(.end),
    "safe flex-start": .safe(.flexStart), "safe flex-end": .safe(.flexEnd),
    "safe center": .safe(.center), "safe self-start": .safe(.selfStart),
    "safe self-end": .safe(.selfEnd), "unsafe start": .unsafe(.start),
    "unsafe end": .unsafe(.end), "unsafe flex-start": .unsafe(.flexStart),
    "unsafe flex-end": .unsafe(.flexEnd), "unsafe center": .unsafe(.center),
    "unsafe self-start": .unsafe(.selfStart), "unsafe self-end": .unsafe(.selfEnd),
  ])
}

extension StyleKeyword<ItemAlignment?> {
  static let selfAlignments = StyleKeyword<ItemAlignment>.alignments.optional.adding(["auto": nil])

  /// How a box stands from left to right: there are a left and a right edge.
  static let selfJustifications = selfAlignments.adding(sides)

  static let sides: KeyValuePairs<String, ItemAlignment?> = [
    "left": .left, "right": .right, "safe left": .safe(.left), "safe right": .safe(.right),
    "unsafe left": .unsafe(.left), "unsafe right": .unsafe(.right),
  ]
}
