package import RosterJSON

/// Where a value is in a JSON value: the keys that lead to it.
package struct ValuePlace: Hashable, Sendable {
  let keys: [String]

  init(keys: [String]) { self.keys = keys }

  /// Reads a place: keys with dots between them, a JSON pointer, or a dot.
  package init?(_ text: String) {
    if text == "." {
      keys = []
    } else if text.hasPrefix("/") {
      var keys: [String] = []
      for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard let key = Self.key(ofToken: token) else { return nil }
        keys.append(key)
      }
      self.keys = keys
    } else {
      let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if keys.contains("") { return nil }
      self.keys = keys
    }
  }

  /// Returns the key that a token of a JSON pointer stands for: `~1` is a slash, and `~0` a tilde.
  private static func key(ofToken token: Substring) -> String? {
    var key = ""
    var rest = token[...]
    while let character = rest.popFirst() {
      guard character == "~" else {
        key.append(character)
        continue
      }
      switch rest.popFirst() {
      case "0": key.append("~")
      case "1": key.append("/")
      default: return nil
      }
    }
    return key
  }

  /// Returns the value at the place; `nil` if there is none.
  package func value(in value: JSONValue) -> JSONValue? {
    var value = value
    for key in keys {
      switch value {
      case .object(let members):
        guard let member = members[key] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(key), String(index) == key, elements.indices.contains(index) else {
          return nil
        }
        value = elements[index]
      case .null, .bool, .number, .decimal, .string: return nil
      }
    }
    return value
  }

  /// Returns the value at the place as text; empty if there is none.
  func text(in value: JSONValue) -> String {
    self.value(in: value)?.plainText(named: keys.last ?? "") ?? ""
  }
}

extension ValuePlace: CustomStringConvertible {
  /// The place as it is written.
  package var description: String {
    if keys.isEmpty { return "." }
    let isPlain = keys.allSatisfy { key in
      !key.isEmpty && !key.contains { ".{}\\\n".contains($0) }
    }
    if isPlain, keys[0].first != "/" { return keys.joined(separator: ".") }
    return keys.map { key in
      "/" + key.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }.joined()
  }
}
