public import RosterCore

extension ListStore {
  // MARK: Two lists

  /// Changes two lists of this store as one: both are changed, or none is.
  ///
  /// The closure runs when everything that was queued before is done in both lists, and nothing comes
  /// between it and the commit, which is one transaction:
  ///
  ///     try await store.change(inbox, archive) { inbox, archive in
  ///       let model = try inbox.model(of: message)
  ///       try inbox.remove(message)
  ///       try archive.append(model)
  ///     }
  ///
  /// Each list gets a revision and a batch, also if there are no steps for it. The batches are published
  /// after the transaction, before what is queued behind the change. While the queue of one list waits
  /// for that of the other, the list can be read, but changes nothing and follows no other process.
  ///
  /// ``ListStore/undo(_:_:in:annotation:qos:)`` takes the change back in both lists. An undo of
  /// one of them is refused, unless its caller says that it is for this list only.
  ///
  /// - Parameters:
  ///   - first: A list of this store.
  ///   - second: Another list of this store.
  ///   - annotation: What the batches say about the change.
  ///   - qos: How urgent it is.
  ///   - body: Makes the change. It gets a draft of each list, with the list as it was before
  ///     (``ListDraft/source``). It runs on the work queue of a list, once; if other processes write
  ///     the lists as well, once more after each commit of theirs that comes first. It may read the
  ///     lists, and waits for nothing: a synchronous call of one of them fails with `reentrant`.
  /// - Returns: What `body` returns, and the batches.
  /// - Throws: What `body` throws, `noSuchItem` and `invalid` of its steps among it; the lists are not
  ///   changed then, and not suspended, also if that is a failure of storage. `notInStore`;
  ///   `repeatedList`. `queueFull`, `suspended` and `closed` if one of the lists takes no more; nothing
  ///   is queued then. `suspended` also if one of the lists is suspended while the change waits.
  ///   `storage` if the change cannot be committed; all its lists are suspended then.
  /// - Complexity: O(*k* log *n*) for *k* items that steps name.
  @discardableResult
  public func change<Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>,
      ListBatch<Model2, Section2, Output2>
    )
  ) {
    let (drafting, parts) = try draft(first, second, annotation, .queued(qos), body)
    try drafting.change.submit([parts.0, parts.1])
    do {
      let batches = (try await parts.0.pending.value, try await parts.1.pending.value)
      return (drafting.returned, batches)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  /// Changes two lists of this store as one, on the calling thread, after everything pending in both.
  ///
  /// See ``change(_:_:_:qos:_:)``.
  ///
  /// - Throws: As ``change(_:_:_:qos:_:)``; `reentrant` if called by the generator or in a change of
  ///   one of the lists, or if one of them waits for the list by which it is called.
  @discardableResult
  public func changeSynchronously<
    Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(),
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>,
      ListBatch<Model2, Section2, Output2>
    )
  ) {
    let (drafting, parts) = try draft(first, second, annotation, .synchronous, body)
    try drafting.change.submitAndWait([parts.0, parts.1])
    do {
      let batches = (try parts.0.pending.awaited(), try parts.1.pending.awaited())
      return (drafting.returned, batches)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  /// Queues a change of two lists of this store, and waits for nothing.
  ///
  /// See ``change(_:_:_:qos:_:)``.
  ///
  /// - Returns: The part of the change in each list, which gets exactly one outcome; `thrown` with what
  ///   `body` throws. Both succeed, or both fail.
  /// - Throws: `notInStore`; `repeatedList`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  @discardableResult
  public func enqueueChange<Model1, Section1, Output1, Model2, Section2, Output2>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>
      ) throws -> Void
  ) throws(DataSourceError) -> (
    Pending<ListBatch<Model1, Section1, Output1>>,
    Pending<ListBatch<Model2, Section2, Output2>>
  ) {
    let (drafting, parts) = try draft(first, second, annotation, .queued(qos), body)
    try drafting.change.submit([parts.0, parts.1])
    return (parts.0.pending, parts.1.pending)
  }

  private func draft<Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) throws(DataSourceError) -> (
    drafting: JointDrafting<Value>,
    parts: (
      JointModification<Model1, Section1, Output1>,
      JointModification<Model2, Section2, Output2>
    )
  ) {
    let members = (JointMember(first), JointMember(second))
    let places = [members.0.place, members.1.place]
    let drafting = try JointDrafting(places, in: self) { states in
      try members.0.drafting(on: states[0]) { first in
        try members.1.drafting(on: states[1]) { second in try body(&first, &second) }
      }
    }
    let change = drafting.change
    return (
      drafting,
      (
        JointModification(members.0, of: change, annotation, mode),
        JointModification(members.1, of: change, annotation, mode)
      )
    )
  }

  // MARK: Three lists

  /// Changes three lists of this store as one: all are changed, or none is.
  ///
  /// See ``change(_:_:_:qos:_:)``.
  @discardableResult
  public func change<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>,
      ListBatch<Model2, Section2, Output2>,
      ListBatch<Model3, Section3, Output3>
    )
  ) {
    let (drafting, parts) = try draft(first, second, third, annotation, .queued(qos), body)
    try drafting.change.submit([parts.0, parts.1, parts.2])
    do {
      let batches = (
        try await parts.0.pending.value, try await parts.1.pending.value,
        try await parts.2.pending.value
      )
      return (drafting.returned, batches)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  /// Changes three lists of this store as one, on the calling thread, after everything pending in them.
  ///
  /// See ``changeSynchronously(_:_:_:_:)``.
  @discardableResult
  public func changeSynchronously<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(),
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>,
      ListBatch<Model2, Section2, Output2>,
      ListBatch<Model3, Section3, Output3>
    )
  ) {
    let (drafting, parts) = try draft(first, second, third, annotation, .synchronous, body)
    try drafting.change.submitAndWait([parts.0, parts.1, parts.2])
    do {
      let batches = (
        try parts.0.pending.awaited(), try parts.1.pending.awaited(), try parts.2.pending.awaited()
      )
      return (drafting.returned, batches)
    } catch DataSourceError.thrown(let error) {
      throw error
    }
  }

  /// Queues a change of three lists of this store, and waits for nothing.
  ///
  /// See ``enqueueChange(_:_:_:qos:_:)``.
  @discardableResult
  public func enqueueChange<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Void
  ) throws(DataSourceError) -> (
    Pending<ListBatch<Model1, Section1, Output1>>,
    Pending<ListBatch<Model2, Section2, Output2>>,
    Pending<ListBatch<Model3, Section3, Output3>>
  ) {
    let (drafting, parts) = try draft(first, second, third, annotation, .queued(qos), body)
    try drafting.change.submit([parts.0, parts.1, parts.2])
    return (parts.0.pending, parts.1.pending, parts.2.pending)
  }

  private func draft<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>,
        inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) throws(DataSourceError) -> (
    drafting: JointDrafting<Value>,
    parts: (
      JointModification<Model1, Section1, Output1>,
      JointModification<Model2, Section2, Output2>,
      JointModification<Model3, Section3, Output3>
    )
  ) {
    let members = (JointMember(first), JointMember(second), JointMember(third))
    let places = [members.0.place, members.1.place, members.2.place]
    let drafting = try JointDrafting(places, in: self) { states in
      try members.0.drafting(on: states[0]) { first in
        try members.1.drafting(on: states[1]) { second in
          try members.2.drafting(on: states[2]) { third in try body(&first, &second, &third) }
        }
      }
    }
    let change = drafting.change
    return (
      drafting,
      (
        JointModification(members.0, of: change, annotation, mode),
        JointModification(members.1, of: change, annotation, mode),
        JointModification(members.2, of: change, annotation, mode)
      )
    )
  }
}
