package import RosterEngine
package import RosterJSON

/// What a derived list of JSON shows, as JSON says it:
///
///     {"where":{"member":"isRead","is":false},
///      "sorted":[{"by":"date","descending":true},"sender"],
///      "sections":"day",
///      "limit":200}
///
/// Members are named by their path, `author.id`; without one, the model itself is meant.
///
/// | part | what it says |
/// |---|---|
/// | `where` | a condition; see `JSONCondition` |
/// | `sorted` | paths, or `{"by":"date","descending":true}`, the most important first |
/// | `sections` | the path by whose values the items are grouped, or `{"of":"source"}` for the sections of the source, or `{"of":"sources","models":["Home","Work"],"keepsEmpty":true}` for one section for each of several |
/// | `distinct` | the path by whose values only the first item is shown of those with an equal one; `sorted` says which |
/// | `limit` | a number, or `{"count":50,"from":"end","behind":100,"inEachSection":true}` |
/// | `search` | `{"in":["title","notes"],"text":"lun noo","insideWords":true,"byRelevance":true}` |
/// | `together` | whether each transaction of the source has the change of the list; for one source, without `search` |
package struct JSONDefinition: Sendable {
  /// A list of JSON.
  package typealias Source = ListDataSource<JSONValue, JSONValue, Never>

  fileprivate enum Sections {
    /// One that is always there and has no model.
    case one
    case values(JSONMember)
    case ofSource
    /// One for each source, with these models.
    case bySource([JSONValue], keepsEmpty: Bool)

    var areOfSource: Bool { if case .ofSource = self { true } else { false } }
  }

  fileprivate struct Part {
    var member: JSONMember
    var isDescending = false
  }

  fileprivate struct Limit {
    var count: Int
    var end = ListEnd.start
    var offset = 0
    var isOfEachSection = false
  }

  fileprivate struct Search {
    var members: [JSONMember]
    var text = ""
    var isInsideWords = false
    var isByRelevance = false
  }

  private var condition = JSONCondition.all([])
  private var parts: [Part] = []
  private var sections = Sections.one
  private var limit: Limit?
  private var search: Search?
  private var distinct: JSONMember?

  /// Whether the list can be searched.
  package var isSearched: Bool { search != nil }

  /// Whether the list is kept together with its source, of which there is one then.
  package private(set) var isTogether = false

  /// How many sources the list must have: as many as there are models of their sections; `nil` if it may have any number.
  package var sourceCount: Int? {
    if case .bySource(let models, _) = sections { models.count } else { nil }
  }

  /// Names what the list shows. Two definitions that differ only in the search text, or in whether the list is kept together
  /// with its source, have the same.
  package let version: String

  /// Reads a definition.
  package init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    try members.requireKeys([
      "where", "sorted", "sections", "distinct", "limit", "search", "together",
    ])
    if let cursor = members["where"] { condition = try JSONCondition(cursor) }
    if let cursor = members["sorted"] {
      for part in try cursor.elements() { parts.append(try Part(part)) }
      guard !parts.isEmpty else { throw cursor.error("expected a member to sort by") }
    }
    if let cursor = members["sections"] { sections = try Sections(cursor) }
    if let cursor = members["limit"] { limit = try Limit(cursor) }
    if let cursor = members["search"] { search = try Search(cursor) }
    if let cursor = members["distinct"] {
      distinct = try JSONMember(cursor)
      guard !parts.isEmpty, limit == nil, !sections.areOfSource else {
        throw cursor.error(
          "expected \"sorted\", which says which item is shown, and neither a limit nor the sections of the source"
        )
      }
      guard search?.isByRelevance != true else {
        throw cursor.error(
          "expected no search by relevance beside it: each value is shown once, in the order of \"sorted\""
        )
      }
    }
    if let cursor = members["together"] {
      isTogether = try cursor.bool()
      guard !isTogether || search == nil else {
        throw cursor.error(
          "expected no \"search\" beside it: the index of words is that of committed texts")
      }
    }
    version = Self.version(Self.whatIsShown(by: cursor.value).canonicalText)
  }

  /// Each revision of the list names its version, so that of a long definition is a digest of the text.
  private static func version(_ text: String) -> String {
    if text.utf8.count <= 128 { return text }
    let digests = [FNV1a(of: text.utf8), FNV1a(of: text.utf8.reversed())].map(\.hex)
    return "\(text.utf8.count) bytes, \(digests.joined())"
  }

  /// Leaves out of a definition what may change without the list being made anew.
  private static func whatIsShown(by definition: JSONValue) -> JSONValue {
    guard var object = definition.objectValue else { return definition }
    object["together"] = nil
    if var search = object["search"]?.objectValue {
      search["text"] = nil
      object["search"] = .object(search)
    }
    return .object(object)
  }

  /// Returns the definition of a list over a source, or over several ones.
  ///
  /// - Parameters:
  ///   - source: The source, or the first one.
  ///   - others: The sources behind it; `nil` if the list is one of a single source, and cannot have others.
  ///   - name: The name of the list.
  package func definition(
    of source: Source, union others: [Source]? = nil, named name: String
  ) -> DerivedDefinition<JSONValue, JSONValue> {
    var definition = source.derived(name, version: version)
    if let others { definition = definition.union(others) }
    if !condition.isAlways {
      definition = definition.where { [condition] in condition.holds(for: $0) }
    }
    if !parts.isEmpty {
      definition = definition.sorted { [parts] model in
        parts.map { part in
          let value = part.member.value(in: model) ?? .null
          return part.isDescending ? .descending(value) : .ascending(value)
        }
      }
    }
    if let distinct {
      definition = definition.distinct { distinct.value(in: $0) ?? .null }
    }
    if let limit {
      definition = definition.limit(
        limit.count, from: limit.end, behind: limit.offset, inEachSection: limit.isOfEachSection)
    }
    if let search {
      // A member without a text keeps its place among the texts.
      definition = definition.search(
        search.text, insideWords: search.isInsideWords, byRelevance: search.isByRelevance
      ) { [members = search.members] model in
        members.map { $0.value(in: model)?.stringValue ?? "" }
      }
    }
    if isTogether { definition = definition.together() }
    switch sections {
    case .one: return definition.sections(always: [.null]) { _ in .null }
    case .values(let member): return definition.sections { member.value(in: $0) ?? .null }
    case .ofSource: return definition.sections(of: source)
    case .bySource(let models, let keepsEmpty):
      return definition.sections(bySource: models, keepingEmpty: keepsEmpty)
    }
  }
}

