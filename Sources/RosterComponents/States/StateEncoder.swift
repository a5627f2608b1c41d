internal import Foundation
internal import RosterJSON

/// Encodes states as JSON values, in the forms that `JSONDecoder` reads by default.
///
/// `JSONEncoder` gives text, which would have to be parsed to become canonical. That takes several
/// times as long.
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
      guard let number = try? JSONParser().parse(value.description),
        Decimal(string: number.canonicalText) == value
      else { throw EncodingError.noNumber(value, at: codingPath) }
      return number
    }
    return nil
  }
}

/// Encodes the members of an object.
struct StateObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]
  private let place: EncodingPlace

  init(codingPath: [any CodingKey], place: EncodingPlace) {
    self.codingPath = codingPath
    self.place = place
  }

  func encodeNil(forKey key: Key) { place.insert(.null, forKey: key.stringValue) }

  func encode<Value: StatePrimitive>(_ value: Value, forKey key: Key) throws {
    place.insert(try value.json(at: codingPath + [key]), forKey: key.stringValue)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    place.insert(
      try StateEncoder.json(of: value, at: codingPath + [key]), forKey: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    inner(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key).unkeyedContainer()
  }

  func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

  func superEncoder() -> any Encoder {
    StateEncoder(codingPath: codingPath, place: place.insertPlace(forKey: "super"))
  }

  private func inner(_ key: Key) -> StateEncoder {
    StateEncoder(
      codingPath: codingPath + [key], place: place.insertPlace(forKey: key.stringValue))
  }
}

/// Encodes the elements of an array.
struct StateArrayContainer: UnkeyedEncodingContainer {
  /// The index of an element.
  private struct Index: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { return nil }
    init?(intValue: Int) { index = intValue }

    var stringValue: String { "[\(index)]" }
    var intValue: Int? { index }
  }

  let codingPath: [any CodingKey]
  private let place: EncodingPlace

  init(codingPath: [any CodingKey], place: EncodingPlace) {
    self.codingPath = codingPath
    self.place = place
  }

  var count: Int { place.elementCount }

  func encodeNil() { place.append(.null) }

  func encode<Value: StatePrimitive>(_ value: Value) throws {
    place.append(try value.json(at: innerPath))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    place.append(try StateEncoder.json(of: value, at: innerPath))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    inner.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner.unkeyedContainer() }

  func superEncoder() -> any Encoder { inner }

  private var innerPath: [any CodingKey] { codingPath + [Index(count)] }

  private var inner: StateEncoder {
    StateEncoder(codingPath: innerPath, place: place.appendPlace())
  }
}

/// Encodes a value that is neither an object nor an array.
struct StateValueContainer: SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  private let place: EncodingPlace

  init(codingPath: [any CodingKey], place: EncodingPlace) {
    self.codingPath = codingPath
    self.place = place
  }

  func encodeNil() { place.set(.null) }

  func encode<Value: StatePrimitive>(_ value: Value) throws {
    place.set(try value.json(at: codingPath))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    place.set(try StateEncoder.json(of: value, at: codingPath))
  }
}
