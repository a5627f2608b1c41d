import RosterJSON
import RosterLayout

/// Makes nodes of the boxes in a case.
enum NodeReader {
  static func node(_ value: JSONValue) throws(MalformedCase) -> LayoutNode {
    let members = try value.caseObject()
    for key in members.keys where !["style", "text", "children"].contains(key) {
      throw .unknownKey(key)
    }
    var reader = StyleReader()
    if let style = members["style"] {
      try inMember("style") { () throws(MalformedCase) in try reader.read(style) }
    }
    let children = try members["children"].map { value throws(MalformedCase) in
      try inMember("children") { () throws(MalformedCase) in
        try mapElements(of: value, node)
      }
    }
    guard let text = members["text"] else {
      let content = LayoutContent.flex(reader.container, children ?? [])
      return LayoutNode(style: reader.style, content: content)
    }
    guard children?.isEmpty ?? true else { throw MalformedCase("a text has no children") }
    let string = try inMember("text") { () throws(MalformedCase) in try text.caseString() }
    let caseText = CaseText(string, isInRow: reader.container.direction.isRow)
    return LayoutNode(style: reader.style, content: .measured(caseText))
  }
}

extension FlexDirection {
  fileprivate var isRow: Bool { self == .row || self == .rowReverse }
}
