/// The members of a JSON object: values by their keys.
///
/// Keys are compared code point by code point, as in JSON: `"é"` and `"e\u{301}"` are two keys,
/// although Swift compares these strings as equal.
///
///     var members: JSONObject = ["title": "A"]
///     members["count"] = 2
///     let title = members["title"]  // "A"
public struct JSONObject: Sendable, Hashable {
  private var storage: [KeyText: JSONValue]

  /// Makes an object without members.
  public init() { storage = [:] }

  /// Makes an object with these members. Of members with the same key the last one stays.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    storage = Dictionary(
      members.lazy.map { (KeyText(text: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// The value with a key, or `nil` if there is none. Assigning `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { storage[KeyText(text: key)] }
    set { storage[KeyText(text: key)] = newValue }
  }

  /// Sets the value of a key.
  ///
  /// - Returns: The value that it replaces, or `nil` if the key is new.
  @discardableResult
  public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
    storage.updateValue(value, forKey: KeyText(text: key))
  }

  /// The number of members.
  public var count: Int { storage.count }

  /// Whether there are no members.
  public var isEmpty: Bool { storage.isEmpty }

  /// The keys in the canonical order of RFC 8785: ascending by UTF-16 code units.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of members.
  public var keys: [String] {
    storage.keys.map(\.text).sorted(by: CanonicalString.precedes)
  }

  /// Returns the members of this object and of another one. For a key in both, the other's value
  /// counts.
  public func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    result.storage.merge(other.storage) { $1 }
    return result
  }

  /// A key that is compared by its code points.
  private struct KeyText: Hashable, Sendable {
    let text: String

    static func == (left: KeyText, right: KeyText) -> Bool {
      JSONValue.hasSameText(left.text, right.text)
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension JSONObject: Sequence {
  /// A member.
  public typealias Element = (key: String, value: JSONValue)

  /// Iterates over the members in no particular order.
  public struct Iterator: IteratorProtocol {
    private var members: Dictionary<KeyText, JSONValue>.Iterator

    fileprivate init(_ object: JSONObject) { members = object.storage.makeIterator() }

    /// The next member, or `nil` after the last one.
    public mutating func next() -> Element? {
      members.next().map { ($0.key.text, $0.value) }
    }
  }

  /// Makes an iterator over the members.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// The number of members.
  public var underestimatedCount: Int { count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object with these members. Of members with the same key the last one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.lazy.map { (key: $0.0, value: $0.1) })
  }
}

extension JSONObject: Codable {
  /// Decodes a keyed container.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKey.self)
    self.init()
    for key in container.allKeys {
      self[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
  }

  /// Encodes a keyed container.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKey.self)
    for (key, value) in self { try container.encode(value, forKey: CodingKey(stringValue: key)) }
  }

  private struct CodingKey: Swift.CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
