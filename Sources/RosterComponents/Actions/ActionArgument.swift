internal import Foundation
public import RosterJSON

/// A type of arguments for actions. It has a JSON form, so that a renderer in another process can
/// perform the action.
///
/// `Bool`, `Int`, `Double`, `String` and `JSONValue` are arguments, and so are optionals and arrays
/// of arguments. A `Codable` type needs only to declare its conformance:
///
///     enum Reaction: String, Codable, ActionArgument { case like, laugh }
public protocol ActionArgument: Sendable {
  /// Reads the argument; `nil` if the JSON does not fit the type.
  init?(json: JSONValue)
  /// The argument as JSON.
  var json: JSONValue { get }
}

extension ActionArgument where Self: Codable {
  /// Decodes the argument; `nil` if the JSON does not fit the type.
  public init?(json: JSONValue) {
    guard let argument = try? JSONDecoder().decode(Self.self, from: Data(json.canonicalText.utf8))
    else { return nil }
    self = argument
  }

  /// The encoded argument; `null` if encoding fails. Performing the action then fails.
  public var json: JSONValue {
    guard let data = try? JSONEncoder().encode(self), let value = try? JSONParser().parse(data)
    else { return .null }
    return value
  }
}
