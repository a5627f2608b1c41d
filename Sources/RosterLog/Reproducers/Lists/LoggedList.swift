internal import RosterCore
internal import RosterJSON

/// A list in memory that applies a log as the description of the format requires.
///
/// It uses no database and no data source, so their failures do not occur here. It shows what the
/// list of a failing log should have been.
struct LoggedList {
  /// The outcome of an entry.
  enum Outcome: Equatable {
    /// The entry was applied, or requires nothing.
    case done
    /// The entry was refused.
    case refused(EntryRefusal)
    /// These parts of an expectation do not hold.
    case unmet([ExpectedPart])
    /// There is nothing to undo or redo.
    case nothingToTakeBack
  }

  /// The items, their models and states.
  struct Contents {
    var list = ListState()
    var models: [ItemID: JSONValue] = [:]
    /// The models of the sections that have one.
    var sectionModels: [SectionID: JSONValue] = [:]
    var states: [TreeID: [ScopePath: JSONState]] = [:]
  }

  private(set) var contents = Contents()
  /// The refusal of the entry before, if it was refused.
  private(set) var refusal: EntryRefusal?
  private var history: LoggedHistory?

  /// Makes an empty list.
  ///
  /// - Parameter remembersHistory: Whether the log undoes or redoes anything. The history costs a
  ///   copy of the list for each revision.
  init(remembersHistory: Bool) {
    history = remembersHistory ? LoggedHistory() : nil
  }

  var list: ListState { contents.list }

  /// Applies an entry. A refused entry changes nothing.
  mutating func take(_ entry: ChangesetLogEntry) throws -> Outcome {
    switch entry {
    case .changeset(let logged): return try apply(logged)
    case .expect(let expectation):
      defer { refusal = nil }
      let unmet = try ExpectedPart.allCases.filter { try !$0.isMet(in: expectation, by: self) }
      return unmet.isEmpty ? .done : .unmet(unmet)
    case .reopen:
      refusal = nil
      return .done
    case .undo: return try takeBack(\.undo)
    case .redo: return try takeBack(\.redo)
    }
  }

  /// Discards the refusal of the entry before.
  mutating func forgetRefusal() { refusal = nil }

  // MARK: Applying

  /// Applies a changeset and states.
  ///
  /// - Parameter returning: The identities of the inserted items and sections; new ones if `nil`.
  mutating func apply(
    _ logged: LoggedChangeset, returning: ListState.ReturningIdentities? = nil
  ) throws -> Outcome {
    refusal = nil
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try logged.changeset.outline.verified(against: list)
    } catch {
      return refuse(.changeset(error))
    }
    let change = try list.applying(proof, returning: returning)
    var states: [(tree: TreeID, logged: LoggedState)] = []
    for state in logged.states.ascending() {
      guard let tree = try change.target.tree(at: state.place) else {
        return refuse(state.place.absence)
      }
      states.append((tree, state))
    }
    // Keeping a copy costs a copy of all models, so a list without a history keeps none.
    let before = history == nil ? Contents() : contents
    contents.list = change.target
    contents.takeModels(of: logged.changeset, change)
    for (tree, state) in states { contents.set(state.state, scope: state.scope, of: tree) }
    history?.append(
      LoggedHistory.Step(
        record: change.record,
        states: states.map { StateAddress(tree: $0.tree, scope: $0.logged.scope) },
        group: logged.group, isOfStandardScope: logged.undo == .standard, before: before),
      isChange: logged.undo == .standard && (!logged.changeset.isEmpty || !states.isEmpty))
    return .done
  }

  private mutating func refuse(_ refusal: EntryRefusal) -> Outcome {
    self.refusal = refusal
    return .refused(refusal)
  }

  // MARK: Undo and redo

  private mutating func takeBack(
    _ stack: WritableKeyPath<LoggedHistory.Tops, Int>
  ) throws -> Outcome {
    refusal = nil
    let revisions = history?.revisionsToTakeBack(stack) ?? []
    for revision in revisions { try takeBack(revision, stack) }
    return revisions.isEmpty ? .nothingToTakeBack : .done
  }

  private mutating func takeBack(
    _ revision: Int, _ stack: WritableKeyPath<LoggedHistory.Tops, Int>
  ) throws {
    guard let history else { return }
    let step = history[revision]
    let after = history.contents(at: revision) ?? contents
    let before = contents
    let applied =
      if let moved = history.movesOfOthers(after: revision) {
        try list.replaying(
          after.withoutOverwriting(step.record.inverse, in: contents), madeFor: after.list,
          leaving: list.displaced(among: moved, since: after.list))
      } else {
        try list.replaying(step.record.inverse)
      }
    let returning =
      applied.identities.insertedItems.map(TreeID.item)
      + applied.identities.insertedSections.flatMap(\.trees)
    contents.list = applied.target
    contents.restoreModels(from: step.before, applied)
    for tree in returning { contents.states[tree] = step.before.states[tree] }
    // States that the revision wrote are restored unless they have changed since.
    var written: [StateAddress] = []
    for address in step.states where !returning.contains(address.tree) {
      let (tree, scope) = (address.tree, address.scope)
      guard try applied.target.has(tree),
        contents.states[tree]?[scope] == after.states[tree]?[scope]
      else { continue }
      contents.set(step.before.states[tree]?[scope], scope: scope, of: tree)
      written.append(address)
    }
    self.history?.append(
      LoggedHistory.Step(
        record: applied.record, states: written, group: step.group, before: before),
      takingBack: revision, stack)
  }
}

