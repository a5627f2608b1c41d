public import RosterCore

/// Why an edit of a tree was refused; the tree is then what it was without the edit.
public enum EditError: Error, Hashable, Sendable {
  /// The item has no such scope, or has it no longer.
  case noSuchScope(ScopePath)
  /// Neither the scope nor, for an action that is looked for outwards, a scope around it has an
  /// action of that name.
  case noSuchAction(scope: ScopePath, name: String)
  /// An argument is missing or of another type.
  case wrongArgument(action: String, index: Int, expected: String)
  /// The scope belongs to a component of another type.
  case otherComponent(scope: ScopePath, expected: String, found: String)
  /// The component of the scope has no state.
  case noState(ScopePath)
  /// The new state cannot be kept, since it does not encode.
  case unencodableState(scope: ScopePath, reason: String)
  /// The stored state that was to be set does not decode.
  case undecodableState(scope: ScopePath, reason: String)
}

extension EditError: CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .noSuchScope(let scope): "the item has no scope \(scope)"
    case .noSuchAction(let scope, let name):
      "no action \"\(name)\" is found from the scope \(scope)"
    case .wrongArgument(let action, let index, let expected):
      "argument \(index) of the action \"\(action)\" is no \(expected)"
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
