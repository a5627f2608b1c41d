internal import RosterCore
internal import RosterJSON

/// Replaces the contents of a log and keeps its form, so that a failing log can be sent without
/// revealing its contents.
///
/// Texts, keys and numbers are replaced by others of the same kind and length: equal ones by equal
/// ones, different ones by different ones; see ``Pseudonyms``. Paths, revisions and counts stay. An
/// expectation that held before holds afterwards.
public struct LogAnonymizer {
  private var pseudonyms: Pseudonyms

  /// Makes an anonymizer.
  ///
  /// - Parameter seed: The seed of the replacements. The same seed gives the same log, so a reader
  ///   can check a guess of the contents. With `nil`, the replacements are random.
  public init(seed: UInt64? = nil) {
    pseudonyms = Pseudonyms(seed: seed)
  }

  /// Returns a log with other contents.
  public mutating func anonymized(_ log: ChangesetLog) throws -> ChangesetLog {
    let remembersHistory = log.entries.takeBack
    var original = LoggedList(remembersHistory: remembersHistory)
    var list = LoggedList(remembersHistory: remembersHistory)
    var result = ChangesetLog(header: anonymized(log.header))
    for entry in log.entries {
      var replacement = anonymized(entry)
      if case .expect(let expectation) = entry, case .expect(var renamed) = replacement {
        renamed.fingerprint = try fingerprint(expectation, of: original, as: list)
        replacement = .expect(renamed)
      }
      _ = try original.take(entry)
      _ = try list.take(replacement)
      result.entries.append(replacement)
    }
    return result
  }

  private mutating func anonymized(_ header: ChangesetLogHeader) -> ChangesetLogHeader {
    let others = pseudonyms.value(for: .object(header.others)).objectValue ?? [:]
    return ChangesetLogHeader(
      version: header.version, name: header.name.map { pseudonyms.text(for: $0) }, others: others)
  }

  private mutating func anonymized(_ entry: ChangesetLogEntry) -> ChangesetLogEntry {
    switch entry.mapValues({ pseudonyms.value(for: $0) }) {
    case .changeset(var logged):
      logged.states = anonymized(logged.states)
      logged.origin = logged.origin.map { pseudonyms.text(for: $0) }
      logged.at = logged.at.map { pseudonyms.text(for: $0) }
      logged.group = logged.group.map { pseudonyms.text(for: $0) }
      if let scope = logged.undo.name { logged.undo = UndoScope(pseudonyms.text(for: scope)) }
      return .changeset(logged)
    case .expect(var expectation):
      expectation.states = anonymized(expectation.states)
      return .expect(expectation)
    case let other: return other
    }
  }

  /// Returns states whose values were replaced already, with other identifiers.
  private mutating func anonymized(_ states: [LoggedState]) -> [LoggedState] {
    states.map { state in
      let keys = state.scope.keys.map { key in
        ScopeKey(
          typeName: pseudonyms.text(for: key.typeName),
          identifier: key.identifier.map { pseudonyms.identifier(for: $0) }, ordinal: key.ordinal)
      }
      return LoggedState(state.place, scope: ScopePath(keys), state.state)
    }
  }

  /// Returns the fingerprint of the list with other contents if the expected one is right,
  /// otherwise a wrong one.
  private mutating func fingerprint(
    _ expectation: Expectation, of original: LoggedList, as list: LoggedList
  ) throws -> String? {
    guard let expected = expectation.fingerprint else { return nil }
    return try ExpectedPart.fingerprint.isMet(in: expectation, by: original)
      ? list.fingerprint() : pseudonyms.fingerprint(for: expected)
  }
}
