public import RosterCore

extension ListDataSource {
  /// The list as a change makes it.
  public typealias Draft = ListDraft<Model, SectionModel>

  /// Changes the list when the turn of the change comes, and returns once that is durable and published.
  ///
  /// The closure runs after everything that was queued before, and nothing comes between it and the commit.
  /// So it needs no base, conflicts with nothing, and is not tried again by its caller:
  ///
  ///     let count = try await messages.change { list, change in
  ///       for message in arrived { try change.append(message) }
  ///       try change.remove(placeholder)
  ///       return change.state.itemCount
  ///     }.value
  ///
  /// All steps become one changeset, with one revision and one batch; the change makes a revision even if
  /// there are none. A changeset that is queued behind it is verified when the change is finished, and fails
  /// then if it does not fit.
  ///
  /// - Parameters:
  ///   - annotation: What the batch says about the change.
  ///   - qos: How urgent it is.
  ///   - body: Makes the change. It gets the list and a draft of it. It runs on the work queue of the list,
  ///     once; on a list that other processes write as well, once more after each commit of theirs that comes
  ///     first. It may read this list, and waits for nothing: a synchronous call of this list fails with
  ///     `reentrant`.
  /// - Returns: What `body` returns, and the batch.
  /// - Throws: What `body` throws, `noSuchItem` and `invalid` of its steps among it; the list is not changed
  ///   then, and not suspended, also if that is a failure of storage. `queueFull`; `suspended`; `closed`;
  ///   `storage` if the change cannot be committed.
  /// - Complexity: O(*k* log *n*) for *k* items that steps name.
  @discardableResult
  public func change<Value: Sendable>(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body: @escaping @Sendable (Snapshot, inout Draft) throws -> Value
  ) async throws -> (value: Value, batch: Batch) {
    let modification = DraftModification(annotation, .queued(qos), self, body)
    let batch = try await submit(modification).valueOrThrown
    return (modification.returned, batch)
  }

  /// Changes the list on the calling thread, after everything pending.
  ///
  /// See ``change(_:qos:_:)``.
  ///
  /// - Throws: As ``change(_:qos:_:)``; `reentrant` if called by the generator or in a change.
  @discardableResult
  public func changeSynchronously<Value: Sendable>(
    _ annotation: ChangeAnnotation = ChangeAnnotation(),
    _ body: @escaping @Sendable (Snapshot, inout Draft) throws -> Value
  ) throws -> (value: Value, batch: Batch) {
    let modification = DraftModification(annotation, .synchronous, self, body)
    do throws(DataSourceError) {
      let batch = try runner.submitAndWait(modification)
      return (modification.returned, batch)
    } catch {
      throw error.thrownOrSelf
    }
  }

  /// Queues a change, and waits for nothing.
  ///
  /// See ``change(_:qos:_:)``.
  ///
  /// - Returns: The change, which gets exactly one outcome; `thrown` with what `body` throws.
  /// - Throws: `queueFull`; `suspended`; `closed`. Nothing is queued then.
  @discardableResult
  public func enqueueChange(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body: @escaping @Sendable (Snapshot, inout Draft) throws -> Void
  ) throws(DataSourceError) -> Pending<Batch> {
    try submit(DraftModification(annotation, .queued(qos), self, body))
  }
}
