import RosterJSON

/// What is wrong with a line that is JSON.
struct MalformedEntry: Error {
  /// Where in the value it is wrong, `""` for the value as a whole.
  private var place = ""
  private let message: String

  init(_ message: String) {
    self.message = message
  }

  static func unknownKey(_ key: String) -> MalformedEntry {
    MalformedEntry("unknown key \(JSONValue.string(key).canonicalText)")
  }

  /// The same for the object that has the value as a member.
  func inMember(_ key: String) -> MalformedEntry {
    var error = self
    error.place = place.isEmpty || place.hasPrefix("[") ? key + place : "\(key).\(place)"
    return error
  }

  /// The same for the array that has the value as an element.
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
