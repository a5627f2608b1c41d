/// The fingerprint of a list: FNV-1a, 64 bit, of a line for every section and every item.
///
/// Add the list in order, each section before its items:
///
///     S {"title":"C"}
///     I "x"
///     I "c"
///     S null
///
/// The fingerprint of an empty list is one without additions.
package struct Fingerprint: Sendable, Hashable {
  private var hash = FNV1a()

  /// The fingerprint of an empty list.
  package init() {}

  /// The fingerprint as 16 lower-case hexadecimal digits.
  package var hex: String { hash.hex }

  /// Adds a section with this model, or without one.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the size of the model.
  package mutating func addSection(model: JSONValue?) {
    addLine(UInt8(ascii: "S"), Self.canonicalBytes(of: model ?? .null))
  }

  /// Adds an item.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the size of the model.
  package mutating func addItem(model: JSONValue) {
    addLine(UInt8(ascii: "I"), Self.canonicalBytes(of: model))
  }

  /// Adds a section whose model is already canonical UTF-8 text.
  ///
  /// - Parameter bytes: The bytes of `JSONValue.appendCanonical(to:)`; `null` if there is no model.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func addSection(canonicalModel bytes: some Sequence<UInt8>) {
    addLine(UInt8(ascii: "S"), bytes)
  }

  /// Adds an item whose model is already canonical UTF-8 text.
  ///
  /// - Parameter bytes: The bytes of `JSONValue.appendCanonical(to:)`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func addItem(canonicalModel bytes: some Sequence<UInt8>) {
    addLine(UInt8(ascii: "I"), bytes)
  }

  private mutating func addLine(_ kind: UInt8, _ bytes: some Sequence<UInt8>) {
    hash.add(kind)
    hash.add(UInt8(ascii: " "))
    hash.add(bytes)
    hash.add(UInt8(ascii: "\n"))
  }

  private static func canonicalBytes(of model: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    model.appendCanonical(to: &bytes)
    return bytes
  }
}
