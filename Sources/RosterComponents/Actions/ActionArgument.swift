public import RosterJSON

/// What an action may take as an argument: a value with a JSON form, so that a renderer may perform
/// the action from another process.
public protocol ActionArgument: Sendable {
  /// Reads the argument; `nil` if the JSON is something else.
  init?(json: JSONValue)
  /// The argument as JSON.
  var json: JSONValue { get }
}
