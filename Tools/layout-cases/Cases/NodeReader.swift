import RosterJSON
import RosterLayout

/// Makes nodes of the boxes in a case.
struct NodeReader {
  /// Whether the frames of the case come from a browser that knows `flex-basis: stretch`. Others
  /// ignore it.
  let knowsStretchedBasis: Bool

  func node(_ cursor: JSONCursor) throws(JSONDecodingError) -> LayoutNode {
    let members = try cursor.members()
    try members.requireKeys(["style", "rule", "text", "children"])
    var reader = StyleReader(knowsStretchedBasis: knowsStretchedBasis)
    if let style = members["style"] { try reader.read(style) }
    let children = try members["children"]?.elements().map(node) ?? []
    if let rule = members["rule"] {
      guard members["text"] == nil else { throw rule.error("a text has no rule") }
      let content = LayoutContent.rule(try RuleReader.rule(rule), children)
      return LayoutNode(style: reader.style, content: content)
    }
    guard let text = members["text"] else {
      let content =
        reader.isGrid
        ? LayoutContent.grid(reader.grid, children) : .flex(reader.container, children)
      return LayoutNode(style: reader.style, content: content)
    }
    guard children.isEmpty else { throw cursor.error("a text has no children") }
    let caseText = CaseText(try text.string(), isInRow: reader.container.direction.isRow)
    return LayoutNode(style: reader.style, content: .measured(caseText))
  }
}

extension FlexDirection {
  fileprivate var isRow: Bool { self == .row || self == .rowReverse }
}
