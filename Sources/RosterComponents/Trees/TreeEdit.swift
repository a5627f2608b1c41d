public import RosterCore
public import RosterJSON

/// A change that is applied to a built tree.
public struct TreeEdit: Sendable {
  enum Operation: Sendable {
    case perform(ActionReference, sender: ScopePath)
    case update(any StateUpdate)
    case set(ScopePath, StoredState)
  }

  let operation: Operation

  /// Whether it performs an action.
  public var isAction: Bool { if case .perform = operation { true } else { false } }

  /// The scope that is changed, or that of the sender of an action.
  public var scope: ScopePath {
    switch operation {
    case .perform(_, let sender): sender
    case .update(let update): update.scope
    case .set(let scope, _): scope
    }
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - arguments: The arguments that the event appends to the bound ones. An action takes as many
  ///     as it needs and ignores the rest.
  ///   - sender: The scope in which the search for an action without a target begins.
  public static func perform(
    _ action: ActionReference, arguments: [JSONValue] = [], from sender: ScopePath = .root
  ) -> TreeEdit {
    var action = action
    action.arguments += arguments
    return TreeEdit(operation: .perform(action, sender: sender))
  }

  /// Changes the state of a scope.
  ///
  /// - Parameters:
  ///   - scope: The path of the component.
  ///   - component: The type of the component there.
  ///   - change: Runs once.
  public static func update<C: Component>(
    _ scope: ScopePath, of component: C.Type,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) -> TreeEdit {
    TreeEdit(operation: .update(TypedStateUpdate<C>(scope: scope, change: change)))
  }

  /// Gives a scope a stored state, as if it were restored: for developer tools and tests.
  public static func set(_ scope: ScopePath, _ state: StoredState) -> TreeEdit {
    TreeEdit(operation: .set(scope, state))
  }
}

/// The result of applying edits to a tree.
package struct TreeUpdate<Message: Sendable>: Sendable {
  /// The tree after all edits, built once.
  package let build: TreeBuild<Message>
  /// The result of each edit, in their order: the message that it sent, if any, transformed on its
  /// way to the root.
  package let outcomes: [Result<Message?, EditError>]
}

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

/// A change of a scope's state without the type of the component.
protocol StateUpdate: Sendable {
  var scope: ScopePath { get }
  /// The type of component that it changes.
  var componentName: String { get }
}

/// A change of a scope's state.
struct TypedStateUpdate<C: Component>: StateUpdate {
  let scope: ScopePath
  let change: @Sendable (inout C.State) -> Void

  var componentName: String { "\(C.self)" }
}
