internal import RosterCore
package import RosterJSON
internal import RosterRows

/// A member of a model, by its path: `isRead`, `author.id`.
package struct JSONMember: Hashable, Sendable {
  private let names: [String]

  /// The model itself.
  static let model = JSONMember(names: [])

  private init(names: [String]) { self.names = names }

  /// - Returns: `nil` if the path leaves out a name: `author.`.
  package init?(path: String) {
    names = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let path = try cursor.string()
    guard let member = JSONMember(path: path) else {
      throw cursor.error("a member has a name, which \(path.inQuotes) leaves out")
    }
    self = member
  }

  /// Returns the value of the member; `nil` if the model has none.
  package func value(in model: JSONValue) -> JSONValue? {
    names.reduce(model as JSONValue?) { $0?[$1] }
  }
}

/// What a model must be like to be shown.
///
///     {"member":"isRead","is":false}
///     {"member":"size","atLeast":10,"less":20}
///     {"any":[{"member":"author.name","beginsWith":"A"},{"not":{"member":"tags","contains":"work"}}]}
///
/// | comparison | holds if the member |
/// |---|---|
/// | `is`, `isNot` | is the value, or another one; one that is missing is `null` |
/// | `oneOf` | is one of some values |
/// | `less`, `atMost`, `more`, `atLeast` | is a number, or a text, and stands so beside the value, which is of the same kind |
/// | `contains` | is a text that has the value in it, or an array that has it as an element |
/// | `beginsWith` | is a text that begins with the value |
///
/// Several comparisons of one member must all hold. Texts are compared code point by code point.
package indirect enum JSONCondition: Hashable, Sendable {
  /// How a member is compared with a value.
  package enum Comparison: String, CaseIterable, Sendable {
    case `is`, isNot, oneOf, less, atMost, more, atLeast, contains, beginsWith
  }

  case all([JSONCondition])
  case any([JSONCondition])
  case not(JSONCondition)
  case compare(JSONMember, Comparison, JSONValue)

  /// Whether it holds for each model.
  var isAlways: Bool { self == .all([]) }

  /// Reads a condition.
  package init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    let comparisons = Comparison.allCases.map(\.rawValue)
    try members.requireKeys(["all", "any", "not", "member"] + comparisons)
    let combined = ["all", "any", "not"].filter { members[$0] != nil }
    let compared = Comparison.allCases.filter { members[$0.rawValue] != nil }
    guard combined.count + min(compared.count, 1) == 1, combined.isEmpty || members["member"] == nil
    else {
      throw cursor.error(#"expected "all", "any", "not", or comparisons of a "member""#)
    }
    if let cursor = members["all"] {
      self = .all(try Self.conditions(cursor))
    } else if let cursor = members["any"] {
      self = .any(try Self.conditions(cursor))
    } else if let cursor = members["not"] {
      self = .not(try JSONCondition(cursor))
    } else {
      let member =
        try members["member"].map { (cursor) throws(JSONDecodingError) in try JSONMember(cursor) }
        ?? .model
      var conditions: [JSONCondition] = []
      for comparison in compared {
        let cursor = try members.required(comparison.rawValue)
        try comparison.verify(cursor)
        conditions.append(.compare(member, comparison, cursor.value))
      }
      self = conditions.count == 1 ? conditions[0] : .all(conditions)
    }
  }

  private static func conditions(_ cursor: JSONCursor) throws(JSONDecodingError) -> [JSONCondition]
  {
    var conditions: [JSONCondition] = []
    for condition in try cursor.elements() { conditions.append(try JSONCondition(condition)) }
    return conditions
  }

  /// Returns whether it holds for a model.
  package func holds(for model: JSONValue) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(for: model) }
    case .any(let conditions): conditions.contains { $0.holds(for: model) }
    case .not(let condition): !condition.holds(for: model)
    case .compare(let member, let comparison, let value):
      comparison.holds(for: member.value(in: model) ?? .null, value)
    }
  }
}

extension JSONCondition.Comparison {
  /// Verifies that members can be compared so with a value.
  fileprivate func verify(_ cursor: JSONCursor) throws(JSONDecodingError) {
    switch self {
    case .is, .isNot, .contains: break
    case .oneOf: _ = try cursor.array()
    case .beginsWith: _ = try cursor.string()
    case .less, .atMost, .more, .atLeast:
      guard cursor.value.stringValue != nil || cursor.value.numberValue != nil else {
        throw cursor.error("expected a number or a string")
      }
    }
  }

  fileprivate func holds(for value: JSONValue, _ other: JSONValue) -> Bool {
    switch self {
    case .is: return value == other
    case .isNot: return value != other
    case .oneOf: return other.arrayValue?.contains(value) ?? false
    case .contains:
      if let text = value.stringValue {
        return other.stringValue.map { text.contains(text: $0) } ?? false
      }
      return value.arrayValue?.contains(other) ?? false
    case .beginsWith:
      guard let text = value.stringValue, let start = other.stringValue else { return false }
      return text.utf8.starts(with: start.utf8)
    case .less, .atMost, .more, .atLeast:
      let areTexts = value.stringValue != nil && other.stringValue != nil
      guard areTexts || value.numberValue != nil && other.numberValue != nil else { return false }
      let order = value.sortBytes.order(to: other.sortBytes)
      return switch self {
      case .less: order < 0
      case .atMost: order <= 0
      case .more: order > 0
      default: order >= 0
      }
    }
  }
}
