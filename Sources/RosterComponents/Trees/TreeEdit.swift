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
