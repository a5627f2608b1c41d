import RosterJSON

/// The problem of a case that is valid JSON.
struct MalformedCase: Error {
  /// The path of the wrong value; empty for the value as a whole.
  private(set) var place = ""
  let message: String

  init(_ message: String) {
    self.message = message
  }

  static func unknownKey(_ key: String) -> MalformedCase {
    MalformedCase("unknown key \(JSONValue.string(key).canonicalText)")
  }

  /// Returns the same problem for the object that has the value as a member.
  func inMember(_ key: String) -> MalformedCase {
    var error = self
    error.place = place.isEmpty || place.hasPrefix("[") ? key + place : "\(key).\(place)"
    return error
  }

  /// Returns the same problem for the array that has the value as an element.
  func inElement(_ index: Int) -> MalformedCase {
    var error = self
    error.place = "[\(index)]" + (place.isEmpty || place.hasPrefix("[") ? place : ".\(place)")
    return error
  }
}

extension JSONValue {
  func caseObject() throws(MalformedCase) -> JSONObject {
    guard let members = objectValue else { throw MalformedCase("expected an object") }
    return members
  }

  func caseString() throws(MalformedCase) -> String {
    guard let text = stringValue else { throw MalformedCase("expected a string") }
    return text
  }

  func caseNumber() throws(MalformedCase) -> Double {
    guard let number = numberValue else { throw MalformedCase("expected a number") }
    return number
  }

  func caseWhole() throws(MalformedCase) -> Int {
    guard let whole = intValue else { throw MalformedCase("expected a whole number") }
    return whole
  }
}

/// Runs `read`; an error names the member `key`.
func inMember<Value>(
  _ key: String, _ read: () throws(MalformedCase) -> Value
) throws(MalformedCase) -> Value {
  do throws(MalformedCase) {
    return try read()
  } catch {
    throw error.inMember(key)
  }
}

/// Transforms every element; an error names the element.
func mapElements<Value>(
  of value: JSONValue, _ read: (JSONValue) throws(MalformedCase) -> Value
) throws(MalformedCase) -> [Value] {
  guard let elements = value.arrayValue else { throw MalformedCase("expected an array") }
  var result: [Value] = []
  result.reserveCapacity(elements.count)
  for (index, element) in elements.enumerated() {
    do throws(MalformedCase) {
      result.append(try read(element))
    } catch {
      throw error.inElement(index)
    }
  }
  return result
}
