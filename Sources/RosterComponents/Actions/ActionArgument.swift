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

extension Bool: ActionArgument {
  /// Reads `true` or `false`.
  public init?(json: JSONValue) {
    guard let value = json.boolValue else { return nil }
    self = value
  }

  /// The value as `true` or `false`.
  public var json: JSONValue { .bool(self) }
}

extension Int: ActionArgument {
  /// Reads an integer, or a string with one that some readers of JSON would round.
  public init?(json: JSONValue) {
    if let value = json.integer(as: Int.self) {
      self = value
    } else if let text = json.stringValue, let value = Int(text), value.json == json {
      self = value
    } else {
      return nil
    }
  }

  /// The number. Beyond 2⁵³, where a renderer may read a rounded one, a string of its digits.
  public var json: JSONValue {
    magnitude <= 1 << 53 ? .number(Double(self)) : .string(String(self))
  }
}

extension Double: ActionArgument {
  /// Reads a number.
  public init?(json: JSONValue) {
    guard let value = json.numberValue else { return nil }
    self = value
  }

  /// The number.
  public var json: JSONValue { .number(self) }
}

extension String: ActionArgument {
  /// Reads a string.
  public init?(json: JSONValue) {
    guard let value = json.stringValue else { return nil }
    self = value
  }

  /// The string.
  public var json: JSONValue { .string(self) }
}

extension JSONValue: ActionArgument {
  /// The value.
  public init?(json: JSONValue) { self = json }

  /// The value.
  public var json: JSONValue { self }
}

extension Optional: ActionArgument where Wrapped: ActionArgument {
  /// Reads `null` as `nil`, and everything else as a value.
  public init?(json: JSONValue) {
    if json == .null {
      self = nil
    } else if let value = Wrapped(json: json) {
      self = value
    } else {
      return nil
    }
  }

  /// The value; `null` for `nil`.
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: ActionArgument where Element: ActionArgument {
  /// Reads an array of arguments.
  public init?(json: JSONValue) {
    guard let values = json.arrayValue else { return nil }
    self = []
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(json: value) else { return nil }
      append(element)
    }
  }

  /// The arguments.
  public var json: JSONValue { .array(map(\.json)) }
}
