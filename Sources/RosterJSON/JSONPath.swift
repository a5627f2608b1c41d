/// The way from the value where decoding begins to one inside it. Paths with the same beginning
/// share it.
@usableFromInline
indirect enum JSONPath: Sendable {
  case root
  case member(String, of: JSONPath)
  case element(Int, of: JSONPath)
}

extension JSONPath {
  /// `root.children[2].style`; empty for the root.
  var text: String {
    var steps: [JSONPath] = []
    var rest = self
    while let container = rest.container {
      steps.append(rest)
      rest = container
    }
    var text = ""
    for step in steps.reversed() {
      switch step {
      case .root: break
      case .member(let key, _): text += text.isEmpty ? key : ".\(key)"
      case .element(let index, _): text += "[\(index)]"
      }
    }
    return text
  }

  private var container: JSONPath? {
    switch self {
    case .root: nil
    case .member(_, let container), .element(_, let container): container
    }
  }
}
