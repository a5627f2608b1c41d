internal import RosterJSON

/// A value whose JSON form contains no other encoded values.
protocol StatePrimitive: Encodable {
  /// - Parameter codingPath: The path of the value, for the error.
  /// - Throws: `EncodingError` if JSON cannot represent the value.
  func json(at codingPath: @autoclosure () -> [any CodingKey]) throws -> JSONValue
}

extension Bool: StatePrimitive {
  func json(at codingPath: @autoclosure () -> [any CodingKey]) -> JSONValue { .bool(self) }
}

extension String: StatePrimitive {
  func json(at codingPath: @autoclosure () -> [any CodingKey]) -> JSONValue { .string(self) }
}

extension Double: StatePrimitive {
  func json(at codingPath: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    guard isFinite else { throw EncodingError.noNumber(self, at: codingPath()) }
    return .number(self)
  }
}

extension Float: StatePrimitive {
  func json(at codingPath: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    // Converts it by its digits, so that the result is written with the same digits.
    guard isFinite, let number = Double(description) else {
      throw EncodingError.noNumber(self, at: codingPath())
    }
    return .number(number)
  }
}

extension StatePrimitive where Self: FixedWidthInteger {
  func json(at codingPath: @autoclosure () -> [any CodingKey]) -> JSONValue { .integer(self) }
}

extension Int: StatePrimitive {}
extension Int8: StatePrimitive {}
extension Int16: StatePrimitive {}
extension Int32: StatePrimitive {}
extension Int64: StatePrimitive {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: StatePrimitive {}
extension UInt: StatePrimitive {}
extension UInt8: StatePrimitive {}
extension UInt16: StatePrimitive {}
extension UInt32: StatePrimitive {}
extension UInt64: StatePrimitive {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: StatePrimitive {}

extension EncodingError {
  /// Returns the error for a number that JSON cannot represent.
  static func noNumber(_ value: Any, at codingPath: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value, Context(codingPath: codingPath, debugDescription: "\(value) is no number in JSON"))
  }
}
