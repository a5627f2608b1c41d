internal import RosterJSON

/// Reads a description from JSON, and knows its path.
struct JSONDescriptionReader {
  let json: JSONValue
  let place: String

  init(_ json: JSONValue, at place: String = "") {
    self.json = json
    self.place = place
  }

  func refusal(expecting expected: String) -> JSONDescriptionError {
    JSONDescriptionError(place: place, expected: expected)
  }

  // MARK: Values

  func text() throws(JSONDescriptionError) -> String {
    guard let text = json.stringValue else { throw refusal(expecting: "a text") }
    return text
  }

  func number() throws(JSONDescriptionError) -> Double {
    guard let number = json.numberValue else { throw refusal(expecting: "a number") }
    return number
  }

  func bool() throws(JSONDescriptionError) -> Bool {
    guard let bool = json.boolValue else { throw refusal(expecting: "true or false") }
    return bool
  }

  func elements() throws(JSONDescriptionError) -> [JSONDescriptionReader] {
    guard let elements = json.arrayValue else { throw refusal(expecting: "an array") }
    return elements.enumerated().map { index, element in
      JSONDescriptionReader(element, at: "\(place)[\(index)]")
    }
  }

  func indices() throws(JSONDescriptionError) -> [Int] {
    var indices: [Int] = []
    for element in try elements() {
      guard let index = Int(exactly: try element.number()), index >= 0 else {
        throw element.refusal(expecting: "an index")
      }
      indices.append(index)
    }
    return indices
  }

  // MARK: Members

  /// The members, ascending by their keys.
  func members() throws(JSONDescriptionError) -> [(key: String, value: JSONDescriptionReader)] {
    guard let members = json.objectValue else { throw refusal(expecting: "an object") }
    return members.keys.compactMap { key in
      members[key].map { (key, reader($0, ofMember: key)) }
    }
  }

  /// Returns the member with a key, `nil` if it is left out.
  func optional(_ key: String) throws(JSONDescriptionError) -> JSONDescriptionReader? {
    guard let members = json.objectValue else { throw refusal(expecting: "an object") }
    return members[key].map { reader($0, ofMember: key) }
  }

  func required(_ key: String) throws(JSONDescriptionError) -> JSONDescriptionReader {
    guard let member = try optional(key) else {
      throw refusal(expecting: "an object with \"\(key)\"")
    }
    return member
  }

  private func reader(_ value: JSONValue, ofMember key: String) -> JSONDescriptionReader {
    JSONDescriptionReader(value, at: place.isEmpty ? key : "\(place).\(key)")
  }
}
