internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// Compares an expectation of a log with the list.
struct ExpectationCheck {
  let snapshot: ListSnapshot<JSONValue, JSONValue>
  let line: Int

  /// - Throws: `ReplayFailure` for the first difference.
  func run(_ expectation: Expectation) throws {
    try expect(expectation.revision, snapshot.revision, "revision")
    try expect(expectation.counts, snapshot.state.itemCounts, "counts")
    if let expected = expectation.sectionModels {
      try expect(
        JSONValue.array(expected.map { $0 ?? .null }),
        .array(try snapshot.sectionModels().map { $0 ?? .null }), "section models")
    }
    if let expected = expectation.sections {
      try expect(expected.count, snapshot.state.sectionCount, "number of sections")
      for (section, models) in expected.enumerated() {
        try expect(
          JSONValue.array(models), .array(try snapshot.models(inSection: section)),
          "models of section \(section)")
      }
    }
    for expected in expectation.states { try expect(expected) }
    if let expected = expectation.fingerprint {
      try expect(expected, try snapshot.fingerprint(), "fingerprint")
    }
  }

  private func expect(_ expected: LoggedState) throws {
    let what = "state of scope \"\(expected.scope)\" of the \(expected.place)"
    guard let states = try states(at: expected.place) else {
      throw ReplayFailure(line: line, "\(what): there is no such \(expected.place.owner)")
    }
    let actual = try LoggedState(
      expected.place, scope: expected.scope, stored: states[expected.scope])
    try expect(text(expected.state), text(actual.state), what)
  }

  /// Returns the states at a place, `nil` if no item or section is there.
  private func states(at place: TreePlace) throws -> [ScopePath: StoredState]? {
    switch place {
    case .item(let path): try snapshot.states(at: path)
    case .supplement(let kind, let section): try snapshot.states(of: kind, ofSection: section)
    }
  }

  /// Returns a description of a state for people.
  private func text(_ state: JSONState?) -> String {
    guard let state else { return "none" }
    let version = state.typeVersion == 1 ? "" : " of version \(state.typeVersion)"
    return state.value.canonicalText + version
  }

  private func expect<Value: Equatable>(
    _ expected: Value?, _ actual: Value, _ what: String
  ) throws {
    guard let expected, expected != actual else { return }
    throw ReplayFailure(line: line, "\(what): expected \(expected), found \(actual)")
  }
}

extension TreePlace {
  /// The item or section that must exist for a state.
  fileprivate var owner: String {
    switch self {
    case .item: "item"
    case .supplement: "section"
    }
  }
}
