internal import RosterCore

/// A change that is made when its turn comes.
final class DraftModification<
  Model: Sendable, SectionModel: Sendable, Output: Sendable, Value: Sendable
>: Modification {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>
  typealias Body =
    @Sendable (ListSnapshot<Model, SectionModel>, inout ListDraft<Model, SectionModel>) throws ->
    Value

  let ticket: ModificationTicket?
  let pending = Pending<DataSource.Batch>()
  let annotation: ChangeAnnotation
  let keepsUp: Bool
  private let body: Body
  private let dataSource: DataSource
  private let value = ReturnedValue<Value>()

  /// - Parameter keepsUp: Whether the change brings the list up to date with what it shows.
  init(
    _ annotation: ChangeAnnotation, _ mode: ModificationMode, _ dataSource: DataSource,
    keepsUp: Bool = false, _ body: @escaping Body
  ) {
    ticket = dataSource.runner.ticket(.change, annotation, mode)
    self.annotation = annotation
    self.keepsUp = keepsUp
    self.body = body
    self.dataSource = dataSource
  }

  var admission: Admission { .draft }

  var joint: (any JointWork)? { nil }

  /// What the closure has returned.
  ///
  /// - Precondition: The change has succeeded.
  var returned: Value { value.kept }

  // The list that it was made on is no longer that of the commit.
  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    var draft = dataSource.draft(on: source)
    try value.keep { try body(draft.source, &draft) }
    return try dataSource.plan(draft, of: self)
  }
}

extension ListDataSource {
  /// Returns a draft of the list without a step.
  func draft(on state: ListState) -> Draft {
    Draft(of: Snapshot(state: state, models: reader.models))
  }

  /// Plans what the steps of a draft come to.
  ///
  /// - Parameter otherParts: The parts of the change in other lists.
  func plan(
    _ draft: Draft, of modification: some Modification<Batch>, _ otherParts: [JournalPart] = []
  ) throws(DataSourceError) -> any ModificationPlan {
    try plan(
      draft, modification.annotation, modification.ticket, otherParts, of: modification)
  }

  /// Plans what the steps of a draft come to.
  ///
  /// - Parameters:
  ///   - annotation: What the batch says, unless the draft says it.
  ///   - modification: What gets the outcome; `nil` if the change is part of something else.
  func plan(
    _ draft: Draft, _ annotation: ChangeAnnotation, _ ticket: ModificationTicket?,
    _ otherParts: [JournalPart] = [], of modification: (any Modification<Batch>)? = nil
  ) throws(DataSourceError) -> ChangePlan<Model, SectionModel, Output> {
    let result = try draft.finished()
    return try ChangePlan(
      result.changeset, result.change, result.states, draft.annotation ?? annotation, self,
      otherParts: otherParts, qos: ticket?.qos ?? .default, maySplit: true, of: modification)
  }
}
