internal import RosterCore

/// The path of a scope as the text in the keys of rows.
enum StateScope {
  /// - Returns: `nil` if the bytes are not the text of a path, byte for byte.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> ScopePath? {
    String(validating: bytes, as: UTF8.self).flatMap { ScopePath($0) }
  }
}
