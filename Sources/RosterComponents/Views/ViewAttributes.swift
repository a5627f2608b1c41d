public import RosterJSON

/// The attributes of a view: values by name, ascending by name.
///
/// A view has few attributes, so a sorted array is smaller and faster than a dictionary.
public struct ViewAttributes: Hashable, Sendable {
  /// A name and its value.
  public struct Element: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: JSONValue
  }

  private var elements: [Element] = []

  /// The attributes as the members of an object.
  var members: JSONObject { JSONObject(elements.map { (key: $0.name, value: $0.value) }) }

  /// Makes an empty collection.
  public init() {}

  /// The value with a name; `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of attributes.
  public subscript(name: String) -> JSONValue? {
    get { elements.first { $0.name == name }?.value }
    set {
      if let index = elements.firstIndex(where: { $0.name == name }) {
        if let newValue {
          elements[index].value = newValue
        } else {
          elements.remove(at: index)
        }
      } else if let newValue {
        add(Element(name: name, value: newValue))
      }
    }
  }

  /// Adds an attribute of a new name.
  private mutating func add(_ element: Element) {
    // Room for two attributes: most of the cost of a short array is growing.
    if elements.isEmpty { elements.reserveCapacity(2) }
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index].name < elements[index - 1].name {
      elements.swapAt(index, index - 1)
      index -= 1
    }
  }
}

extension ViewAttributes: RandomAccessCollection {
  /// The index of the first attribute, 0.
  public var startIndex: Int { 0 }
  /// The index behind the last attribute.
  public var endIndex: Int { elements.endIndex }
  /// The attribute at an index.
  public subscript(index: Int) -> Element { elements[index] }
}

extension ViewAttributes: ExpressibleByDictionaryLiteral {
  /// Makes the attributes of a literal. Of several with one name the last one counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension ViewAttributes: Codable {
  /// Reads an object.
  public init(from decoder: any Decoder) throws {
    for (name, value) in try JSONObject(from: decoder) { self[name] = value }
  }

  /// Writes an object.
  public func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }
}
