internal import Foundation
public import RosterJSON

/// What an action may take as an argument: a value with a JSON form, so that a renderer may perform
/// the action from another process.
///
/// `Bool`, `Int`, `Double`, `String` and `JSONValue` are arguments, and so are optionals and arrays
/// of arguments. A type that is `Codable` becomes one by saying so:
///
///     enum Reaction: String, Codable, ActionArgument { case like, laugh }
public protocol ActionArgument: Sendable {
  /// Reads the argument; `nil` if the JSON is something else.
  init?(json: JSONValue)
  /// The argument as JSON.
  var json: JSONValue { get }
}

extension ActionArgument where Self: Codable {
  /// Decodes the argument; `nil` if the JSON is something else.
  public init?(json: JSONValue) {
    guard let argument = try? JSONDecoder().decode(Self.self, from: Data(json.canonicalText.utf8))
    else { return nil }
    self = argument
  }

  /// The encoded argument; `null` if it does not encode, so that performing the action fails.
  public var json: JSONValue {
    guard let data = try? JSONEncoder().encode(self), let value = try? JSONParser().parse(data)
    else { return .null }
    return value
  }
}
