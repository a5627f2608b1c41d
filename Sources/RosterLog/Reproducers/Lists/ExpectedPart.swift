internal import RosterCore
internal import RosterJSON

/// A part of an expectation.
enum ExpectedPart: CaseIterable, Hashable {
  case error, revision, counts, sectionModels, sections, states, fingerprint

  /// Returns whether this part of an expectation holds. It does if the expectation does not have
  /// it.
  func isMet(in expectation: Expectation, by list: LoggedList) throws -> Bool {
    if self == .error {
      guard let error = expectation.error else { return list.refusal == nil }
      return list.refusal.map(error.matches) ?? false
    }
    return try expectation.only(self) == rewritten(expectation, for: list).only(self)
  }

  /// Returns an expectation in which this part holds, if it has it.
  ///
  /// States of removed items and sections are left out, and so is an error if no entry was refused.
  func rewritten(_ expectation: Expectation, for list: LoggedList) throws -> Expectation {
    var expectation = expectation
    switch self {
    case .error: expectation.error = list.refusal.flatMap { expectation.error?.rewritten(for: $0) }
    case .revision: expectation.revision = expectation.revision.map { _ in list.list.revision }
    case .counts: expectation.counts = expectation.counts.map { _ in list.list.itemCounts }
    case .sectionModels:
      expectation.sectionModels = expectation.sectionModels.map { _ in list.sectionModels }
    case .sections:
      if expectation.sections != nil { expectation.sections = try list.sections() }
    case .states:
      expectation.states = try expectation.states.compactMap { state in
        guard let tree = try list.list.tree(at: state.place) else { return nil }
        return LoggedState(
          state.place, scope: state.scope, list.contents.states[tree]?[state.scope])
      }
    case .fingerprint:
      if expectation.fingerprint != nil { expectation.fingerprint = try list.fingerprint() }
    }
    return expectation
  }

  /// Removes this part from an expectation.
  func remove(from expectation: inout Expectation) {
    switch self {
    case .error: expectation.error = nil
    case .revision: expectation.revision = nil
    case .counts: expectation.counts = nil
    case .sectionModels: expectation.sectionModels = nil
    case .sections: expectation.sections = nil
    case .states: expectation.states = []
    case .fingerprint: expectation.fingerprint = nil
    }
  }
}

extension Expectation {
  /// Returns an expectation with only one part of this one.
  func only(_ part: ExpectedPart) -> Expectation {
    var expectation = self
    for other in ExpectedPart.allCases where other != part { other.remove(from: &expectation) }
    return expectation
  }
}

extension ExpectedError {
  /// Returns the same properties of another refusal.
  func rewritten(for refusal: EntryRefusal) -> ExpectedError {
    ExpectedError(
      kind: kind.flatMap { _ in refusal.kind }, reason: reason.flatMap { _ in refusal.reason },
      section: section.flatMap { _ in refusal.section }, item: item.flatMap { _ in refusal.item })
  }
}

extension LoggedList {
  /// The section models, in order.
  var sectionModels: [JSONValue?] { list.sectionIDs.map { contents.sectionModels[$0] } }

  /// The models of all items, section by section.
  func sections() throws -> [[JSONValue]] {
    try (0..<list.sectionCount).map { section in
      try list.itemIDs(inSection: section).map { contents.models[$0] ?? .null }
    }
  }

  /// The fingerprint of the models.
  func fingerprint() throws -> String {
    var fingerprint = Fingerprint()
    for (model, items) in zip(sectionModels, try sections()) {
      fingerprint.addSection(model: model)
      for item in items { fingerprint.addItem(model: item) }
    }
    return fingerprint.hex
  }
}
