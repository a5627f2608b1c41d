public import CRoster
internal import RosterCore
internal import RosterJSON

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension roster_text {
  /// The bytes of the text.
  ///
  /// - Throws: `ROSTER_INVALID_ARGUMENT` for a null pointer with a count.
  func withBytes<Value>(
    _ part: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) throws -> Value {
    guard let bytes else {
      guard count == 0 else {
        throw Failure(ROSTER_INVALID_ARGUMENT, "\(part) is null and has \(count) bytes", part: part)
      }
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    // A number beyond the largest one of Swift is negative here.
    guard (0...Int(Int32.max)).contains(count) else {
      throw Failure(ROSTER_INVALID_ARGUMENT, "\(part) has more than 2 GiB", part: part)
    }
    return try bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
      try body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The text as a string.
  ///
  /// - Throws: `ROSTER_INVALID_JSON` if it is not UTF-8.
  func string(_ part: String) throws -> String {
    try withBytes(part) { bytes in
      let string = String(decoding: bytes, as: UTF8.self)
      // What is not UTF-8 is replaced.
      guard string.utf8.elementsEqual(bytes) else {
        throw Failure(ROSTER_INVALID_ARGUMENT, "\(part) is not UTF-8", part: part)
      }
      return string
    }
  }

  /// The value that the text says.
  ///
  /// - Returns: `nil` for a text without bytes.
  /// - Throws: `ROSTER_INVALID_JSON`.
  func json(_ part: String) throws -> JSONValue? {
    try withBytes(part) { bytes in
      if bytes.isEmpty { return nil }
      do {
        return try JSONParser.ofMessages.parse(bytes)
      } catch {
        throw Failure(ROSTER_INVALID_JSON, "\(part) is not JSON: \(error)", part: part)
      }
    }
  }
}

/// Gives bytes to a caller, who frees them.
///
/// - Parameter target: Where to; `nil` if the caller does not want them.
func give(_ bytes: [UInt8], to target: UnsafeMutablePointer<roster_bytes>?) throws(Failure) {
  guard let target else { return }
  guard let copy = malloc(bytes.count + 1) else { throw Failure(ROSTER_FAILED, "no memory left") }
  bytes.withUnsafeBytes { if let start = $0.baseAddress { memcpy(copy, start, bytes.count) } }
  let text = copy.assumingMemoryBound(to: CChar.self)
  text[bytes.count] = 0
  target.pointee = roster_bytes(bytes: text, count: bytes.count)
}

/// Gives a value as JSON to a caller, who frees it.
func give(_ value: JSONValue, to target: UnsafeMutablePointer<roster_bytes>?) throws(Failure) {
  guard target != nil else { return }
  var bytes: [UInt8] = []
  value.appendCanonical(to: &bytes)
  try give(bytes, to: target)
}

/// Returns a pointer that must not be null.
func required<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ name: String
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else {
    throw Failure(ROSTER_INVALID_ARGUMENT, "\(name) is null", part: name)
  }
  return pointer
}

/// See `roster_free` in `roster.h`.
@c @implementation
public func roster_free(_ bytes: UnsafeMutablePointer<roster_bytes>?) {
  guard let bytes else { return }
  free(bytes.pointee.bytes)
  bytes.pointee = roster_bytes()
}

/// The names of the codes, which stay valid for as long as the process runs.
///
/// Unchecked because they are written once.
private struct CodeNames: @unchecked Sendable {
  private let names: [UnsafePointer<CChar>]

  init(_ names: [String]) {
    self.names = names.map { name in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
      for (index, byte) in name.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[name.utf8.count] = 0
      return UnsafePointer(copy)
    }
  }

  /// The last name is that of codes that have none.
  func name(of code: Int) -> UnsafePointer<CChar> {
    names[names.indices.dropLast().contains(code) ? code : names.count - 1]
  }
}

private let codeNames = CodeNames([
  "ok", "invalid argument", "invalid handle", "forked", "invalid JSON", "invalid change",
  "no such item",
  "no such section", "duplicate key", "nothing to undo", "nothing to redo", "timeout", "closed",
  "unreadable", "not a database", "newer format", "corrupt", "read only", "full", "busy", "stale",
  "replaced", "compacted", "in use", "key required", "suspended", "failed", "unknown",
])

/// See `roster_code_name` in `roster.h`.
@c @implementation
public func roster_code_name(_ code: roster_code) -> UnsafePointer<CChar>? {
  codeNames.name(of: Int(code))
}
