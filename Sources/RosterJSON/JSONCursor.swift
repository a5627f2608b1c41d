/// A JSON value that is being decoded, with its path.
///
/// A cursor leads to the members and elements of its value. Whatever fails there throws an error
/// that names the way to it:
///
///     let cursor = JSONCursor(["root": ["children": [["width": 1], ["width": "1"]]]])
///     let root = try cursor.members().required("root").members()
///     for child in try root.required("children").elements() {
///       print(try child.members().required("width").number())
///     }
///     // root.children[1].width: expected a number
///
/// Only an error contains the path as text. A cursor has it as a list of steps that it shares with
/// other cursors: one allocation for each member, and for each element that is entered. Where even
/// that is too much, ``decode(_:_:)`` decodes without paths and builds them only to throw an error.
public struct JSONCursor {
  /// The value.
  public let value: JSONValue

  /// The path of the value, or of the array that contains it; `nil` without paths.
  @usableFromInline let path: JSONPath?

  /// The index in that array; `nil` if `path` is that of the value itself.
  @usableFromInline let index: Int?

  /// Makes a cursor at a value. All paths begin there.
  @inlinable
  public init(_ value: JSONValue) {
    self.init(value, at: .root)
  }

  @inlinable
  init(_ value: JSONValue, at path: JSONPath?, index: Int? = nil) {
    self.value = value
    self.path = path
    self.index = index
  }

  /// Decodes a value without paths, and if that fails, once more with them.
  ///
  /// So paths cost nothing as long as values are valid.
  ///
  /// - Parameters:
  ///   - value: The value. Paths in errors begin there.
  ///   - decode: Decodes the value. It is called twice if it throws, so it must have no other effect.
  /// - Returns: The result of `decode`.
  /// - Throws: The error of `decode`.
  @inlinable
  public static func decode<Result>(
    _ value: JSONValue, _ decode: (JSONCursor) throws(JSONDecodingError) -> Result
  ) throws(JSONDecodingError) -> Result {
    do {
      return try decode(JSONCursor(value, at: nil))
    } catch {
      return try decode(JSONCursor(value))
    }
  }

  /// Returns an error that names the path of the value.
  public func error(_ message: String) -> JSONDecodingError {
    JSONDecodingError(message, at: pathOfValue)
  }

  /// The path of the value itself; `nil` without paths.
  @usableFromInline var pathOfValue: JSONPath? {
    guard let path, let index else { return path }
    return .element(index, of: path)
  }
}

extension JSONCursor {
  /// Returns the Boolean.
  public func bool() throws(JSONDecodingError) -> Bool {
    guard let bool = value.boolValue else { throw error("expected true or false") }
    return bool
  }

  /// Returns the number.
  public func number() throws(JSONDecodingError) -> Double {
    guard let number = value.numberValue else { throw error("expected a number") }
    return number
  }

  /// Returns the number as an integer, if it is one from −2⁵³ to 2⁵³.
  @inlinable
  public func int() throws(JSONDecodingError) -> Int {
    guard let int = value.intValue else { throw error("expected an integer of at most 53 bits") }
    return int
  }

  /// Returns the string.
  @inlinable
  public func string() throws(JSONDecodingError) -> String {
    guard let string = value.stringValue else { throw error("expected a string") }
    return string
  }

  /// Returns the elements of the array as values.
  @inlinable
  public func array() throws(JSONDecodingError) -> [JSONValue] {
    guard let array = value.arrayValue else { throw error("expected an array") }
    return array
  }

  /// Returns the elements of the array.
  @inlinable
  public func elements() throws(JSONDecodingError) -> Elements {
    Elements(values: try array(), path: pathOfValue)
  }

  /// Returns the elements of the array, of which there must be two.
  ///
  /// A pair counts as one value, so an error names the pair and not its element: the path of the
  /// wrong value in `{"removedItems":[[0,"x"]]}` is `removedItems[0]`.
  @inlinable
  public func pair() throws(JSONDecodingError) -> (JSONCursor, JSONCursor) {
    guard case .array(let elements) = value, elements.count == 2 else {
      throw error("expected an array of 2 elements")
    }
    return (
      JSONCursor(elements[0], at: path, index: index),
      JSONCursor(elements[1], at: path, index: index)
    )
  }

  /// Returns the object as a value.
  @inlinable
  public func object() throws(JSONDecodingError) -> JSONObject {
    guard let object = value.objectValue else { throw error("expected an object") }
    return object
  }

  /// Returns the members of the object.
  @inlinable
  public func members() throws(JSONDecodingError) -> Members {
    Members(object: try object(), path: pathOfValue)
  }
}
