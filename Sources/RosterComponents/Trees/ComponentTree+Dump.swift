internal import RosterCore
internal import RosterJSON

extension ComponentTree {
  /// The tree as text: a line for each scope and each view, with `| ` for each level around it.
  ///
  /// ```text
  /// <Feed.Row["post/7"]> {"isOpen":true}
  /// | row spacing=4
  /// | | label text="Hello"
  /// | | <Feed.LikeButton> {"isLiked":false}
  /// | | | button title="♡" tap:like
  /// ```
  ///
  /// The name of an action of another scope is followed by `@` and the scope, that of an action
  /// without a target by `@` alone.
  ///
  /// - Complexity: O(*n*) in the number of scopes and views.
  public func dump(_ options: TreeDumpOptions = .all) -> String {
    var dump = TreeDump(options)
    dump.append(content)
    return dump.text
  }
}

extension ComponentTree: CustomDebugStringConvertible {
  /// ``dump(_:)`` with everything.
  public var debugDescription: String { dump() }
}

/// Writes a tree line by line.
private struct TreeDump {
  private let options: TreeDumpOptions
  private(set) var text = ""

  init(_ options: TreeDumpOptions) { self.options = options }

  mutating func append(_ content: ScopeContent) {
    var depth = 0
    var scopes = [ScopePath.root]
    for element in TreeWalk(content) {
      switch element {
      case .beginScope(let scope):
        appendLine(line(of: scope), depth: depth)
        scopes.append(scope.path)
        depth += 1
      case .beginView(let part):
        appendLine(line(of: part, in: scopes[scopes.count - 1]), depth: depth)
        depth += 1
      case .endScope:
        scopes.removeLast()
        depth -= 1
      case .endView: depth -= 1
      }
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
    case .initial:
      do {
        return "\(name) \(try scope.owner.encodedState()?.dumped ?? "")"
      } catch {
        return "\(name) state that is not kept: \(Self.oneLine(StateCoding.reason(of: error)))"
      }
    }
  }

  private func line(of part: ViewPart, in scope: ScopePath) -> String {
    var words = [Self.name(part.spec.className)]
    if options.contains(.attributes) {
      words += part.spec.attributes.map { "\(Self.name($0.name))=\($0.value.canonicalText)" }
    }
    if options.contains(.events) {
      words += part.events.events.map { event in
        let actions = part.events.references(of: event).map { $0.dumped(in: scope) }
        return "\(Self.name(event.rawValue)):\(actions.joined(separator: ","))"
      }
    }
    if options.contains(.accessibility), let accessibility = part.spec.accessibility {
      words.append("accessibility=\(accessibility.json.canonicalText)")
    }
    return words.joined(separator: " ")
  }

  /// Returns a name as it is, or as a JSON string if it does not look like a name.
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
  /// The state on one line, with its version if that is not 1.
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

/// The parts of a dump besides the scopes and the views.
public struct TreeDumpOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The states of scopes.
  public static let states = TreeDumpOptions(rawValue: 1 << 0)
  /// The attributes of views.
  public static let attributes = TreeDumpOptions(rawValue: 1 << 1)
  /// The actions of views' events.
  public static let events = TreeDumpOptions(rawValue: 1 << 2)
  /// The descriptions of views for assistive technology.
  public static let accessibility = TreeDumpOptions(rawValue: 1 << 3)

  /// Everything.
  public static let all: TreeDumpOptions = [.states, .attributes, .events, .accessibility]
}
