internal import RosterCore
internal import RosterJSON

extension ComponentTree {
  /// The tree for people: a line for each scope and each view, behind `| ` for each that it is in.
  ///
  ///     <Feed.Row["post/7"]> {"isOpen":true}
  ///     | row spacing=4
  ///     | | label text="Hello"
  ///     | | <Feed.LikeButton> {"isLiked":false}
  ///     | | | button title="♡" tap:like
  ///
  /// An action of another scope is followed by `@` and the scope, one without a target by `@` alone.
  ///
  /// - Complexity: O(*n*) in the number of scopes and views.
  public func dump(_ options: TreeDumpOptions = .all) -> String {
    var dump = TreeDump(options)
    dump.append(content.node)
    return dump.text
  }
}

extension ComponentTree: CustomDebugStringConvertible {
  /// ``dump(_:)`` with everything.
  public var debugDescription: String { dump() }
}

/// Writes a tree line by line.
private struct TreeDump {
  private struct Step {
    let node: TreeNode
    let depth: Int
    let scope: ScopePath
  }

  private let options: TreeDumpOptions
  private(set) var text = ""

  init(_ options: TreeDumpOptions) { self.options = options }

  mutating func append(_ root: TreeNode) {
    var steps = [Step(node: root, depth: 0, scope: .root)]
    while let step = steps.popLast() {
      let inside = append(step)
      steps += inside.reversed()
    }
  }

  /// Writes the line of a node, if it has one.
  ///
  /// - Returns: What is in it.
  private mutating func append(_ step: Step) -> [Step] {
    func steps(_ nodes: [TreeNode], depth: Int, scope: ScopePath? = nil) -> [Step] {
      nodes.map { Step(node: $0, depth: depth, scope: scope ?? step.scope) }
    }
    switch step.node {
    case .empty, .component: return []
    case .group(let part): return steps(part.elements, depth: step.depth)
    case .mapped(let part): return steps([part.node], depth: step.depth)
    case .environment(let part): return steps([part.node], depth: step.depth)
    case .view(let part):
      appendLine(line(of: part, in: step.scope), depth: step.depth)
      return steps(part.children, depth: step.depth + 1)
    case .scope(let scope):
      appendLine(line(of: scope), depth: step.depth)
      return steps([scope.content.node], depth: step.depth + 1, scope: scope.path)
    }
  }

  private mutating func appendLine(_ line: String, depth: Int) {
    text += String(repeating: "| ", count: depth) + line + "\n"
  }

  private func line(of scope: BuiltScope) -> String {
    let name = "<\(ScopePath([scope.key]))>"
    guard options.contains(.states) else { return name }
    switch scope.owner.storage {
    case .none: return name
    case .stored(let state): return "\(name) \(state.dumped)"
    case .undecodable(let kept, let reason):
      return "\(name) initial state, \(Self.oneLine(reason)): \(kept.dumped)"
    case .unencodable(let reason):
      return "\(name) state that is not kept: \(Self.oneLine(reason))"
    }
  }

  private func line(of part: ViewPart, in scope: ScopePath) -> String {
    var words = [Self.name(part.spec.className)]
    if options.contains(.attributes) {
      words += part.spec.attributes.map { "\(Self.name($0.name))=\($0.value.canonicalText)" }
    }
    if options.contains(.events) {
      words += part.events.elements.map { element in
        let actions = element.references.map { $0.dumped(in: scope) }
        return "\(Self.name(element.event.rawValue)):\(actions.joined(separator: ","))"
      }
    }
    if options.contains(.accessibility), let accessibility = part.spec.accessibility {
      words.append("accessibility=\(accessibility.json.canonicalText)")
    }
    return words.joined(separator: " ")
  }

  /// A name as it is, or as a JSON string if it would not look like one name in its line.
  static func name(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "._-".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? name : JSONValue.string(name).canonicalText
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension StoredState {
  /// The state on one line, with its version if that is not the first.
  fileprivate var dumped: String {
    let value =
      switch value {
      case .text(let text): text.split(whereSeparator: \.isNewline).joined(separator: " ")
      case .blob(let bytes): "\(bytes.count) bytes"
      case .null: "nothing"
      }
    return typeVersion == 1 ? value : "\(value) (version \(typeVersion))"
  }
}

extension ActionReference {
  fileprivate func dumped(in scope: ScopePath) -> String {
    let name = TreeDump.name(name)
    let call =
      arguments.isEmpty
      ? name : "\(name)(\(arguments.map(\.canonicalText).joined(separator: ",")))"
    return switch target {
    case .responders: "\(call)@"
    case .scope(scope): call
    case .scope(let other): "\(call)@\(other)"
    }
  }
}
