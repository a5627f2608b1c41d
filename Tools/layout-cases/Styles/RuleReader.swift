import RosterJSON
import RosterLayout

/// Makes a rule of its description: an object with the name of the rule and what it says; see
/// “Boxes of views” in FORMATS.md.
enum RuleReader {
  static func rule(_ cursor: JSONCursor) throws(JSONDecodingError) -> any LayoutRule {
    let members = try cursor.members()
    if let value = members["center"] {
      try members.requireKeys(["center", "minimum"])
      let minimum = try members["minimum"].map { minimum throws(JSONDecodingError) in
        try StyleKeyword.axes.read(minimum)
      }
      return CenterRule(try StyleKeyword.axes.read(value), minimum: minimum ?? [])
    }
    guard let (name, value) = members.ascending.first, members.ascending.count == 1 else {
      throw cursor.error("expected the name of one rule")
    }
    switch name {
    case "inset": return try inset(value)
    case "overlay": return OverlayRule()
    case "background": return BackgroundRule()
    case "zstack": return LayeredRule(try StyleKeyword.gravities.read(value))
    case "sizing": return SizingRule(try size(value.members(), also: []))
    case "ratio": return RatioRule(heightByWidth: try value.number())
    case "clipping": return ClippingRule(try StyleKeyword.axes.read(value))
    case "empty": return EmptyRule()
    case "masonry": return try masonry(value)
    case "static":
      return StaticRule(try value.elements().map(place))
    default: throw value.error("unknown rule")
    }
  }

  private static func inset(_ cursor: JSONCursor) throws(JSONDecodingError) -> InsetRule {
    let lengths = try cursor.elements().map { element throws(JSONDecodingError) -> LayoutLength in
      let length = try LengthReader.orAuto.read(element)
      return length == .auto ? .points(.infinity) : length
    }
    guard lengths.count == 4 else { throw cursor.error("expected four lengths") }
    return InsetRule(top: lengths[0], left: lengths[3], bottom: lengths[2], right: lengths[1])
  }

  private static func masonry(
    _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> MasonryRule {
    let members = try cursor.members()
    try members.requireKeys(["columns", "minWidth", "columnGap", "rowGap", "fromRight"])
    let columns: MasonryRule.Columns
    if let width = members["minWidth"] {
      guard members["columns"] == nil else { throw width.error("the columns are counted already") }
      columns = .minWidth(try width.number())
    } else {
      let count = try members.required("columns")
      columns = .count(try count.int())
      guard (1...GridLine.limit).contains(try count.int()) else {
        throw count.error("expected a number from 1 to \(GridLine.limit)")
      }
    }
    return MasonryRule(
      columns, columnGap: try members["columnGap"]?.number() ?? 0,
      rowGap: try members["rowGap"]?.number() ?? 0,
      isFromRight: try members["fromRight"]?.bool() ?? false)
  }

  private static func place(
    _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> StaticRule.Place {
    let members = try cursor.members()
    let position = Point(
      x: try members["left"]?.number() ?? 0, y: try members["top"]?.number() ?? 0)
    let size = try size(members, also: ["left", "top"])
    return StaticRule.Place(position, size: size == ComponentSize() ? nil : size)
  }

  private static func size(
    _ members: JSONCursor.Members, also keys: [String]
  ) throws(JSONDecodingError) -> ComponentSize {
    try members.requireKeys(
      keys + ["width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight"])
    func length(_ key: String) throws(JSONDecodingError) -> LayoutLength {
      guard let member = members[key] else { return .auto }
      return try LengthReader.orAuto.read(member)
    }
    return ComponentSize(
      width: try length("width"), height: try length("height"), minWidth: try length("minWidth"),
      minHeight: try length("minHeight"), maxWidth: try length("maxWidth"),
      maxHeight: try length("maxHeight"))
  }
}

extension StyleKeyword<Axes> {
  fileprivate static let axes = StyleKeyword([
    "none": [], "horizontal": .horizontal, "vertical": .vertical, "both": .both,
  ])
}

extension StyleKeyword<LayeredRule.Gravity> {
  fileprivate static let gravities = StyleKeyword(["topLeft": .topLeft, "topRight": .topRight])
}