extension LoggedList.Contents {
  fileprivate mutating func takeModels(
    of changeset: Changeset<JSONValue, JSONValue>, _ change: ListChange
  ) {
    let identities = change.identities
    for (id, model) in zip(identities.updatedItems, changeset.updatedModels) { models[id] = model }
    for (id, model) in zip(identities.insertedItems, changeset.insertedModels) {
      models[id] = model
    }
    for (id, model) in zip(identities.updatedSections, changeset.updatedSectionModels) {
      sectionModels[id] = model
    }
    for (id, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
      sectionModels[id] = model
    }
    forgetRemoved(identities)
  }

  /// Returns an inverse that was made for this list without the models that a later list has changed.
  fileprivate func withoutOverwriting(_ inverse: ChangeRecord, in later: Self) -> ChangeRecord {
    inverse.withoutUpdates(
      of: Set(inverse.identities.updatedItems.filter { models[$0] != later.models[$0] }),
      Set(
        inverse.identities.updatedSections.filter {
          sectionModels[$0] != later.sectionModels[$0]
        }))
  }

  fileprivate mutating func restoreModels(from former: Self, _ change: ListChange) {
    let identities = change.identities
    for id in identities.updatedItems + identities.insertedItems { models[id] = former.models[id] }
    for id in identities.updatedSections + identities.insertedSections {
      sectionModels[id] = former.sectionModels[id]
    }
    forgetRemoved(identities)
  }

  private mutating func forgetRemoved(_ identities: ChangeIdentities) {
    for item in identities.removedItems {
      models[item.id] = nil
      states[.item(item.id)] = nil
    }
    for section in identities.removedSections {
      sectionModels[section] = nil
      for tree in section.trees { states[tree] = nil }
    }
  }

  fileprivate mutating func set(_ state: JSONState?, scope: ScopePath, of tree: TreeID) {
    states[tree, default: [:]][scope] = state
  }
}

extension ListState {
  fileprivate func has(_ tree: TreeID) throws -> Bool { try place(of: tree) != nil }
}

extension SectionID {
  fileprivate var trees: [TreeID] {
    SupplementKind.allCases.map { .supplement(SupplementID($0, of: self)) }
  }
}

extension TreePlace {
  /// The refusal of a state whose item or section does not exist.
  fileprivate var absence: EntryRefusal {
    switch self {
    case .item(let path): .noSuchItem(path)
    case .supplement(_, let section): .noSuchSection(section)
    }
  }
}
