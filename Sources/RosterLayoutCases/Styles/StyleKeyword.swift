import RosterJSON
import RosterLayout

/// The words for a property of a style, and their values.
struct StyleKeyword<Value: Sendable>: Sendable {
  private let values: KeyValuePairs<String, Value>

  init(_ values: KeyValuePairs<String, Value>) { self.values = values }

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

extension StyleKeyword<LayoutDirection> {
  static let directions = StyleKeyword(["ltr": .leftToRight, "rtl": .rightToLeft])
}

extension StyleKeyword<LayoutDirection?> {
  static let nodeDirections = StyleKeyword([
    "ltr": .leftToRight, "rtl": .rightToLeft, "inherit": nil,
  ])
}

extension StyleKeyword<Display> {
  static let displays = StyleKeyword(["flex": .box, "none": .none, "contents": .contents])
}

extension StyleKeyword<BoxSizing> {
  static let boxSizings = StyleKeyword(["border-box": .borderBox, "content-box": .contentBox])
}

extension StyleKeyword<Overflow> {
  static let overflows = StyleKeyword([
    "visible": .visible, "hidden": .hidden, "scroll": .scroll,
  ])
}

extension StyleKeyword<Position> {
  static let positions = StyleKeyword([
    "static": .static, "relative": .relative, "absolute": .absolute,
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
  static let distributions = StyleKeyword([
    "start": .start, "end": .end, "flex-start": .flexStart, "flex-end": .flexEnd,
    "center": .center, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly, "stretch": .stretch, "normal": .stretch,
  ])
}

extension StyleKeyword<ItemAlignment> {
  static let alignments = StyleKeyword([
    "stretch": .stretch, "start": .start, "end": .end, "flex-start": .flexStart,
    "flex-end": .flexEnd, "center": .center, "baseline": .baseline, "normal": .stretch,
  ])
}

extension StyleKeyword<ItemAlignment?> {
  static let selfAlignments = StyleKeyword([
    "auto": nil, "stretch": .stretch, "start": .start, "end": .end, "flex-start": .flexStart,
    "flex-end": .flexEnd, "center": .center, "baseline": .baseline, "normal": .stretch,
  ])
}
