public import RosterCore
public import RosterJSON

extension ControllerHost {
  /// Who is asked for an action without a target, in this order: the component of the scope, its
  /// controller, the component of the scope around it, its controller, and so on. Empty if the scope
  /// is not there.
  ///
  /// - Complexity: O(depth), times the number of scopes side by side.
  public func responders(
    from scope: ScopePath, in tree: some TreeIdentifying
  ) -> [ActionResponder] {
    candidates(from: scope, in: tree.treeID).map(\.responder)
  }

  /// Performs an action where it belongs: one with a target in that scope, by the component or else
  /// its controller; one without by the first of ``responders(from:in:)`` that has it.
  ///
  /// A controller performs it at once, a component when the sink has taken it to the data source.
  ///
  /// - Parameters:
  ///   - action: What is performed.
  ///   - arguments: What the event adds to the arguments of the action.
  ///   - sender: The scope of the view that sends it.
  ///   - tree: The tree of the view.
  /// - Returns: Who performs it, `nil` if nobody does.
  @discardableResult
  public func perform(
    _ action: ActionReference, arguments: [JSONValue] = [], from sender: ScopePath,
    in tree: some TreeIdentifying
  ) -> ActionResponder? {
    let tree = tree.treeID
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

/// Somebody who is asked for an action.
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
