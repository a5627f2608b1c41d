public import RosterCore
public import RosterJSON

/// An action with its bound arguments, without their types. The events of a built view perform
/// references.
public struct ActionReference: Hashable, Sendable {
  /// The scopes in which an action is searched.
  public enum Target: Hashable, Sendable {
    /// This scope only.
    case scope(ScopePath)
    /// The scope of the sender, then the scopes around it, outwards.
    case responders
  }

  /// The scopes in which the action is searched.
  public let target: Target
  /// The name of the action in its scope.
  public let name: String
  /// The bound arguments; the event that performs the action appends its own.
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
  /// Without `scope`, the action is searched outwards from its sender. `arguments` may be missing
  /// too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let scope = try container.decodeIfPresent(ScopePath.self, forKey: .scope)
    target = scope.map { .scope($0) } ?? .responders
    name = try container.decode(String.self, forKey: .name)
    arguments = try container.decodeIfPresent([JSONValue].self, forKey: .arguments) ?? []
  }

  /// Writes the form that ``init(from:)`` reads, without empty members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if case .scope(let scope) = target { try container.encode(scope, forKey: .scope) }
    try container.encode(name, forKey: .name)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
  }
}
