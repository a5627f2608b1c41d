/// A key of a style that is about edges: `marginTop`, `paddingHorizontal`, `border`, `left`.
struct EdgeKey {
  /// What the edges are edges of.
  enum Family: String, CaseIterable {
    case margin
    case padding
    case border
    case inset

    /// What an edge can be.
    var lengths: LengthReader {
      switch self {
      case .margin, .inset: .orAuto
      case .padding, .border: .plain
      }
    }
  }

  let family: Family
  let part: EdgeLengths.Part

  /// All keys: those of a family with the names of edges behind, borders also with `Width` at the
  /// end, and insets also by the edges alone.
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
