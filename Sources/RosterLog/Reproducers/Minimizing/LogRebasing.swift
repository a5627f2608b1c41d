internal import RosterCore
internal import RosterJSON

/// Rewrites the entries of a log from which elements were removed, so that they keep their meaning.
///
/// Two lists follow the log side by side: the original one, and one without the removed elements.
/// Items and sections have the same identities in both. So a changeset of the one is rewritten for
/// the other by the identities that its paths name:
///
///     as it was      insert a b c    remove [0, 0]    update [0, 1]
///     without        insert a b c                     update [0, 2]
///
/// Expectations that held still hold afterwards; the others stay as they are.
struct LogRebasing {
  private var former: LoggedList
  private var current: LoggedList

  private init(remembersHistory: Bool) {
    former = LoggedList(remembersHistory: remembersHistory)
    current = LoggedList(remembersHistory: remembersHistory)
  }

  /// Returns the entries of an edit, rewritten so that they fit.
  ///
  /// - Parameters:
  ///   - edit: For each entry of the log what remains of it, `nil` for nothing.
  ///   - entries: The entries of the log.
  static func entries(
    of edit: [ChangesetLogEntry?], from entries: [ChangesetLogEntry]
  ) throws -> [ChangesetLogEntry] {
    var rebasing = LogRebasing(remembersHistory: entries.takeBack)
    return try zip(entries, edit).compactMap { try rebasing.take($0, leaving: $1) }
  }

  private mutating func take(
    _ entry: ChangesetLogEntry, leaving rest: ChangesetLogEntry?
  ) throws -> ChangesetLogEntry? {
    switch (entry, rest) {
    case (.changeset(let logged), .changeset(let rest)):
      return try take(logged, leaving: rest).map { .changeset($0) }
    case (.expect(let expectation), .expect(let rest)):
      return try take(expectation, leaving: rest).map { .expect($0) }
    default:
      let outcome = try former.take(entry)
      guard let rest else {
        // The former list has passed the expectation, so the current list discards the refusal too.
        if case .expect = entry { current.forgetRefusal() }
        return nil
      }
      guard outcome != .nothingToTakeBack else { return rest }
      return try current.take(rest) == .nothingToTakeBack ? nil : rest
    }
  }

  // MARK: Changesets

  private mutating func take(
    _ logged: LoggedChangeset, leaving rest: LoggedChangeset
  ) throws -> LoggedChangeset? {
    let source = former.list
    if case .refused = try former.take(.changeset(logged)) {
      // A refused entry has no meaning to keep. It stays if it is refused again.
      var trial = current
      guard case .refused = try trial.take(.changeset(rest)) else { return nil }
      current = trial
      return rest
    }
    let proof = try logged.changeset.outline.verified(against: source)
    let identified = try IdentifiedChangeset(rest.changeset, in: former.list)
    let rebased = try identified.changeset.rebased(as: proof, from: source, onto: current.list)
    let (changeset, returning) = IdentifiedChangeset(rebased.changeset).parts
    let target = try current.list.applying(
      changeset.outline.verified(against: current.list), returning: returning
    ).target
    var result = rest
    result.changeset = changeset
    result.states = try rest.states.compactMap { state in
      guard let place = try place(state.place, in: target) else { return nil }
      return LoggedState(place, scope: state.scope, state.state)
    }
    _ = try current.apply(result, returning: returning)
    return result
  }

  /// Returns where the item or section at a place of the former list stands in another list.
  private func place(_ place: TreePlace, in list: ListState) throws -> TreePlace? {
    try former.list.tree(at: place).flatMap { try list.place(of: $0) }
  }

  // MARK: Expectations

  private mutating func take(
    _ expectation: Expectation, leaving rest: Expectation
  ) throws -> Expectation? {
    var result = rest
    for part in ExpectedPart.allCases where try part.isMet(in: expectation, by: former) {
      if part == .states {
        result.states = try result.states.compactMap { state in
          try place(state.place, in: current.list).map {
            LoggedState($0, scope: state.scope, state.state)
          }
        }
      }
      result = try part.rewritten(result, for: current)
    }
    _ = try former.take(.expect(expectation))
    _ = try current.take(.expect(result))
    return result == Expectation() && rest != Expectation() ? nil : result
  }
}

/// A changeset whose models carry the identities under which they are inserted.
private struct IdentifiedChangeset {
  struct Item {
    var id: ItemID?
    var model: JSONValue
  }
  struct Section {
    var id: SectionID?
    var model: JSONValue?
  }

  let changeset: Changeset<Item, Section>

  init(_ changeset: Changeset<Item, Section>) { self.changeset = changeset }

  /// - Parameter target: The list after the changeset, or after one of which it is a part.
  init(_ changeset: Changeset<JSONValue, JSONValue>, in target: ListState) throws {
    self.changeset = try Changeset { builder in
      for (path, model) in changeset.updatedItems {
        builder.updateItem(at: path, Item(model: model))
      }
      for path in changeset.removedItems { builder.removeItem(at: path) }
      for move in changeset.movedItems { builder.moveItem(from: move.source, to: move.target) }
      for (path, model) in changeset.insertedItems {
        builder.insertItem(Item(id: try target.itemID(at: path), model: model), at: path)
      }
      for (section, model) in changeset.updatedSections {
        builder.updateSection(at: section, Section(model: model))
      }
      for section in changeset.removedSections { builder.removeSection(at: section) }
      for move in changeset.movedSections {
        builder.moveSection(from: move.source, to: move.target)
      }
      for (section, model) in changeset.insertedSections {
        builder.insertSection(
          at: section, Section(id: target.sectionID(at: section), model: model))
      }
    }
  }

  /// The changeset itself, and the identities.
  var parts: (Changeset<JSONValue, JSONValue>, ListState.ReturningIdentities) {
    let outline = changeset.outline
    let plain = Changeset<JSONValue, JSONValue>(
      validating: outline, updatedModels: changeset.updatedModels.map(\.model),
      insertedModels: changeset.insertedModels.map(\.model),
      updatedSectionModels: changeset.updatedSectionModels.map { $0?.model },
      insertedSectionModels: changeset.insertedSectionModels.map { $0?.model })
    return (
      plain ?? Changeset(),
      ListState.ReturningIdentities(
        items: changeset.insertedModels.compactMap(\.id),
        sections: changeset.insertedSectionModels.compactMap { $0?.id })
    )
  }
}
