package import RosterJSON

/// A message in which one value is replaced, with the digest that it then has: as from a device or a hub that
/// says what it should not.
package struct MessageMutation: Hashable, Sendable, CustomStringConvertible {
  /// What is put in place of a value.
  package enum Kind: Hashable, Sendable {
    /// Another value.
    case value(JSONValue)
    /// The value in so many arrays.
    case nested(Int)
    /// The elements of the array once more, so many times.
    case repeated(Int)
    /// Nothing: the member or element is left out.
    case missing
  }

  /// The keys and indices that lead to the value.
  package let path: [String]
  package let kind: Kind

  /// Makes a mutation of the value at a path.
  package init(path: [String], kind: Kind) {
    self.path = path
    self.kind = kind
  }

  package var description: String {
    let place = path.isEmpty ? "the message" : path.joined(separator: ".")
    switch kind {
    case .value(let value): return "\(place) is \(value.canonicalText.prefix(60))"
    case .nested(let depth): return "\(place) is in \(depth) arrays"
    case .repeated(let count): return "\(place) is there \(count) times more"
    case .missing: return "\(place) is missing"
    }
  }

  private static let numbers: [JSONValue] = [
    -1, 0.5, 0, 1, 2, 1_000_000, .number(0x1p31), .number(0x1p32), .number(0x1p52 - 1),
    .number(0x1p52), .number(0x1p53 - 1), .number(0x1p53), .number(0x1p53 + 2), .number(1e300),
  ]
  private static let depths = [1, 250, 500, 503, 506, 508, 509, 510, 511, 512, 513, 540, 560]
  private static let texts: [JSONValue] = [
    "", "none", "--------", .string(String(repeating: "n", count: 129)),
    .string(String(repeating: "n", count: 70_000)), "\u{0}\u{202E}\u{E0041}",
  ]

  /// All mutations of a message, in an order that does not change.
  package static func all(of message: JSONValue) -> [MessageMutation] {
    var all: [MessageMutation] = []
    visit(message, []) { path, value in
      if path == ["digest"] { return }
      var kinds: [Kind] = [.missing, .value(.null), .value([]), .value([:])]
      switch value {
      case .number, .decimal: kinds += numbers.map(Kind.value)
      case .string: kinds += texts.map(Kind.value)
      case .array: kinds += [.repeated(1), .repeated(300)]
      case .bool(let flag): kinds.append(.value(.bool(!flag)))
      case .object, .null: break
      }
      kinds += depths.map(Kind.nested)
      all += kinds.map { MessageMutation(path: path, kind: $0) }
    }
    return all
  }

  /// The paths to all values of a message but its digest.
  package static func places(in message: JSONValue) -> [[String]] {
    var places: [[String]] = []
    visit(message, []) { path, _ in
      if path != ["digest"] { places.append(path) }
    }
    return places
  }

  private static func visit(
    _ value: JSONValue, _ path: [String], _ visitor: ([String], JSONValue) -> Void
  ) {
    visitor(path, value)
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() { visit(element, path + ["\(index)"], visitor) }
    case .object(let members):
      for key in members.keys {
        if let member = members[key] { visit(member, path + [key], visitor) }
      }
    default: break
    }
  }

  /// Returns the message with the mutation, sealed.
  package func applied(to message: JSONValue) -> JSONValue {
    (replaced(in: message, path[...]) ?? .null).sealedAgain
  }

  /// - Returns: `nil` if the value is left out.
  private func replaced(in value: JSONValue, _ path: ArraySlice<String>) -> JSONValue? {
    guard let key = path.first else { return mutated(value) }
    switch value {
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { return value }
      if let element = replaced(in: elements[index], path.dropFirst()) {
        elements[index] = element
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .object(var members):
      guard let member = members[key] else { return value }
      members[key] = replaced(in: member, path.dropFirst())
      return .object(members)
    default: return value
    }
  }

  private func mutated(_ value: JSONValue) -> JSONValue? {
    switch kind {
    case .value(let other): return other
    case .nested(let depth): return (0..<depth).reduce(value) { inner, _ in [inner] }
    case .repeated(let count):
      let elements = value.arrayValue ?? []
      return .array((0...count).flatMap { _ in elements })
    case .missing: return nil
    }
  }
}

extension JSONValue {
  /// The message with the digest that it should have.
  fileprivate var sealedAgain: JSONValue {
    guard var members = objectValue else { return self }
    members["digest"] = nil
    var bytes: [UInt8] = []
    JSONValue.object(members).appendCanonical(to: &bytes)
    members["digest"] = .string(FNV1a(of: bytes).hex)
    return .object(members)
  }
}
