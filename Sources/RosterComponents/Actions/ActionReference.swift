public import RosterCore
public import RosterJSON

/// An action with the arguments that it has so far, without their types: what an event of a built
/// view performs.
public struct ActionReference: Hashable, Sendable {
  /// Where an action is looked for.
  public enum Target: Hashable, Sendable {
    /// In a scope, and nowhere else.
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

extension ActionReference: Codable {
  private enum CodingKeys: String, CodingKey {
    case scope
    case name
    case arguments
  }

  /// Reads `{"arguments":[…],"name":"…","scope":"…"}`.
  ///
  /// Without `scope` the action is looked for outwards from its sender; `arguments` may be missing
  /// too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let scope = try container.decodeIfPresent(ScopePath.self, forKey: .scope)
    target = scope.map { .scope($0) } ?? .responders
    name = try container.decode(String.self, forKey: .name)
    arguments = try container.decodeIfPresent([JSONValue].self, forKey: .arguments) ?? []
  }

  /// Writes what ``init(from:)`` reads, and leaves out what is empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if case .scope(let scope) = target { try container.encode(scope, forKey: .scope) }
    try container.encode(name, forKey: .name)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
  }
}
