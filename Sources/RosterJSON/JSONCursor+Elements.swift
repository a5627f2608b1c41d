extension JSONCursor {
  /// The elements of an array, each with its path.
  public struct Elements: RandomAccessCollection {
    @usableFromInline let values: [JSONValue]

    /// The path of the array; `nil` without paths.
    @usableFromInline let path: JSONPath?

    @inlinable
    init(values: [JSONValue], path: JSONPath?) {
      self.values = values
      self.path = path
    }

    /// The index of the first element.
    @inlinable public var startIndex: Int { 0 }

    /// The number of elements.
    @inlinable public var endIndex: Int { values.count }

    /// The element at an index.
    @inlinable
    public subscript(index: Int) -> JSONCursor {
      JSONCursor(values[index], at: path, index: index)
    }
  }
}
