internal import RosterConcurrency
internal import RosterCore

/// A joint change with what its closure returns.
struct JointDrafting<Value: Sendable>: Sendable {
  let change: JointChange
  private let value = ReturnedValue<Value>()

  /// - Parameters:
  ///   - places: The lists, and where each is kept; `nil` for one that cannot be changed together with
  ///     others.
  ///   - body: Makes the drafts of the lists, each on the state at its index.
  /// - Throws: `notInStore`, `repeatedList`.
  init(
    _ places: [(runner: ModificationRunner, address: ListAddress?)], in store: any ListStore,
    _ body: @escaping @Sendable ([ListState]) throws -> Value
  ) throws(DataSourceError) {
    var members: [JointChange.Member] = []
    for (index, place) in places.enumerated() {
      guard let address = place.address, address.store === store else {
        throw .notInStore(position: index + 1)
      }
      guard !members.contains(where: { $0.address.number == address.number }) else {
        throw .repeatedList(position: index + 1)
      }
      members.append(JointChange.Member(runner: place.runner, address: address))
    }
    change = JointChange(members) { [value] (states) throws(DataSourceError) in
      try value.keep { try body(states) }
    }
  }

  /// What the closure has returned.
  ///
  /// - Precondition: The change has succeeded.
  var returned: Value { value.kept }
}

/// A list of a joint change, with what the closure of the change makes of it.
struct JointMember<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let dataSource: DataSource
  /// The list as the closure has left it.
  private let drafted = Guarded<DataSource.Draft?>(nil)

  init(_ dataSource: DataSource) { self.dataSource = dataSource }

  var place: (runner: ModificationRunner, address: ListAddress?) {
    (dataSource.runner, dataSource.address)
  }

  /// Calls a closure with a draft of the list.
  func drafting<Value>(
    on state: ListState, _ body: (inout DataSource.Draft) throws -> Value
  ) rethrows -> Value {
    var draft = dataSource.draft(on: state)
    let value = try body(&draft)
    drafted.withLock { [draft] in $0 = draft }
    return value
  }

  /// Returns the draft that the closure has made last.
  func draft() -> DataSource.Draft {
    guard let draft = drafted.withLock({ $0 }) else {
      preconditionFailure("a part is planned when the closure has returned")
    }
    return draft
  }
}

/// The part of a joint change in one list.
final class JointModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<DataSource.Batch>()
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

  var joint: JointChange? { change }

  // The lists that it was made on are no longer those of the commit.
  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    try member.dataSource.plan(
      member.draft(), of: self, change.otherParts(than: member.dataSource.runner))
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
    change.fail(error)
  }
}
