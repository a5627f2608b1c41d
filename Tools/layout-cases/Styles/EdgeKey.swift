/// A key of a style that sets edges: `marginTop`, `paddingHorizontal`, `border`, `left`.
struct EdgeKey {
  /// The property whose edges are set.
  enum Family: String, CaseIterable {
    case margin
    case padding
    case border
    case inset

    /// The reader of an edge's length.
    var lengths: LengthReader {
      switch self {
      case .margin, .inset: .orAuto
      case .padding, .border: .plain
      }
    }
  }

  let family: Family
  let part: EdgeLengths.Part

  /// All keys: the names of the families followed by those of edges, for borders also with `Width`
  /// at the end, and for insets also the edges alone.
  static let all: [String: EdgeKey] = {
    var keys: [String: EdgeKey] = [:]
    for part in EdgeLengths.Part.allCases {
      for family in Family.allCases {
        keys[family.rawValue + part.rawValue] = EdgeKey(family: family, part: part)
      }
      keys["border\(part.rawValue)Width"] = EdgeKey(family: .border, part: part)
      if ![.all, .horizontal, .vertical].contains(part) {
        keys[part.rawValue.lowercased()] = EdgeKey(family: .inset, part: part)
      }
    }
    keys["insets"] = keys["inset"]
    return keys
  }()
}
