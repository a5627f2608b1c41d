public import RosterCore
public import RosterJSON

/// The place of a controller in the list, and its means to change its component. It may be used
/// from any task or thread.
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
  /// The change is made later, after all modifications that are already queued. If the scope is
  /// gone by then, the change is not made.
  ///
  /// - Parameter change: Runs once.
  public func update(_ change: @escaping @Sendable (inout Controlled.State) -> Void) {
    sink.enqueue(.update(scope, of: Controlled.self, change), to: tree)
  }

  /// Performs an action, such as one that the component received as a property.
  ///
  /// The parts of a combined action are performed in order. An action without a target is searched
  /// among the components from this one outwards. To include controllers in the search, call
  /// ``ControllerHost/perform(_:arguments:from:in:)``.
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

/// Receives edits of built trees. The data source is a sink; it puts the edits in order with all
/// other modifications of the list.
public protocol TreeEditSink: Sendable {
  /// Takes an edit of a tree without waiting for its result.
  ///
  /// An edit does nothing if the tree refuses it or no longer exists.
  func enqueue(_ edit: TreeEdit, to tree: TreeID)
}
