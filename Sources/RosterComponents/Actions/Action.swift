public import RosterCore
public import RosterJSON

/// Something that can be done to a scope: a name for it, and no closure, so that it is plain data.
///
/// Two actions are equal if scope, name and bound arguments are; a view that has one need not be
/// touched when it gets the other. Whoever performs an action performs what the scope says now.
public struct Action<each Argument: ActionArgument>: Sendable {
  /// What is performed, in order; nothing for an action that does nothing.
  public let references: [ActionReference]

  init(references: [ActionReference]) { self.references = references }

  init(scope: ScopePath, name: String) {
    references = [ActionReference(target: .scope(scope), name: name)]
  }
}

/// An action with the arguments that it has so far, without their types.
public struct ActionReference: Hashable, Sendable, Codable {
  /// Where an action is looked for.
  public enum Target: Hashable, Sendable, Codable {
    /// In a scope.
    case scope(ScopePath)
    /// In the scope of the sender, then in the ones around it, outwards.
    case responders
  }

  /// Where the action is looked for.
  public let target: Target
  /// The name of the action in its scope.
  public let name: String
  /// The first arguments; the event that performs the action adds its own.
  public var arguments: [JSONValue]

  /// Makes a reference of its parts.
  public init(target: Target, name: String, arguments: [JSONValue] = []) {
    self.target = target
    self.name = name
    self.arguments = arguments
  }
}
