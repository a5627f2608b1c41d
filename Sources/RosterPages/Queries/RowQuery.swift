internal import RosterCore
internal import RosterDerived
internal import RosterEngine
internal import RosterJSON

/// Which rows of a list of JSON values a page shows, and in which order:
///
///     {"where":[{"column":"state","oneOf":["open"]},{"column":"owner","noneOf":[null]}],
///      "text":"milk",
///      "sort":{"column":"due","descending":true},
///      "group":"owner"}
///
/// Each part may be left out. A column is a member of the models; a row without it counts as one with `null`.
///
/// `{"at":7}` is the list as it was at revision 7, and `{"at":-1}` as it was before the last revision; with other parts, those of
/// its rows.
struct RowQuery: Hashable, Sendable {
  /// What the values of a column must be.
  struct Condition: Hashable, Sendable {
    let column: String
    let values: [JSONValue]
    /// Whether rows with one of the values are left out, instead of all others.
    let isExclusion: Bool
    /// The values to look up: there may be thousands, and each row of the list is asked.
    private let known: Set<JSONValue>

    fileprivate init(_ column: String, _ values: [JSONValue], isExclusion: Bool) {
      self.column = column
      self.values = values
      self.isExclusion = isExclusion
      known = Set(values)
    }

    func holds(for model: JSONValue) -> Bool {
      known.contains(model[column] ?? .null) != isExclusion
    }
  }

  /// The column by which rows are sorted, in each section.
  struct Sort: Hashable, Sendable {
    var column: String
    var isDescending = false

    /// Rows without a value stand last in both directions. Case makes no difference, as in a search.
    func keys(of model: JSONValue) -> [SortKey] {
      var value = model[column] ?? .null
      let isMissing = value == .null
      if let text = value.stringValue { value = .string(text.lowercased()) }
      return [.ascending(isMissing), isDescending ? .descending(value) : .ascending(value)]
    }
  }

  /// All of them hold.
  var conditions: [Condition] = []
  /// What rows must contain.
  var search: ListSearch?
  var sort: Sort?
  /// The column by whose values rows stand in sections; `nil` for the sections of the list.
  var group: String?
  /// The earlier revision that is shown, below 0 for one counted back from the present; `nil` for the present.
  var revision: Revision?

  /// Whether the list is shown as it is.
  var isWhole: Bool { self == RowQuery() }

  /// Whether rows are chosen or ordered.
  var isSortedOrFiltered: Bool { !ofPresent.isWhole }

  /// The same rows of the present.
  var ofPresent: RowQuery {
    var present = self
    present.revision = nil
    return present
  }

  /// The columns that are named.
  var columns: [String] {
    conditions.map(\.column) + [sort?.column, group].compactMap(\.self)
  }

  /// Returns the definition of the list of the rows.
  ///
  /// - Parameter list: The list whose rows they are.
  func definition(
    of list: ListDataSource<JSONValue, JSONValue, Never>
  ) -> DerivedDefinition<JSONValue, JSONValue> {
    // Each query has a store of its own, so name and version say nothing.
    var definition = list.derived("query", version: "1")
    if !conditions.isEmpty || search != nil {
      definition = definition.where { [conditions, search] model in
        conditions.allSatisfy { $0.holds(for: model) } && search?.matches(model) ?? true
      }
    }
    if let sort {
      definition = definition.sorted(ties: .source) { sort.keys(of: $0) }
    }
    guard let group else { return definition.sections(of: list) }
    return definition.sections { $0[group] ?? .null }
  }
}

// MARK: JSON

extension RowQuery {
  /// Reads a query.
  ///
  /// - Throws: What is wrong with it; a `PageError` if it is too large.
  init(_ cursor: JSONCursor) throws {
    guard !cursor.value.isLonger(than: PageLimits.queryByteCountMax) else {
      throw PageError(.tooLarge, "a query has at most \(PageLimits.queryByteCountMax) bytes")
    }
    let members = try cursor.members()
    // With a part left out, it would show other rows.
    try members.requireKeys(["where", "text", "sort", "group", "at"])
    conditions = try members["where"]?.elements().map { try Condition($0) } ?? []
    search = try members["text"]?.search()
    sort = try members["sort"].map { try Sort($0) }
    group = try members["group"]?.string()
    revision = try members["at"]?.int()
  }

  /// The query as a page is told of it.
  var json: JSONValue {
    var members: JSONObject = [:]
    if !conditions.isEmpty { members["where"] = .array(conditions.map(\.json)) }
    members["text"] = search.map { .string($0.text) }
    members["sort"] = sort.map { sort in
      ["column": .string(sort.column), "descending": .bool(sort.isDescending)]
    }
    members["group"] = group.map { .string($0) }
    members["at"] = revision.map { .number(Double($0)) }
    return .object(members)
  }
}

extension RowQuery.Condition {
  fileprivate init(_ cursor: JSONCursor) throws {
    let members = try cursor.members()
    try members.requireKeys(["column", "oneOf", "noneOf"])
    let isExclusion = members["noneOf"] != nil
    guard isExclusion == (members["oneOf"] == nil) else {
      throw cursor.error("expected either \"oneOf\" or \"noneOf\"")
    }
    self.init(
      try members.required("column").string(),
      try members.required(isExclusion ? "noneOf" : "oneOf").array(), isExclusion: isExclusion)
  }

  fileprivate var json: JSONValue {
    ["column": .string(column), isExclusion ? "noneOf" : "oneOf": .array(values)]
  }
}

extension RowQuery.Sort {
  fileprivate init(_ cursor: JSONCursor) throws {
    let members = try cursor.members()
    try members.requireKeys(["column", "descending"])
    column = try members.required("column").string()
    isDescending = try members["descending"]?.bool() ?? false
  }
}
