internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// A list in memory that does what a log says, as the format describes it.
///
/// It knows no database and no data source, so what fails there does not fail here: it tells what
/// the list of a failing log should have been.
struct LoggedList {
  /// What becomes of an entry.
  enum Outcome: Equatable {
    /// It was applied, or it asks for nothing.
    case done
    /// It was refused.
    case refused(EntryRefusal)
    /// What was expected is not so: these parts of it.
    case unmet([ExpectedPart])
    /// There is nothing to undo or redo.
    case nothingToTakeBack
  }

  /// The items, their models and states.
  struct Contents {
    var list = ListState()
    var models: [ItemID: JSONValue] = [:]
    /// Of the sections that have one.
    var sectionModels: [SectionID: JSONValue] = [:]
    var states: [TreeID: [ScopePath: JSONState]] = [:]
  }

  private(set) var contents = Contents()
  /// Why the entry before was refused, if it was.
  private(set) var refusal: EntryRefusal?
  private var history: LoggedHistory?

  /// Makes an empty list.
  ///
  /// - Parameter remembersHistory: Whether the log undoes or redoes anything; remembering costs a
  ///   copy of the list a revision.
  init(remembersHistory: Bool) {
    history = remembersHistory ? LoggedHistory() : nil
  }

  var list: ListState { contents.list }

  /// Does what an entry says. What is refused changes nothing.
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

  /// Forgets that the entry before was refused.
  mutating func forgetRefusal() { refusal = nil }

  // MARK: Applying

  /// Applies a changeset and states.
  ///
  /// - Parameter returning: The identities of what is inserted; new ones if `nil`.
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
    // A copy that is kept costs one of all models, so there is none without a history.
    let before = history == nil ? Contents() : contents
    contents.list = change.target
    contents.takeModels(of: logged.changeset, change)
    for (tree, state) in states { contents.set(state.state, scope: state.scope, of: tree) }
    history?.append(
      LoggedHistory.Step(
        record: change.record,
        states: states.map { StateAddress(tree: $0.tree, scope: $0.logged.scope) },
        group: logged.group, before: before),
      isChange: !logged.changeset.isEmpty || !states.isEmpty)
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
    let applied = try list.replaying(step.record.inverse)
    let returning =
      applied.identities.insertedItems.map(TreeID.item)
      + applied.identities.insertedSections.flatMap(\.trees)
    contents.list = applied.target
    contents.restoreModels(from: step.before, applied)
    for tree in returning { contents.states[tree] = step.before.states[tree] }
    // States that the revision wrote come back unless they were changed since.
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
  /// What has the states at a place, `nil` if nothing stands there.
  func tree(at place: LoggedPlace) throws -> TreeID? {
    switch place {
    case .item(let path): try itemID(at: path).map(TreeID.item)
    case .supplement(let kind, let section):
      sectionID(at: section).map { .supplement(SupplementID(kind, of: $0)) }
    }
  }

  /// Where a tree stands, `nil` if it is not in the list.
  func place(of tree: TreeID) throws -> LoggedPlace? {
    switch tree {
    case .item(let item): try path(of: item).map(LoggedPlace.item)
    case .supplement(let supplement):
      index(of: supplement.section).map { .supplement(supplement.kind, ofSection: $0) }
    }
  }

  fileprivate func has(_ tree: TreeID) throws -> Bool { try place(of: tree) != nil }
}

extension SectionID {
  fileprivate var trees: [TreeID] {
    SupplementKind.allCases.map { .supplement(SupplementID($0, of: self)) }
  }
}

extension LoggedPlace {
  /// Why a state is refused for which nothing stands here.
  fileprivate var absence: EntryRefusal {
    switch self {
    case .item(let path): .noSuchItem(path)
    case .supplement(_, let section): .noSuchSection(section)
    }
  }
}
