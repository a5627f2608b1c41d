internal import RosterJSON

/// A place in the JSON of a state that is being encoded.
final class EncodingPlace {
  private enum Content {
    case nothing
    case value(JSONValue)
    case array([JSONValue])
    case object(JSONObject)
  }

  private var content = Content.nothing
  /// The elements and members that are being encoded in places of their own.
  private var innerElements: [(index: Int, place: EncodingPlace)] = []
  private var innerMembers: [(key: String, place: EncodingPlace)] = []

  /// The encoded value; `nil` if there is none.
  var json: JSONValue? {
    switch content {
    case .nothing: return nil
    case .value(let value): return value
    case .array(var elements):
      for (index, place) in innerElements { elements[index] = place.json ?? .object([:]) }
      return .array(elements)
    case .object(var members):
      for (key, place) in innerMembers { members[key] = place.json ?? .object([:]) }
      return .object(members)
    }
  }

  var elementCount: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  func set(_ value: JSONValue) { content = .value(value) }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeObject() {
    if case .object = content { return }
    content = .object([:])
  }

  func append(_ value: JSONValue) {
    guard case .array(var elements) = content else { return }
    content = .nothing
    elements.append(value)
    content = .array(elements)
  }

  func insert(_ value: JSONValue, forKey key: String) {
    guard case .object(var members) = content else { return }
    content = .nothing
    members[key] = value
    content = .object(members)
  }

  /// Returns a place for the next element.
  func appendPlace() -> EncodingPlace {
    let place = EncodingPlace()
    innerElements.append((elementCount, place))
    append(.null)
    return place
  }

  /// Returns a place for a member.
  func insertPlace(forKey key: String) -> EncodingPlace {
    let place = EncodingPlace()
    innerMembers.append((key, place))
    return place
  }
}
