extension String: ModelKeyConvertible {
  /// The text as a key.
  public var modelKey: ModelKey { .text(self) }
}

extension Int: ModelKeyConvertible {}
extension Int8: ModelKeyConvertible {}
extension Int16: ModelKeyConvertible {}
extension Int32: ModelKeyConvertible {}
extension Int64: ModelKeyConvertible {}
extension UInt8: ModelKeyConvertible {}
extension UInt16: ModelKeyConvertible {}
extension UInt32: ModelKeyConvertible {}

extension ModelKeyConvertible where Self: FixedWidthInteger {
  /// The integer as a key.
  public var modelKey: ModelKey { .integer(Int(truncatingIfNeeded: self)) }
}
