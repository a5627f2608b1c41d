internal import RosterConcurrency
package import RosterCore

/// A list that is kept together with another one, its *lead*: each transaction of the lead has a change of it.
package protocol Companion: AnyObject, Sendable {
  /// What carries out its changes; `nil` if it was released.
  var runner: ModificationRunner? { get }

  /// Makes the part that it has in a company; `nil` if it was released.
  func part(of company: Company) -> (any CompanionPart)?

  /// Is called when a change of the lead is committed, and this list shows it or has nothing of it to show.
  ///
  /// - Parameter revision: The revision of the lead, which is not published yet.
  func hasFollowed(to revision: Revision)

  /// Is called when the lead is committed without a change of this list, which is to follow by itself.
  func isLeftBehind(_ reason: any Error)
}

/// The part of a list that is kept together with another one in what that is about to commit.
package protocol CompanionPart: Modification {
  /// Says what the lead is about to commit, before the part is planned.
  func lead(_ changes: UncommittedChanges)

  /// Gives the part its outcome, if there is nothing to do.
  func leaveAsItIs()
}

/// A companion, which its lead does not keep.
struct WeakCompanion {
  weak var companion: (any Companion)?
}

extension ModificationRunner {
  /// Has a list kept together with this one.
  func add(_ companion: any Companion) {
    companions.withLock { companions in
      companions.removeAll { $0.companion == nil }
      companions.append(WeakCompanion(companion: companion))
    }
  }

  func remove(_ companion: any Companion) {
    companions.withLock { companions in
      companions.removeAll { $0.companion == nil || $0.companion === companion }
    }
  }

  /// The lists that are kept together with this one.
  var presentCompanions: [any Companion] {
    companions.withLock { $0.isEmpty ? [] : $0.compactMap(\.companion) }
  }
}

extension ListDataSource {
  /// Has a list kept together with this one, until it is removed or released. The list does not keep it.
  package func add(_ companion: any Companion) { runner.add(companion) }

  /// Keeps a list together with this one no more. A part that it has in a commit is made.
  package func remove(_ companion: any Companion) { runner.remove(companion) }
}

/// A data source as a companion.
package final class ListCompanion<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Companion
{
  package typealias DataSource = ListDataSource<Model, SectionModel, Output>
  /// Brings the list up to date with what its lead is about to commit.
  package typealias Body =
    @Sendable (inout ListDraft<Model, SectionModel>, UncommittedChanges) throws -> Void

  private weak let list: DataSource?
  private let body: Body
  private let whenFollowed: @Sendable (Revision) -> Void
  /// Why the list was left behind the last time, as listeners were told.
  private let failure = Guarded<String?>(nil)

  /// Makes the companion of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - body: Makes its change. It runs while the queues of both lists stand still. If it throws
  ///     ``Upkeep/NothingNew``, the list stays as it is; with any other error the list is left behind.
  ///   - whenFollowed: Is called when a change of the lead is committed, before it is published, if the list was not
  ///     left behind.
  package init(
    _ list: DataSource, _ body: @escaping Body,
    whenFollowed: @escaping @Sendable (Revision) -> Void
  ) {
    self.list = list
    self.body = body
    self.whenFollowed = whenFollowed
  }

  package var runner: ModificationRunner? { list?.runner }

  package func part(of company: Company) -> (any CompanionPart)? {
    list.map { CompanionModification($0, company, body) }
  }

  package func hasFollowed(to revision: Revision) {
    failure.withLock { $0 = nil }
    whenFollowed(revision)
  }

  package func isLeftBehind(_ reason: any Error) {
    // A lead commits many times a second.
    let message = "\(reason)"
    let isKnown = failure.withLock { failure in
      defer { failure = message }
      return failure == message
    }
    if !isKnown { list?.runner.observation?.note(.leftBehind(reason)) }
  }
}

/// The part of a data source in a company.
private final class CompanionModification<
  Model: Sendable, SectionModel: Sendable, Output: Sendable
>: CompanionPart {
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let ticket: ModificationTicket?
  let pending = Pending<[DataSource.Batch]>()
  let annotation = ChangeAnnotation()
  private let dataSource: DataSource
  private let company: Company
  private let body: ListCompanion<Model, SectionModel, Output>.Body
  private let changes = Guarded<UncommittedChanges?>(nil)

  init(
    _ dataSource: DataSource, _ company: Company,
    _ body: @escaping ListCompanion<Model, SectionModel, Output>.Body
  ) {
    ticket = dataSource.runner.ticket(.change, annotation, .queued(.default))
    self.dataSource = dataSource
    self.company = company
    self.body = body
  }

  var admission: Admission { .draft }

  var keepsUp: Bool { true }

  var joint: (any JointWork)? { company }

  var isPlannedAgain: Bool { true }

  func lead(_ changes: UncommittedChanges) { self.changes.withLock { $0 = changes } }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    guard let changes = changes.withLock({ $0 }) else {
      preconditionFailure("a part is planned when its lead is")
    }
    var drafts: [DataSource.Draft] = []
    try ReturnedValue<Void>().keep {
      var draft = dataSource.draft(on: source)
      do {
        try body(&draft, changes)
        drafts = [draft]
      } catch is Upkeep.NothingNew {
        return
      }
    }
    return try ChangeRowPlan(drafts, on: source, of: self) { (draft) throws(DataSourceError) in
      try dataSource.plan(draft, annotation, ticket)
    }
  }

  func leaveAsItIs() {
    let none: [DataSource.Batch] = []
    ticket?.applied(none)
    pending.resolve(.success(none))
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
    company.goOn(without: self, error)
  }
}
