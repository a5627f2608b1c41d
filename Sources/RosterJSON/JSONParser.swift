/// Parses JSON strictly as RFC 8259 defines it.
///
/// Beyond the grammar, it refuses everything that would be lost or is ambiguous: a key that occurs
/// twice in an object, a surrogate without its other half, bytes that are not UTF-8, a number beyond
/// the largest `Double` or with very many digits, and anything other than white space after the value.
/// All other numbers are exact.
package struct JSONParser: Sendable {
  /// The maximum nesting of arrays and objects. The limit keeps hostile text from overflowing the
  /// stack.
  package var depthMax: Int
  /// The maximum number of values. The limit keeps a short text of a stranger from filling the memory: a value
  /// takes up to some hundred bytes, and two in the text.
  package var valueCountMax: Int

  /// Makes a parser that takes up to `depthMax` levels of arrays and objects, and so many values.
  package init(depthMax: Int = JSONValue.depthMax, valueCountMax: Int = .max) {
    self.depthMax = depthMax
    self.valueCountMax = valueCountMax
  }

  /// Parses UTF-8 text.
  ///
  /// - Throws: The first error in `bytes`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) -> JSONValue {
    var scanner = JSONScanner(bytes: bytes, depthMax: depthMax, valueCountMax: valueCountMax)
    return try scanner.parseDocument()
  }

  /// Parses UTF-8 text. If the bytes are not contiguous in memory, they are copied first.
  ///
  /// - Throws: The first error in `bytes`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func parse(_ bytes: some Collection<UInt8>) throws(JSONParseError) -> JSONValue {
    let result = bytes.withContiguousStorageIfAvailable(parseResult)
    return try (result ?? Array(bytes).withUnsafeBufferPointer(parseResult)).get()
  }

  /// Parses a string. Offsets in errors are those of its UTF-8.
  ///
  /// - Throws: The first error in `text`.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func parse(_ text: some StringProtocol) throws(JSONParseError) -> JSONValue {
    var text = String(text)
    return try text.withUTF8(parseResult).get()
  }

  private func parseResult(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<JSONValue, JSONParseError> {
    Result { () throws(JSONParseError) in try parse(bytes) }
  }
}
