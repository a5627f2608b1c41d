public import RosterCore
public import RosterJSON

extension ControllerHost {
  /// Returns the components and controllers that may perform an action without a target, in this
  /// order: the component of the scope, its controller, the component of the scope around it, its
  /// controller, and so on. Empty if the scope does not exist.
  ///
  /// - Complexity: O(depth), times the number of scopes side by side.
  public func responders(
    from scope: ScopePath, in tree: TreeID
  ) -> [ActionResponder] {
    candidates(from: scope, in: tree).map(\.responder)
  }

  /// Performs an action. If it has a target, the component of that scope performs it, or else its
  /// controller. Otherwise the first of ``responders(from:in:)`` that has the action performs it.
  ///
  /// A controller performs it immediately, a component after the sink has passed it to the data
  /// source.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - arguments: The arguments that the event appends to the bound ones.
  ///   - sender: The scope of the view that sends the action.
  ///   - tree: The tree of the view.
  /// - Returns: The component or controller that performs the action, `nil` if none does.
  @discardableResult
  public func perform(
    _ action: ActionReference, arguments: [JSONValue] = [], from sender: ScopePath,
    in tree: TreeID
  ) -> ActionResponder? {
    let candidates =
      switch action.target {
      case .responders: candidates(from: sender, in: tree)
      case .scope(let scope): candidates(from: scope, in: tree).filter { $0.scope.path == scope }
      }
    guard let found = candidates.first(where: { $0.hasAction(action.name) }) else { return nil }
    let arguments = action.arguments + arguments
    if let controlled = found.controlled {
      controlled.perform(action.name, arguments: arguments)
    } else {
      let reference = ActionReference(
        target: .scope(found.scope.path), name: action.name, arguments: arguments)
      sink.enqueue(.perform(reference, from: sender), to: tree)
    }
    return found.responder
  }

  private func candidates(from scope: ScopePath, in tree: TreeID) -> [Candidate<View>] {
    guard let entry = self[tree] else { return [] }
    let scopes = entry.content.scopes(to: scope)
    return scopes.reversed().flatMap { scope in
      [
        Candidate(scope: scope),
        entry[scope.path].map {
          Candidate(scope: scope, controlled: $0)
        },
      ].compactMap(\.self)
    }
  }
}

/// A component or controller that may have an action.
private struct Candidate<View> {
  let scope: BuiltScope
  var controlled: (any ControlledScope<View>)?

  var responder: ActionResponder {
    controlled == nil ? .component(scope.path) : .controller(scope.path)
  }

  func hasAction(_ name: String) -> Bool {
    controlled?.responds(to: name) ?? (scope.body.handler(named: name) != nil)
  }
}

/// A component or a controller that may perform an action.
public enum ActionResponder: Hashable, Sendable {
  /// The component of a scope.
  case component(ScopePath)
  /// The controller of a scope.
  case controller(ScopePath)
}
