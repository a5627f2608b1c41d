internal import RosterConcurrency
package import RosterCore

/// A modification of several lists of a store, which is made in all of them or in none.
///
/// A store takes it in three ways, as a data source takes a ``ListModification``:
///
///     try store.enqueue(.undo(inbox, archive))  // waits for nothing
///     try await store.apply(.undo(inbox, archive))  // until it is durable and published
///     try store.applySynchronously(  // the same, on the calling thread
///       .change(inbox, archive) { inbox, archive in
///         try archive.append(inbox.model(of: message))
///         try inbox.remove(message)
///       })
///
/// See ``ListStore/enqueue(_:_:qos:)``, ``ListStore/apply(_:_:qos:)`` and
/// ``ListStore/applySynchronously(_:_:)``.
public struct StoreModification<Outcome: Sendable>: Sendable {
  /// Makes what waits in the queue of each list.
  typealias Making = @Sendable (JointSetting) throws(DataSourceError) -> JointParts<Outcome>

  let make: Making

  init(_ make: @escaping Making) { self.make = make }

  /// The same in a transaction of an application.
  ///
  /// - Parameter upkeep: Lists that show what the application writes, and are brought up to date in that transaction.
  package func joining(
    _ transaction: any HostTransaction, keepingUp upkeep: [JointUpkeep] = []
  ) -> Self {
    Self { [make] setting throws(DataSourceError) in
      var setting = setting
      setting.transaction = transaction
      setting.upkeep = upkeep
      return try make(setting)
    }
  }
}

/// What a change of several lists is made with.
struct JointSetting: Sendable {
  var store: any ListStore
  var annotation: ChangeAnnotation
  var mode: ModificationMode
  /// The transaction of an application to which the change belongs.
  var transaction: (any HostTransaction)?
  /// The lists that the change brings up to date besides.
  var upkeep: [JointUpkeep] = []
}

/// The parts of a joint change in its lists, and what they come to together.
struct JointParts<Outcome: Sendable>: Sendable {
  private let change: JointChange
  /// In the order of the lists of the change.
  private let parts: [any Modification]
  private let outcome: @Sendable () throws(DataSourceError) -> Outcome

  /// - Parameters:
  ///   - parts: The parts in the lists that were named, in their order.
  ///   - outcome: Returns what these come to, once each part has its outcome.
  init<Value>(
    _ drafting: JointDrafting<Value>, _ parts: [any Modification],
    _ outcome: @escaping @Sendable () throws(DataSourceError) -> Outcome
  ) {
    change = drafting.change
    self.parts = parts + drafting.upkeepParts
    self.outcome = outcome
  }

  /// Queues the parts, and waits for nothing.
  ///
  /// - Returns: What gets its outcome when all parts have theirs.
  func submit() throws(DataSourceError) -> Pending<Outcome> {
    try change.submit(parts)
    let pending = Pending<Outcome>()
    let unresolvedCount = Guarded(parts.count)
    for part in parts {
      part.whenResolved { [outcome] in
        let isLast = unresolvedCount.withLock { count in
          count -= 1
          return count == 0
        }
        guard isLast else { return }
        do throws(DataSourceError) {
          pending.resolve(.success(try outcome()))
        } catch {
          pending.resolve(.failure(error))
        }
      }
    }
    return pending
  }

  /// Queues the parts, and works on the calling thread until all have their outcomes.
  func submitAndWait() throws(DataSourceError) -> Outcome {
    try change.submitAndWait(parts)
    return try outcome()
  }
}
