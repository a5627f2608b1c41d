internal import RosterJSON

/// The path and the query of a request, decoded once.
///
///     /lists/a%20b?from=3     ["lists", "a b"], ["from": "3"]
///     /lists/%2e%2e/x         refused
///     /lists/%252e            refused: it is still encoded after it was decoded
package struct RequestTarget: Hashable, Sendable {
  /// The components of the path; none for `/`.
  package let path: [String]
  /// The query. Of parameters with the same name the last one counts.
  package let query: [String: String]

  private static let parameterCount = 64

  /// Decodes the target of a request, as it stands in the first line.
  ///
  /// - Returns: `nil` if no address of a page looks like this.
  package init?(_ target: String) {
    guard target.utf8.first == UInt8(ascii: "/"),
      target.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
    else { return nil }
    let parts = target.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.path(parts[0]),
      let query = Self.query(parts.count > 1 ? parts[1] : Substring().utf8)
    else { return nil }
    self.path = path
    self.query = query
  }

  private static func path(_ text: Substring.UTF8View) -> [String]? {
    let components = text.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if components.count == 1, components[0].isEmpty { return [] }
    var path: [String] = []
    for component in components {
      guard let name = decoded(component, isQuery: false), isName(name) else { return nil }
      path.append(name)
    }
    return path
  }

  /// Whether a decoded component names something below the one before it.
  private static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, name != ".", name != ".." else { return false }
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar != "/" && scalar != "\\" && scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
    }
    return isPlain && !isEncoded(name)
  }

  /// Whether a percent sign with two digits is left.
  private static func isEncoded(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
        && digit(bytes[index + 1]) != nil && digit(bytes[index + 2]) != nil
    }
  }

  private static func query(_ text: Substring.UTF8View) -> [String: String]? {
    var query: [String: String] = [:]
    let parameters = text.split(separator: UInt8(ascii: "&"))
    guard parameters.count <= parameterCount else { return nil }
    for parameter in parameters {
      let parts = parameter.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(parts[0], isQuery: true),
        let value = parts.count > 1 ? decoded(parts[1], isQuery: true) : ""
      else { return nil }
      query[name] = value
    }
    return query
  }

  /// Decodes the form that browsers send: parameters as in a query.
  package static func form(_ bytes: [UInt8]) -> [String: String]? {
    guard bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return query(text[...].utf8)
  }

  /// Decodes percent signs; the result is UTF-8 without the character 0.
  private static func decoded(_ text: Substring.UTF8View, isQuery: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validUTF8: bytes)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
