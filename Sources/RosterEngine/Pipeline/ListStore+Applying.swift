public import RosterCore

extension ListStore {
  /// Carries out a modification of several lists of this store, and returns once it is durable and published
  /// in all of them.
  ///
  ///     let step = try await store.apply(.undo(inbox, archive))
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out.
  ///   - annotation: What the batches say about it.
  ///   - qos: How urgent it is.
  /// - Returns: What the modification says.
  /// - Throws: What the modification says. `notInStore`; `repeatedList`. `queueFull`, `suspended` and
  ///   `closed` if one of the lists takes no more; nothing is queued then. `suspended` also if one of the
  ///   lists is suspended while the modification waits. `storage` if it cannot be committed; all its
  ///   lists are suspended then.
  @discardableResult
  public func apply<Outcome>(
    _ modification: StoreModification<Outcome>, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Outcome {
    try await enqueue(modification, annotation, qos: qos).valueOrThrown
  }

  /// Carries out a modification of several lists of this store on the calling thread, after everything pending
  /// in them.
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out.
  ///   - annotation: What the batches say about it.
  /// - Returns: What the modification says.
  /// - Throws: As ``apply(_:_:qos:)``; `reentrant` if called by the generator or in a change of one of the
  ///   lists, or if one of them waits for the list by which it is called.
  @discardableResult
  public func applySynchronously<Outcome>(
    _ modification: StoreModification<Outcome>, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws -> Outcome {
    do throws(DataSourceError) {
      return try modification.make(
        JointSetting(store: self, annotation: annotation, mode: .synchronous)
      ).submitAndWait()
    } catch {
      throw error.thrownOrSelf
    }
  }

  /// Queues a modification of several lists of this store, and waits for nothing.
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out.
  ///   - annotation: What the batches say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The modification, which gets exactly one outcome when it has come to it in all lists;
  ///   `thrown` with what the closure of a change throws.
  /// - Throws: `notInStore`; `repeatedList`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  @discardableResult
  public func enqueue<Outcome>(
    _ modification: StoreModification<Outcome>, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Outcome> {
    try modification.make(
      JointSetting(store: self, annotation: annotation, mode: .queued(qos))
    ).submit()
  }
}
