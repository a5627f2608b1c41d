internal import RosterConcurrency
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
  private let body: Body
  private let dataSource: DataSource
  private let value = Guarded<Value?>(nil)

  init(
    _ annotation: ChangeAnnotation, _ mode: ModificationMode, _ dataSource: DataSource,
    _ body: @escaping Body
  ) {
    ticket = dataSource.runner.ticket(.change, annotation, mode)
    self.annotation = annotation
    self.body = body
    self.dataSource = dataSource
  }

  var admission: Admission { .draft }

  /// What the closure has returned.
  ///
  /// - Precondition: The change has succeeded.
  var returned: Value {
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("a change that has succeeded was made")
    }
    return value
  }

  // The list that it was made on is no longer that of the commit.
  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    let result = try draft(on: source)
    return try ChangePlan(
      result.changeset,
      source.change(byDifference: result.changeset.outline, returning: result.inserted),
      result.states, annotation, dataSource, qos: ticket?.qos ?? .default, maySplit: true, of: self)
  }

  private func draft(
    on source: ListState
  ) throws(DataSourceError) -> ListDraft<Model, SectionModel>.Result {
    let list = ListSnapshot<Model, SectionModel>(
      state: source, models: dataSource.reader.models)
    var draft = ListDraft(of: list)
    do {
      let returned = try body(list, &draft)
      value.withLock { $0 = returned }
    } catch let error as DataSourceError where !error.isStorageFailure {
      throw error
    } catch {
      // A failure of storage may be that of another list, and nothing of this one is lost by it.
      throw .thrown(error)
    }
    return try draft.finished()
  }
}
