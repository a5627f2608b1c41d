internal import RosterConcurrency
package import RosterCore

/// A list that a change of others brings up to date with what it shows, in the same transaction.
///
/// Its draft is made behind theirs, so that the list shows what they have written. It gets a revision only if that has
/// changed something.
package struct JointUpkeep: Sendable {
  let place: JointPlace
  /// The number of the list in its store.
  package var listNumber: Int? { place.address?.number }
  /// Makes the draft of the list.
  let draft: @Sendable (ListState) throws -> Void
  /// Makes what waits in the queue of the list.
  let part: @Sendable (JointChange, ModificationMode) -> any Modification

  /// Makes the upkeep of a list; `nil` if the list takes no changes now: it is closed or suspended, or too many wait.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - annotation: What its batch says.
  ///   - whenCommitted: Is called when the transaction is committed, also if the list has stayed as it was.
  ///   - body: Brings the list up to date. It throws ``Upkeep/NothingNew`` to leave the list as it is; anything else
  ///     that it throws fails the change in all lists.
  package init?<Model, SectionModel, Output>(
    of list: ListDataSource<Model, SectionModel, Output>, _ annotation: ChangeAnnotation,
    whenCommitted: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (inout ListDraft<Model, SectionModel>) throws -> Void
  ) {
    do throws(DataSourceError) {
      try list.runner.pipeline.withLock { (queue) throws(DataSourceError) in
        try queue.requireRoom()
      }
    } catch {
      return nil
    }
    let member = JointMember(list, keepsUp: true)
    place = member.place
    draft = { state in
      do {
        try member.drafting(on: state, body)
      } catch is Upkeep.NothingNew {
        return
      }
    }
    part = { change, mode in
      let part = JointUpkeepModification(member, of: change, annotation, mode)
      part.pending.whenResolved { [weak pending = part.pending] in
        if case .success = pending?.outcome { whenCommitted() }
      }
      return part
    }
  }
}

/// The part of a joint change in a list that it brings up to date.
private final class JointUpkeepModification<
  Model: Sendable, SectionModel: Sendable, Output: Sendable
>: Modification {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<[DataSource.Batch]>()
  let annotation: ChangeAnnotation
  private let member: JointMember<Model, SectionModel, Output>
  private let change: JointChange

  init(
    _ member: JointMember<Model, SectionModel, Output>, of change: JointChange,
    _ annotation: ChangeAnnotation, _ mode: ModificationMode
  ) {
    ticket = member.dataSource.runner.ticket(.change, annotation, mode)
    self.annotation = annotation
    self.member = member
    self.change = change
  }

  var admission: Admission { .draft }

  var keepsUp: Bool { true }

  var joint: (any JointWork)? { change }

  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    var drafts: [DataSource.Draft] = []
    if let draft = member.draft(), try !draft.changesNothing() { drafts.append(draft) }
    return try ChangeRowPlan(drafts, on: source, of: self) { (draft) throws(DataSourceError) in
      try member.dataSource.plan(draft, annotation, ticket)
    }
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
    change.fail(error)
  }
}
