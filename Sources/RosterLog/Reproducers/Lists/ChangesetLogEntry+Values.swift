internal import RosterCore
internal import RosterJSON

extension ChangesetLogEntry {
  /// Returns the same entry with other values: models, section models, states and user info,
  /// including expected ones, in the order of the entry.
  ///
  /// A section model that becomes `null` is left out, and so is user info that is no longer an
  /// object.
  func mapValues(_ transform: (JSONValue) -> JSONValue) -> ChangesetLogEntry {
    switch self {
    case .changeset(var logged):
      logged.changeset = logged.changeset.mapValues(transform)
      logged.states = logged.states.mapValues(transform)
      logged.userInfo = logged.userInfo.flatMap { transform(.object($0)).objectValue }
      return .changeset(logged)
    case .expect(var expectation):
      expectation.sections = expectation.sections.map { $0.map { $0.map(transform) } }
      expectation.sectionModels = expectation.sectionModels.map { $0.mapSectionModels(transform) }
      expectation.states = expectation.states.mapValues(transform)
      return .expect(expectation)
    case .reopen, .undo, .redo: return self
    }
  }
}

extension Changeset<JSONValue, JSONValue> {
  fileprivate func mapValues(_ transform: (JSONValue) -> JSONValue) -> Self {
    Changeset(
      validating: outline, updatedModels: updatedModels.map(transform),
      insertedModels: insertedModels.map(transform),
      updatedSectionModels: updatedSectionModels.mapSectionModels(transform),
      insertedSectionModels: insertedSectionModels.mapSectionModels(transform)) ?? self
  }
}

extension [JSONValue?] {
  fileprivate func mapSectionModels(_ transform: (JSONValue) -> JSONValue) -> Self {
    map { model in
      guard let model = model.map(transform), model != .null else { return nil }
      return model
    }
  }
}

extension [LoggedState] {
  fileprivate func mapValues(_ transform: (JSONValue) -> JSONValue) -> Self {
    map { state in
      var state = state
      if let value = state.state?.value { state.state?.value = transform(value) }
      return state
    }
  }
}
