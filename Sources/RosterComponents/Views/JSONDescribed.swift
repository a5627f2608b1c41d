public import RosterJSON

/// A description with a compact JSON form, which is also its encoded form.
///
/// Empty members are left out. A reader ignores members that it does not know, so a renderer may be
/// older than the process that describes the views.
public protocol JSONDescribed: Codable {
  /// Reads a description.
  ///
  /// - Throws: What is wrong, and its place.
  init(json: JSONValue) throws(JSONDescriptionError)

  /// The description as JSON.
  var json: JSONValue { get }
}

extension JSONDescribed {
  /// Reads the JSON form.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do {
      try self.init(json: json)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the JSON form.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The reason why JSON could not be read as a description.
public struct JSONDescriptionError: Error, Hashable, Sendable {
  /// The path of the wrong value, through members and elements: `children[2].class`.
  public var place: String
  /// What was expected in that place.
  public var expected: String
}

extension JSONDescriptionError: CustomStringConvertible {
  /// `children[2].class: a text was expected`.
  public var description: String {
    "\(place.isEmpty ? "the value" : place): \(expected) was expected"
  }
}

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
