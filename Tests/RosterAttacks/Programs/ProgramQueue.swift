import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport

/// Queues actions in a list, and knows from the model what is to become of each.
struct ProgramQueue {
  private let list: ProgramList
  private let number: Int
  private var done: Done
  private(set) var verdicts: [ProgramVerdict] = []
  private var pending: [PendingAction] = []

  private enum PendingAction {
    case change(Pending<ProgramList.Batch>)
    case steps(Pending<[ProgramList.Batch]>)
    case update(Pending<UpdateOutcome<ProgramList.Batch>>)
    case done(ProgramVerdict)
  }

  /// - Parameter number: Tells the actions of one step from those of others.
  init(_ list: ProgramList, _ model: ListModel, number: Int) {
    self.list = list
    done = Done(model: model)
    self.number = number
  }

  /// The list after everything that was queued.
  var model: ListModel { done.model }
  /// What was queued, as far as a log can say it.
  var log: [ChangesetLogEntry] { done.log }

  /// Queues an action.
  mutating func enqueue(_ action: ProgramAction) throws {
    let before = model
    verdicts.append(done.take(action))
    do {
      pending.append(try enqueued(action, on: before))
    } catch let divergence as ProgramDivergence {
      throw divergence
    } catch {
      pending.append(.done(.refused(ProgramRefusal(error))))
    }
  }

  /// Waits for all of them.
  func outcomes() async -> [ProgramVerdict] {
    var outcomes: [ProgramVerdict] = []
    for pending in pending {
      do {
        switch pending {
        case .done(let verdict): outcomes.append(verdict)
        case .change(let change):
          _ = try await change.value
          outcomes.append(.applied(revisionCount: 1))
        case .steps(let steps):
          outcomes.append(.applied(revisionCount: try await steps.value.count))
        case .update(let update):
          outcomes.append(.applied(revisionCount: try await update.value.batch == nil ? 0 : 1))
        }
      } catch {
        outcomes.append(.refused(ProgramRefusal(error)))
      }
    }
    return outcomes
  }

  /// The revision of the batch of the first action, if it was applied.
  func firstRevision() async -> Revision? {
    guard case .change(let change) = pending.first else { return nil }
    return try? await change.value.changes.targetRevision
  }

  // MARK: Queueing

  /// So that no two updates become one revision, whose number depends on when they are taken.
  private func annotation(group: String? = nil) -> ChangeAnnotation {
    ChangeAnnotation(at: "\(number).\(pending.count)", group: group)
  }

  private func enqueued(_ action: ProgramAction, on model: ListModel) throws -> PendingAction {
    let contents = model.now.contents
    switch action {
    case .change(let edit, let mode): return try change(edit, mode, on: model)
    case .become(let rows):
      return .change(
        try list.enqueue(
          .contents(rows.contents, by: Identification(items: \.programKey, sections: \.programKey)),
          annotation()))
    case .count(let place, let number, let byAction):
      let edit: TreeEdit =
        byAction
        ? .perform(
          ActionReference(
            target: .scope(place.scope), name: "add", arguments: [.number(Double(number))]),
          arguments: [], from: .root)
        : place.update(adding: number)
      return .update(try list.enqueue(.edits([edit], in: place.tree(in: contents)), annotation()))
    case .undo: return .steps(try list.enqueue(.undo(), annotation()))
    case .redo: return .steps(try list.enqueue(.redo(), annotation()))
    default: throw ProgramDivergence("\(action) cannot be queued")
    }
  }

  private func change(
    _ edit: ProgramEdit, _ mode: ProgramAction.Mode, on model: ListModel
  ) throws -> PendingAction {
    let contents = model.now.contents
    let changeset = edit.changeset(for: contents.counts)
    let states = assignments(edit, changeset, on: contents)
    let annotation = annotation(group: edit.group)
    // The others are for a list that nothing is pending of.
    switch pending.isEmpty ? mode : .queued {
    case .queued:
      return .change(try list.enqueue(changeset, states: states, annotation))
    case .synchronous:
      _ = try list.applySynchronously(changeset, states: states, annotation)
      return .done(.applied(revisionCount: 1))
    case .precomputed:
      let change = try list.precompute(changeset, states: states, annotation)
      let target = (try? contents.applying(changeset))?.counts
      guard change.changes.target.itemCounts == target else {
        throw ProgramDivergence("a change that was computed ahead leads to another list")
      }
      return .change(try list.enqueue(.precomputed(change)))
    case .based:
      return .change(
        try list.enqueue(.changeset(changeset, basedOn: model.revision, states: states), annotation)
      )
    }
  }

