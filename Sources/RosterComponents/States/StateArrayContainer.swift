internal import RosterJSON

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
