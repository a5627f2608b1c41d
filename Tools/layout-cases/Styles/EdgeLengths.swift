import RosterLayout

/// The edges that a style sets, individually and together. The key for fewer edges wins.
struct EdgeLengths {
  /// The edges that a key sets.
  enum Part: String, CaseIterable {
    case all = ""
    case top = "Top"
    case bottom = "Bottom"
    case left = "Left"
    case right = "Right"
    case start = "Start"
    case end = "End"
    case horizontal = "Horizontal"
    case vertical = "Vertical"
  }

  private var lengths: [Part: LayoutLength] = [:]

  mutating func set(_ part: Part, to length: LayoutLength) { lengths[part] = length }

  /// Returns the edges; those that are not set are `none`.
  func edges(_ none: LayoutLength) -> Edges {
    var edges = Edges(lengths[.all] ?? none)
    edges.top = lengths[.top] ?? lengths[.vertical] ?? edges.top
    edges.bottom = lengths[.bottom] ?? lengths[.vertical] ?? edges.bottom
    edges.left = lengths[.left] ?? lengths[.horizontal] ?? edges.left
    edges.right = lengths[.right] ?? lengths[.horizontal] ?? edges.right
    edges.start = lengths[.start]
    edges.end = lengths[.end]
    return edges
  }
}
