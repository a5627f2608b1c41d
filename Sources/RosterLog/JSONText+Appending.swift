import RosterCore
import RosterJSON

/// JSON text that is written piece by piece. The last byte shows whether an object or array has
/// just been opened: no value ends with an opening bracket.
extension [UInt8] {
  mutating func appendInt(_ value: Int) {
    append(contentsOf: value.description.utf8)
  }

  mutating func appendObject(_ appendMembers: (inout [UInt8]) -> Void) {
    append(UInt8(ascii: "{"))
    appendMembers(&self)
    append(UInt8(ascii: "}"))
  }

  mutating func appendMember(_ key: String, _ appendValue: (inout [UInt8]) -> Void) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    JSONValue.string(key).appendCanonical(to: &self)
    append(UInt8(ascii: ":"))
    appendValue(&self)
  }

  /// Appends a member unless the value is `nil`.
  mutating func appendMember(_ key: String, _ value: JSONValue?) {
    guard let value else { return }
    appendMember(key) { value.appendCanonical(to: &$0) }
  }

  /// Appends a member that is an array, unless it is `nil`.
  mutating func appendMember<Value>(
    _ key: String, _ values: [Value]?, _ appendValue: (inout [UInt8], Value) -> Void
  ) {
    guard let values else { return }
    appendMember(key) { $0.appendArray(values, appendValue) }
  }

  mutating func appendArray<Value>(
    _ values: [Value], _ appendValue: (inout [UInt8], Value) -> Void
  ) {
    append(UInt8(ascii: "["))
    for value in values {
      if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
      appendValue(&self, value)
    }
    append(UInt8(ascii: "]"))
  }

  mutating func appendPath(_ path: ItemPath) {
    appendPair({ $0.appendInt(path.section) }, { $0.appendInt(path.item) })
  }

  mutating func appendPair(
    _ appendFirst: (inout [UInt8]) -> Void, _ appendSecond: (inout [UInt8]) -> Void
  ) {
    append(UInt8(ascii: "["))
    appendFirst(&self)
    append(UInt8(ascii: ","))
    appendSecond(&self)
    append(UInt8(ascii: "]"))
  }
}
