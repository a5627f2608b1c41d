import RosterJSON
import RosterLayout

/// Makes a style of its keys, which are those of Yoga's fixtures.
struct StyleReader {
  private(set) var style = LayoutStyle()
  private(set) var container = FlexContainer()

  mutating func read(_ value: JSONValue) throws(MalformedCase) {
    let members = try value.caseObject()
    // More specific keys override `flex` and `gap`.
    for key in ["flex", "gap"] {
      guard let value = members[key] else { continue }
      try inMember(key) { () throws(MalformedCase) in try readShorthand(key, value) }
    }
    var edges: [EdgeKey.Family: EdgeLengths] = [:]
    for key in members.keys where key != "flex" && key != "gap" {
      guard let value = members[key] else { continue }
      try inMember(key) { () throws(MalformedCase) in
        if let edgeKey = EdgeKey.all[key] {
          let length = try edgeKey.family.lengths.read(value)
          edges[edgeKey.family, default: EdgeLengths()].set(edgeKey.part, to: length)
          return
        }
        if try setBox(key, value) { return }
        if try setFlex(key, value) { return }
        throw MalformedCase("unknown style")
      }
    }
    if let margin = edges[.margin] { style.margin = margin.edges(0) }
    if let padding = edges[.padding] { style.padding = padding.edges(0) }
    if let border = edges[.border] { style.border = border.edges(0) }
    if let insets = edges[.inset] { style.insets = insets.edges(.auto) }
  }

  private mutating func readShorthand(
    _ key: String, _ value: JSONValue
  ) throws(MalformedCase) {
    if key == "gap" {
      container.rowGap = try LengthReader.plain.read(value)
      container.columnGap = container.rowGap
      return
    }
    // CSS Flexible Box Layout 1, section 7.1: a number is `flex: <number> 1 0`.
    if let grow = value.numberValue, grow >= 0 {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (grow, 1, .dimension(0))
    } else if let flex = try? StyleKeyword.flexes.read(value) {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (flex, flex, .dimension(.auto))
    } else {
      throw MalformedCase("expected a number of at least 0, \"auto\" or \"none\"")
    }
  }

  /// Sets a property of the box itself; `false` if the key is not one of these.
  private mutating func setBox(_ key: String, _ value: JSONValue) throws(MalformedCase) -> Bool {
    switch key {
    case "display": style.display = try StyleKeyword.displays.read(value)
    case "boxSizing": style.boxSizing = try StyleKeyword.boxSizings.read(value)
    case "overflow": style.overflow = try StyleKeyword.overflows.read(value)
    case "direction": style.layoutDirection = try StyleKeyword.nodeDirections.read(value)
    case "position", "positionType": style.position = try StyleKeyword.positions.read(value)
    case "width": style.width = try LengthReader.size.read(value)
    case "height": style.height = try LengthReader.size.read(value)
    case "minWidth": style.minWidth = try LengthReader.size.read(value)
    case "minHeight": style.minHeight = try LengthReader.size.read(value)
    case "maxWidth": style.maxWidth = try LengthReader.maximum.read(value)
    case "maxHeight": style.maxHeight = try LengthReader.maximum.read(value)
    case "aspectRatio": style.aspectRatio = value == "auto" ? nil : try value.caseNumber()
    case "order": style.order = try value.caseWhole()
    case "zIndex": style.zIndex = value == "auto" ? 0 : try value.caseWhole()
    default: return false
    }
    return true
  }

  /// Sets a property of a flex container or of an item; `false` if the key is not one of these.
  private mutating func setFlex(_ key: String, _ value: JSONValue) throws(MalformedCase) -> Bool {
    switch key {
    case "flexDirection": container.direction = try StyleKeyword.flexDirections.read(value)
    case "flexWrap": container.wrap = try StyleKeyword.wraps.read(value)
    case "justifyContent": container.justifyContent = try StyleKeyword.distributions.read(value)
    case "alignContent": container.alignContent = try StyleKeyword.distributions.read(value)
    case "alignItems": container.alignItems = try StyleKeyword.alignments.read(value)
    case "alignSelf": style.alignSelf = try StyleKeyword.selfAlignments.read(value)
    case "rowGap": container.rowGap = try LengthReader.plain.read(value)
    case "columnGap": container.columnGap = try LengthReader.plain.read(value)
    case "flexGrow": style.flexGrow = try value.caseNumber()
    case "flexShrink": style.flexShrink = try value.caseNumber()
    case "flexBasis":
      style.flexBasis =
        value == "content" ? .content : .dimension(try LengthReader.size.read(value))
    default: return false
    }
    return true
  }
}

extension StyleKeyword<Double> {
  /// The factors for growing and shrinking if `flex` is a word.
  fileprivate static let flexes = StyleKeyword(["auto": 1, "none": 0])
}
