extension JSONCursor {
  /// The members of an object, each with its path.
  public struct Members {
    /// The object.
    public let object: JSONObject

    /// The path of the object; `nil` without paths.
    @usableFromInline let path: JSONPath?

    @inlinable
    init(object: JSONObject, path: JSONPath?) {
      self.object = object
      self.path = path
    }

    /// The member with a key, or `nil` if the object has none.
    @inlinable
    public subscript(key: String) -> JSONCursor? {
      object[key].map { JSONCursor($0, at: path.map { .member(key, of: $0) }) }
    }

    /// Returns the member with a key.
    ///
    /// - Throws: An error that names the object and the key if the object has no such member.
    public func required(_ key: String) throws(JSONDecodingError) -> JSONCursor {
      guard let member = self[key] else {
        throw JSONDecodingError("there is no \"\(key)\"", at: path)
      }
      return member
    }

    /// The members, ascending by key. Decoded in this order, an object with several errors always
    /// throws the same one.
    public var ascending: [(key: String, member: JSONCursor)] {
      object.keys.compactMap { key in self[key].map { (key, $0) } }
    }
  }
}

extension JSONCursor.Members {
  /// Decodes the members in the order of `keys`, so that an object with several errors always throws
  /// the same one.
  ///
  /// - Throws: The error of `decode`; if there is none, an error that names the first key that is not
  ///   among `keys`.
  @inlinable
  public func decode<Key: RawRepresentable<String>>(
    _ keys: [Key], _ decode: (Key, JSONCursor) throws(JSONDecodingError) -> Void
  ) throws(JSONDecodingError) {
    var remainingCount = object.count
    for key in keys where remainingCount > 0 {
      guard let member = self[key.rawValue] else { continue }
      remainingCount -= 1
      try decode(key, member)
    }
    if remainingCount > 0 { try requireKeys(keys.map(\.rawValue)) }
  }

  /// Checks that all keys of the object are among `keys`.
  ///
  /// - Throws: An error that names the first key that is not.
  public func requireKeys(_ keys: [String]) throws(JSONDecodingError) {
    guard keys.count(where: { object[$0] != nil }) < object.count else { return }
    var unknown = object
    for key in keys { unknown[key] = nil }
    guard let key = unknown.keys.first else { return }
    throw JSONDecodingError("unknown key \(JSONValue.string(key).canonicalText)", at: path)
  }
}
