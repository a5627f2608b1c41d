public import RosterCore
public import RosterJSON

/// Where a controller belongs, and what it can do there. It may be used anywhere, also in tasks.
public struct ControllerContext<Controlled: Component>: Sendable {
  /// The tree: that of an item, or of a header or footer.
  public let tree: TreeID
  /// The scope of the component.
  public let scope: ScopePath
  private let sink: any TreeEditSink

  /// Makes a context of its parts.
  public init(tree: TreeID, scope: ScopePath, sink: any TreeEditSink) {
    self.tree = tree
    self.scope = scope
    self.sink = sink
  }

  /// Changes the state of the component.
  ///
  /// The change is made later, after everything that waits already. Once the scope is gone it is not
  /// made at all.
  ///
  /// - Parameter change: Is run once.
  public func update(_ change: @escaping @Sendable (inout Controlled.State) -> Void) {
    sink.enqueue(.update(scope, of: Controlled.self, change), to: tree)
  }

  /// Performs an action, such as one that was handed to the component as a property.
  ///
  /// What the action does first is done first. An action without a target is looked for among the
  /// components from this one outwards; ``ControllerHost/perform(_:arguments:from:in:)`` finds
  /// controllers as well.
  public func perform<each Argument: ActionArgument>(
    _ action: Action<repeat each Argument>, _ argument: repeat each Argument
  ) {
    for reference in action(repeat each argument).references { perform(reference) }
  }

  /// Performs an action of the component by its name.
  public func perform(_ name: String, arguments: [JSONValue] = []) {
    perform(ActionReference(target: .scope(scope), name: name, arguments: arguments))
  }

  private func perform(_ reference: ActionReference) {
    sink.enqueue(.perform(reference, from: scope), to: tree)
  }
}
