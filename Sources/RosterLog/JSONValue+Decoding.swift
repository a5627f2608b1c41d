import RosterJSON

extension JSONValue {
  func decodedInt() throws(MalformedEntry) -> Int {
    guard let value = intValue else {
      throw MalformedEntry("expected an integer of at most 53 bits")
    }
    return value
  }

  func decodedString() throws(MalformedEntry) -> String {
    guard let value = stringValue else { throw MalformedEntry("expected a string") }
    return value
  }

  func decodedObject() throws(MalformedEntry) -> JSONObject {
    guard let value = objectValue else { throw MalformedEntry("expected an object") }
    return value
  }

  func decodedPair() throws(MalformedEntry) -> (JSONValue, JSONValue) {
    guard case .array(let elements) = self, elements.count == 2 else {
      throw MalformedEntry("expected an array of 2 elements")
    }
    return (elements[0], elements[1])
  }

  /// Decodes every element of an array; an error names the element.
  func forEachElement(
    _ decode: (JSONValue) throws(MalformedEntry) -> Void
  ) throws(MalformedEntry) {
    guard case .array(let elements) = self else { throw MalformedEntry("expected an array") }
    for (index, element) in elements.enumerated() {
      do throws(MalformedEntry) {
        try decode(element)
      } catch {
        throw error.inElement(index)
      }
    }
  }

  func decodedArray<Element>(
    of decode: (JSONValue) throws(MalformedEntry) -> Element
  ) throws(MalformedEntry) -> [Element] {
    var result: [Element] = []
    try forEachElement { element throws(MalformedEntry) in result.append(try decode(element)) }
    return result
  }
}

/// Decodes the members of an object key by key, in the order of `keys`, so that the same one of
/// several errors is always reported.
///
/// - Throws: The error of `decode`, with the key as its place; or the error of a member with an
///   unknown key.
func decodeMembers<Key: RawRepresentable<String>>(
  of members: JSONObject, keys: [Key],
  _ decode: (Key, JSONValue) throws(MalformedEntry) -> Void
) throws(MalformedEntry) {
  var remainingCount = members.count
  for key in keys where remainingCount > 0 {
    guard let value = members[key.rawValue] else { continue }
    remainingCount -= 1
    do throws(MalformedEntry) {
      try decode(key, value)
    } catch {
      throw error.inMember(key.rawValue)
    }
  }
  guard remainingCount > 0 else { return }
  var unknown = members
  for key in keys { unknown[key.rawValue] = nil }
  if let key = unknown.keys.first { throw .unknownKey(key) }
}