extension JSONDefinition.Part {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard case .object = cursor.value else {
      member = try JSONMember(cursor)
      return
    }
    let members = try cursor.members()
    try members.requireKeys(["by", "descending"])
    member =
      try members["by"].map { (by) throws(JSONDecodingError) in try JSONMember(by) } ?? .model
    if let cursor = members["descending"] { isDescending = try cursor.bool() }
  }
}

extension JSONDefinition.Sections {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard case .object = cursor.value else {
      self = .values(try JSONMember(cursor))
      return
    }
    let members = try cursor.members()
    let of = try members.required("of")
    switch try of.string() {
    case "source":
      try members.requireKeys(["of"])
      self = .ofSource
    case "sources":
      try members.requireKeys(["of", "models", "keepsEmpty"])
      self = .bySource(
        try members.required("models").elements().map(\.value),
        keepsEmpty: try members["keepsEmpty"]?.bool() ?? false)
    default: throw of.error(#"expected "source" or "sources""#)
    }
  }
}

extension JSONDefinition.Limit {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard case .object = cursor.value else {
      count = try cursor.count()
      return
    }
    let members = try cursor.members()
    try members.requireKeys(["count", "from", "behind", "inEachSection"])
    count = try members.required("count").count()
    if let from = members["from"] {
      guard let end = ListEnd(rawValue: try from.string()) else {
        throw from.error(#"expected "start" or "end""#)
      }
      self.end = end
    }
    if let behind = members["behind"] { offset = try behind.count() }
    if let cursor = members["inEachSection"] { isOfEachSection = try cursor.bool() }
  }
}

extension JSONCursor {
  fileprivate func count() throws(JSONDecodingError) -> Int {
    let count = try int()
    guard count >= 0 else { throw error("a number of items is not negative") }
    return count
  }
}

extension JSONDefinition.Search {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    try members.requireKeys(["in", "text", "insideWords", "byRelevance"])
    let searched = try members.required("in")
    self.members = []
    for member in try searched.elements() { self.members.append(try JSONMember(member)) }
    guard !self.members.isEmpty else { throw searched.error("expected a member to search in") }
    if let text = members["text"] { self.text = try text.string() }
    if let cursor = members["insideWords"] { isInsideWords = try cursor.bool() }
    if let cursor = members["byRelevance"] { isByRelevance = try cursor.bool() }
  }
}
