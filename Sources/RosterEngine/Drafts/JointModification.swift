internal import RosterConcurrency
internal import RosterCore

/// A joint change with what its closure returns.
struct JointDrafting<Value: Sendable>: Sendable {
  let change: JointChange
  /// The parts in the lists that are brought up to date.
  let upkeepParts: [any Modification]
  private let value = ReturnedValue<Value>()

  /// - Parameters:
  ///   - places: The lists.
  ///   - setting: What the change is made with.
  ///   - body: Makes the drafts of the lists, each on the state at its index.
  /// - Throws: `notInStore`, `repeatedList`.
  init(
    _ places: [JointPlace], _ setting: JointSetting,
    _ body: @escaping @Sendable ([ListState]) throws -> Value
  ) throws(DataSourceError) {
    let upkeep = setting.upkeep
    var members: [JointChange.Member] = []
    for (index, place) in (places + upkeep.map(\.place)).enumerated() {
      guard let address = place.address, address.store === setting.store else {
        throw .notInStore(position: index + 1)
      }
      guard !members.contains(where: { $0.address.number == address.number }) else {
        throw .repeatedList(position: index + 1)
      }
      members.append(
        JointChange.Member(runner: place.runner, address: address, keepsUp: place.keepsUp))
    }
    change = JointChange(members, in: setting.transaction) {
      [value] (states) throws(DataSourceError) in
      try value.keep {
        let returned = try body(Array(states.prefix(places.count)))
        // Behind what the closure has written.
        for (upkeep, state) in zip(upkeep, states.dropFirst(places.count)) {
          try upkeep.draft(state)
        }
        return returned
      }
    }
    upkeepParts = upkeep.map { [change] in $0.part(change, setting.mode) }
  }

  /// What the closure has returned.
  ///
  /// - Precondition: The change has succeeded.
  var returned: Value { value.kept }
}

/// A list that is to be changed together with others.
struct JointPlace: Sendable {
  var runner: ModificationRunner
  /// Where it is kept; `nil` if it cannot be changed together with others.
  var address: ListAddress?
  /// Whether the change brings it up to date with what it shows.
  var keepsUp = false
}

/// A list of a joint change, with what the closure of the change makes of it.
///
/// An object, because the parts of the change and the closures that make it share it.
final class JointMember<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let dataSource: DataSource
  let place: JointPlace
  /// The list as the closure has left it.
  private let drafted = Guarded<DataSource.Draft?>(nil)

  init(_ dataSource: DataSource, keepsUp: Bool = false) {
    self.dataSource = dataSource
    place = JointPlace(
      runner: dataSource.runner, address: dataSource.address, keepsUp: keepsUp)
  }

  /// Calls a closure with a draft of the list.
  func drafting<Value>(
    on state: ListState, _ body: (inout DataSource.Draft) throws -> Value
  ) rethrows -> Value {
    // A change may be made again, and throw then.
    drafted.withLock { $0 = nil }
    var draft = dataSource.draft(on: state)
    let value = try body(&draft)
    drafted.withLock { [draft] in $0 = draft }
    return value
  }

  /// Returns the draft that the closure has made last; `nil` if it has thrown.
  func draft() -> DataSource.Draft? { drafted.withLock { $0 } }
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
    _ setting: JointSetting
  ) {
    ticket = member.dataSource.runner.ticket(.change, setting.annotation, setting.mode)
    annotation = setting.annotation
    self.member = member
    self.change = change
  }

  var admission: Admission { .draft }

  var keepsUp: Bool { member.place.keepsUp }

  var joint: (any JointWork)? { change }

  // The lists that it was made on are no longer those of the commit.
  var isPlannedAgain: Bool { true }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    guard let draft = member.draft() else {
      preconditionFailure("a part is planned when the closure has returned")
    }
    return try member.dataSource.plan(
      draft, of: self, change.otherParts(than: member.dataSource.runner))
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
    change.fail(error)
  }
}
