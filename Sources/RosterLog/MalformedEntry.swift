import RosterJSON

/// The problem of a line that is valid JSON.
struct MalformedEntry: Error {
  /// The path of the wrong value; empty for the value as a whole.
  private var place = ""
  private let message: String

  init(_ message: String) {
    self.message = message
  }

  static func unknownKey(_ key: String) -> MalformedEntry {
    MalformedEntry("unknown key \(JSONValue.string(key).canonicalText)")
  }

  /// Returns the same problem for the object that has the value as a member.
  func inMember(_ key: String) -> MalformedEntry {
    var error = self
    error.place = place.isEmpty || place.hasPrefix("[") ? key + place : "\(key).\(place)"
    return error
  }

  /// Returns the same problem for the array that has the value as an element.
  func inElement(_ index: Int) -> MalformedEntry {
    var error = self
    error.place = "[\(index)]" + (place.isEmpty || place.hasPrefix("[") ? place : ".\(place)")
    return error
  }
}

extension MalformedEntry: CustomStringConvertible {
  /// `changeset.movedItems[3]: expected an array of 2 elements`.
  var description: String {
    place.isEmpty ? message : "\(place): \(message)"
  }
}
