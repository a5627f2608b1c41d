internal import RosterJSON

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
