internal import RosterJSON

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
