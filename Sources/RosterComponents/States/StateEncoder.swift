internal import Foundation
internal import RosterJSON

/// Encodes states as JSON values, in the forms that `JSONDecoder` reads by default.
///
/// `JSONEncoder` gives text, which would have to be parsed to become canonical. That takes several
/// times as long. It also hides whether canonical JSON, in which all numbers are `Double`,
/// preserves the numbers in the text.
struct StateEncoder: Encoder {
  let codingPath: [any CodingKey]
  private let place: EncodingPlace

  init(codingPath: [any CodingKey], place: EncodingPlace) {
    self.codingPath = codingPath
    self.place = place
  }

  /// Returns the JSON of a value.
  ///
  /// - Throws: The error of the value's own encoding; `EncodingError` for a number that is not
  ///   finite or that JSON cannot represent, or if the value encodes nothing.
  static func json<Value: Encodable>(
    of value: Value, at codingPath: [any CodingKey] = []
  ) throws -> JSONValue {
    if let json = try foundationJSON(of: value, at: codingPath) { return json }
    let place = EncodingPlace()
    try value.encode(to: StateEncoder(codingPath: codingPath, place: place))
    guard let json = place.json else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "the value encodes as nothing"))
    }
    return json
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeObject()
    return KeyedEncodingContainer(StateObjectContainer(codingPath: codingPath, place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return StateArrayContainer(codingPath: codingPath, place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StateValueContainer(codingPath: codingPath, place: place)
  }

  /// Returns the JSON of a value whose own encoding differs from the form that `JSONDecoder` reads.
  private static func foundationJSON<Value: Encodable>(
    of value: Value, at codingPath: [any CodingKey]
  ) throws -> JSONValue? {
    if Value.self == Data.self, let value = value as? Data {
      return .string(value.base64EncodedString())
    }
    if Value.self == URL.self, let value = value as? URL {
      return .string(value.absoluteString)
    }
    if Value.self == Decimal.self, let value = value as? Decimal {
      guard let number = Double(value.description),
        Decimal(string: JSONValue.number(number).canonicalText) == value
      else { throw EncodingError.rounded(value, at: codingPath) }
      return .number(number)
    }
    return nil
  }
}