  /// The states that an edit writes, of places in the list after it.
  private func assignments(
    _ edit: ProgramEdit, _ changeset: Changeset<JSONValue, JSONValue>,
    on contents: ListModel.Contents
  ) -> [StateAssignment] {
    guard let target = try? contents.applying(changeset) else { return [] }
    // Two places may be one counter.
    return model.counters(edit, in: target).compactMap { address, count in
      switch address.tree {
      case .item(let id):
        target.path(of: id).map {
          StateAssignment(
            item: .path($0), scope: address.scope, state: .programCounter(count))
        }
      case .supplement(let id):
        target.sectionIDs.firstIndex(of: id.section.rawValue).map {
          StateAssignment(
            supplement: SupplementReference(id.kind, of: .index($0)), scope: address.scope,
            state: .programCounter(count))
        }
      }
    }
  }
}

extension ProgramQueue {
  /// What was done to a list.
  struct Done {
    /// The list after it.
    private(set) var model: ListModel
    /// All of it, as far as a log can say it: an update is none that undo passes over there.
    private(set) var log: [ChangesetLogEntry] = []

    init(model: ListModel) { self.model = model }

    /// Notes an action.
    @discardableResult
    mutating func take(_ action: ProgramAction) -> ProgramVerdict {
      let before = model.now
      let verdict = model.take(action)
      log += entries(of: action, before, isRefused: verdict.isRefusal)
      return verdict
    }

    private func entries(
      of action: ProgramAction, _ before: ListModel.Moment, isRefused: Bool
    ) -> [ChangesetLogEntry] {
      switch action {
      case .change(let edit, _): change(edit, before, isRefused: isRefused)
      case _ where isRefused: []
      case .become(let rows): become(rows, before)
      case .undo: [.undo]
      case .redo: [.redo]
      default: []
      }
    }

    private func change(
      _ edit: ProgramEdit, _ before: ListModel.Moment, isRefused: Bool
    ) -> [ChangesetLogEntry] {
      var logged = LoggedChangeset(
        edit.changeset(for: before.contents.counts), group: edit.group)
      if isRefused {
        var refusal = Expectation()
        refusal.error = ExpectedError()
        return [.changeset(logged), .expect(refusal)]
      }
      let target = model.now.contents
      logged.states = model.counters(edit, in: target).compactMap {
        LoggedState(address: $0.key, count: $0.value, in: target)
      }
      return [.changeset(logged)]
    }

    private func become(
      _ rows: ListRows<JSONValue, JSONValue>, _ before: ListModel.Moment
    ) -> [ChangesetLogEntry] {
      let key = Identification<JSONValue, JSONValue, [UInt8], [UInt8]>(
        items: \.programKey, sections: \.programKey)
      guard let target = try? IdentifiedContents(rows.contents, by: key) else { return [] }
      return [.changeset(LoggedChangeset(target.changeset(from: before.contents.rows.contents)))]
    }
  }
}

extension ProgramPlace {
  fileprivate func update(adding number: Int) -> TreeEdit {
    switch self {
    case .entry, .missing: .update(scope, of: ProgramEntry.self) { $0.count += number }
    case .part: .update(scope, of: ProgramPart.self) { $0.count += number }
    case .header, .footer: .update(scope, of: ProgramTitle.self) { $0.count += number }
    }
  }
}

extension LoggedState {
  /// A counter where it stands; `nil` if it is gone.
  fileprivate init?(address: StateAddress, count: Int, in contents: ListModel.Contents) {
    let place: TreePlace
    switch address.tree {
    case .item(let id):
      guard let path = contents.path(of: id) else { return nil }
      place = .item(path)
    case .supplement(let id):
      guard let section = contents.sectionIDs.firstIndex(of: id.section.rawValue) else {
        return nil
      }
      place = .supplement(id.kind, ofSection: section)
    }
    self.init(place, scope: address.scope, JSONState(["count": .number(Double(count))]))
  }
}

extension ListRows {
  fileprivate var contents: ListContents<Model, SectionModel> {
    ListContents(sections.map { .init(model: $0.model, items: $0.items) })
  }
}

extension ProgramVerdict {
  var isRefusal: Bool { if case .refused = self { true } else { false } }
}
