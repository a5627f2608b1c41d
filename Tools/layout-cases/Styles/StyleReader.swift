import RosterJSON
import RosterLayout

/// Makes a style of its keys, which are those of Yoga's fixtures.
struct StyleReader {
  /// Whether `stretch` is a flex basis. Otherwise it is ignored.
  let knowsStretchedBasis: Bool
  private(set) var style = LayoutStyle()
  private(set) var container = FlexContainer()
  /// How a grid places the content; it counts if ``isGrid``.
  private(set) var grid = GridContainer()
  /// Whether CSS grid places the content, and not flexbox.
  private(set) var isGrid = false

  init(knowsStretchedBasis: Bool) { self.knowsStretchedBasis = knowsStretchedBasis }

  mutating func read(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    isGrid = members["display"]?.value == "grid"
    // More specific keys override `flex`, `gap` and, as they are read in ascending order, `overflow`.
    for key in ["flex", "gap"] {
      if let member = members[key] { try readShorthand(key, member) }
    }
    var edges: [EdgeKey.Family: EdgeLengths] = [:]
    for (key, member) in members.ascending where key != "flex" && key != "gap" {
      if let edgeKey = EdgeKey.all[key] {
        let length = try edgeKey.family.lengths.read(member)
        edges[edgeKey.family, default: EdgeLengths()].set(edgeKey.part, to: length)
        continue
      }
      if try setBox(key, member) { continue }
      if try setGrid(key, member) { continue }
      if try setFlex(key, member) { continue }
      throw member.error("unknown style")
    }
    if let margin = edges[.margin] { style.margin = margin.edges(0) }
    if let padding = edges[.padding] { style.padding = padding.edges(0) }
    if let border = edges[.border] { style.border = border.edges(0) }
    if let insets = edges[.inset] { style.insets = insets.edges(.auto) }
  }

  private mutating func readShorthand(
    _ key: String, _ cursor: JSONCursor
  ) throws(JSONDecodingError) {
    if key == "gap" {
      container.rowGap = try LengthReader.plain.read(cursor)
      container.columnGap = container.rowGap
      (grid.rowGap, grid.columnGap) = (container.rowGap, container.rowGap)
      return
    }
    // CSS Flexible Box Layout 1, section 7.1: a number is `flex: <number> 1 0`.
    if let grow = cursor.value.numberValue, grow >= 0 {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (grow, 1, .dimension(0))
    } else if let flex = try? StyleKeyword.flexes.read(cursor) {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (flex, flex, .dimension(.auto))
    } else {
      throw cursor.error("expected a number of at least 0, \"auto\" or \"none\"")
    }
  }

  /// Sets a property of the box itself; `false` if the key is not one of these.
  private mutating func setBox(
    _ key: String, _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> Bool {
    switch key {
    case "display": style.display = try StyleKeyword.displays.read(cursor)
    case "boxSizing": style.boxSizing = try StyleKeyword.boxSizings.read(cursor)
    case "overflow": style.overflow = try StyleKeyword.overflows.read(cursor)
    case "overflowX": style.overflowX = try StyleKeyword.overflows.read(cursor)
    case "overflowY": style.overflowY = try StyleKeyword.overflows.read(cursor)
    case "visibility": style.isCollapsed = try StyleKeyword.visibilities.read(cursor)
    case "direction": style.layoutDirection = try StyleKeyword.nodeDirections.read(cursor)
    case "position", "positionType": style.position = try StyleKeyword.positions.read(cursor)
    case "width": style.width = try LengthReader.size.read(cursor)
    case "height": style.height = try LengthReader.size.read(cursor)
    case "minWidth": style.minWidth = try LengthReader.size.read(cursor)
    case "minHeight": style.minHeight = try LengthReader.size.read(cursor)
    case "maxWidth": style.maxWidth = try LengthReader.maximum.read(cursor)
    case "maxHeight": style.maxHeight = try LengthReader.maximum.read(cursor)
    case "aspectRatio": style.aspectRatio = cursor.value == "auto" ? nil : try cursor.number()
    case "order": style.order = try cursor.int()
    case "zIndex": style.zIndex = cursor.value == "auto" ? 0 : try cursor.int()
    default: return false
    }
    return true
  }

  /// Sets a property of a grid or of an item in one; `false` if the key is not one of these, or means
  /// the same for flexbox.
  private mutating func setGrid(
    _ key: String, _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> Bool {
    switch key {
    case "gridTemplateColumns": grid.columns = try GridReader.list(cursor)
    case "gridTemplateRows": grid.rows = try GridReader.list(cursor)
    case "gridAutoColumns": grid.autoColumns = try GridReader.tracks(cursor)
    case "gridAutoRows": grid.autoRows = try GridReader.tracks(cursor)
    case "gridAutoFlow": (grid.flow, grid.isDense) = try StyleKeyword.gridFlows.read(cursor)
    case "gridColumnStart": style.gridColumn.start = try GridReader.line(cursor)
    case "gridColumnEnd": style.gridColumn.end = try GridReader.line(cursor)
    case "gridRowStart": style.gridRow.start = try GridReader.line(cursor)
    case "gridRowEnd": style.gridRow.end = try GridReader.line(cursor)
    case "justifyItems": grid.justifyItems = try StyleKeyword.gridJustifications.read(cursor)
    case "justifySelf": style.justifySelf = try StyleKeyword.selfJustifications.read(cursor)
    case "justifyContent" where isGrid:
      grid.justifyContent = try StyleKeyword.mainDistributions.read(cursor)
    case "alignContent" where isGrid:
      grid.alignContent = try StyleKeyword.distributions.read(cursor)
    case "alignItems" where isGrid:
      grid.alignItems = try StyleKeyword.gridAlignments.read(cursor)
    case "rowGap" where isGrid: grid.rowGap = try LengthReader.plain.read(cursor)
    case "columnGap" where isGrid: grid.columnGap = try LengthReader.plain.read(cursor)
    default: return false
    }
    return true
  }

  /// Sets a property of a flex container or of an item; `false` if the key is not one of these.
  private mutating func setFlex(
    _ key: String, _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> Bool {
    switch key {
    case "flexDirection": container.direction = try StyleKeyword.flexDirections.read(cursor)
    case "flexWrap": container.wrap = try StyleKeyword.wraps.read(cursor)
    case "justifyContent":
      container.justifyContent = try StyleKeyword.mainDistributions.read(cursor)
    case "alignContent": container.alignContent = try StyleKeyword.distributions.read(cursor)
    case "alignItems": container.alignItems = try StyleKeyword.alignments.read(cursor)
    case "alignSelf": style.alignSelf = try StyleKeyword.selfAlignments.read(cursor)
    case "rowGap": container.rowGap = try LengthReader.plain.read(cursor)
    case "columnGap": container.columnGap = try LengthReader.plain.read(cursor)
    case "spacingBefore": style.spacingBefore = try cursor.number()
    case "spacingAfter": style.spacingAfter = try cursor.number()
    case "flexGrow": style.flexGrow = try cursor.number()
    case "flexShrink": style.flexShrink = try cursor.number()
    case "flexBasis":
      style.flexBasis =
        cursor.value == "content" ? .content : .dimension(try LengthReader.size.read(cursor))
      if !knowsStretchedBasis && style.flexBasis == .dimension(.stretch) {
        style.flexBasis = .dimension(.auto)
      }
    default: return false
    }
    return true
  }
}

extension StyleKeyword<Double> {
  /// The factors for growing and shrinking if `flex` is a word.
  fileprivate static let flexes = StyleKeyword(["auto": 1, "none": 0])
}
