/// The reason why an edit of a tree was refused. The edit then has not changed the tree.
public enum EditError: Error, Hashable, Sendable {
  /// The item has no such scope, or no longer has it.
  case noSuchScope(ScopePath)
  /// The scope has no action of that name. If the action has no target, the scopes around it have
  /// none either.
  case noSuchAction(scope: ScopePath, name: String)
  /// An argument is missing or has the wrong type.
  case wrongArgument(action: String, index: Int, expected: String)
  /// The scope belongs to a component of another type.
  case otherComponent(scope: ScopePath, expected: String, found: String)
  /// The component of the scope has no state.
  case noState(ScopePath)
  /// The new state does not encode, so it cannot be stored.
  case unencodableState(scope: ScopePath, reason: String)
  /// The given stored state does not decode.
  case undecodableState(scope: ScopePath, reason: String)
}

extension EditError: CustomStringConvertible {
  /// A description for people.
  public var description: String {
    switch self {
    case .noSuchScope(let scope): "the item has no scope \(scope)"
    case .noSuchAction(let scope, let name):
      "no action \(name.inQuotes) is found from the scope \(scope)"
    case .wrongArgument(let action, let index, let expected):
      "argument \(index) of the action \(action.inQuotes) is no \(expected)"
    case .otherComponent(let scope, let expected, let found):
      "the scope \(scope) belongs to a \(found) and not to a \(expected)"
    case .noState(let scope): "the component of the scope \(scope) has no state"
    case .unencodableState(let scope, let reason):
      "the new state of the scope \(scope) does not encode: \(reason)"
    case .undecodableState(let scope, let reason):
      "the stored state for the scope \(scope) does not decode: \(reason)"
    }
  }
}
