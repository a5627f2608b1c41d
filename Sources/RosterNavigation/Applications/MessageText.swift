internal import Foundation
internal import RosterCore
internal import RosterJSON

/// A value as JSON, in the annotation of a revision.
struct MessageText {
  let text: String

  /// Encodes a value; `nil` if it has no JSON form.
  init?(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return nil }
    text = String(decoding: data, as: UTF8.self)
  }

  /// Reads the message of a revision; `nil` if it has none.
  init?(_ annotation: ChangeAnnotation) {
    if let exact = annotation.userInfo["messageText"]?.stringValue {
      text = exact
    } else if let message = annotation.userInfo["message"] {
      text = message.canonicalText
    } else {
      return nil
    }
  }

  /// The value as JSON, for people and programs that read the journal.
  var json: JSONValue? { try? JSONParser().parse(text) }

  /// An annotation with the value as a message.
  ///
  /// A message that JSON values would not give back as it is, such as one with a number that it writes as `1e+16`,
  /// stands there as text.
  var annotation: ChangeAnnotation {
    var annotation = ChangeAnnotation(origin: "message")
    if let json, json.canonicalText == text {
      annotation.userInfo["message"] = json
    } else {
      annotation.userInfo["messageText"] = .string(text)
    }
    return annotation
  }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}
