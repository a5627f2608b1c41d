public import RosterCore

extension StoreModification {
  /// A change of no list but those that it brings up to date, of which there is at least one.
  package static func change(_ body: @escaping @Sendable () throws -> Outcome) -> Self {
    Self { setting throws(DataSourceError) in
      let drafting = try JointDrafting([], setting) { _ in try body() }
      return JointParts(drafting, []) { () throws(DataSourceError) in
        for part in drafting.upkeepParts { try part.requireSuccess() }
        return drafting.returned
      }
    }
  }

  /// A change of one list, as that of two.
  ///
  /// - Parameter keepsUp: Whether it brings the list up to date with what it shows.
  package static func change<Model, SectionModel, Output, Value: Sendable>(
    _ list: ListDataSource<Model, SectionModel, Output>, keepsUp: Bool = false,
    _ body: @escaping @Sendable (inout ListDraft<Model, SectionModel>) throws -> Value
  ) -> Self
  where Outcome == (value: Value, batch: ListBatch<Model, SectionModel, Output>) {
    Self { setting throws(DataSourceError) in
      let member = JointMember(list, keepsUp: keepsUp)
      let drafting = try JointDrafting([member.place], setting) { states in
        try member.drafting(on: states[0]) { draft in try body(&draft) }
      }
      let part = JointModification(member, of: drafting.change, setting)
      return JointParts(drafting, [part]) { () throws(DataSourceError) in
        let batch = try part.pending.awaited()
        return (drafting.returned, batch)
      }
    }
  }

  /// A change of two lists.
  ///
  /// The closure runs when everything that was queued before is done in both lists, and nothing comes
  /// between it and the commit, which is one transaction. Each list gets a revision and a batch, also if
  /// there are no steps for it. The batches are published after the transaction, before what is queued
  /// behind the change. While the queue of one list waits for that of the other, the list can be read, but
  /// changes nothing and follows no other process.
  ///
  /// ``undo(_:_:in:)`` takes the change back in both lists. An undo of one of them is refused, unless its
  /// caller says that it is for this list only.
  ///
  /// It comes to what `body` returns, and the batches. It fails with what `body` throws, `noSuchItem` and
  /// `invalid` of its steps among it; the lists are not changed then, and not suspended, also if that is a
  /// failure of storage.
  ///
  /// - Parameters:
  ///   - first: A list of the store.
  ///   - second: Another list of the store.
  ///   - body: Makes the change. It gets a draft of each list, with the list as it was before
  ///     (``ListDraft/source``). It runs on the work queue of a list, once; if other processes write
  ///     the lists as well, once more after each commit of theirs that comes first. It may read the
  ///     lists, and waits for nothing: a synchronous call of one of them fails with `reentrant`.
  /// - Complexity: O(*k* log *n*) for *k* items that steps name.
  public static func change<Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) -> Self
  where
    Outcome == (
      value: Value,
      batches: (ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>)
    )
  {
    Self { setting throws(DataSourceError) in
      let members = (JointMember(first), JointMember(second))
      let drafting = try JointDrafting([members.0.place, members.1.place], setting) { states in
        try members.0.drafting(on: states[0]) { first in
          try members.1.drafting(on: states[1]) { second in try body(&first, &second) }
        }
      }
      let parts = (
        JointModification(members.0, of: drafting.change, setting),
        JointModification(members.1, of: drafting.change, setting)
      )
      return JointParts(drafting, [parts.0, parts.1]) { () throws(DataSourceError) in
        let batches = (try parts.0.pending.awaited(), try parts.1.pending.awaited())
        return (drafting.returned, batches)
      }
    }
  }

  /// A change of three lists.
  ///
  /// See the change of two lists.
  ///
  /// - Parameters:
  ///   - first: A list of the store.
  ///   - second: Another list of the store.
  ///   - third: A third list of the store.
  ///   - body: Makes the change.
  public static func change<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) -> Self
  where
    Outcome == (
      value: Value,
      batches: (
        ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>,
        ListBatch<Model3, Section3, Output3>
      )
    )
  {
    Self { setting throws(DataSourceError) in
      let members = (JointMember(first), JointMember(second), JointMember(third))
      let places = [members.0.place, members.1.place, members.2.place]
      let drafting = try JointDrafting(places, setting) { states in
        try members.0.drafting(on: states[0]) { first in
          try members.1.drafting(on: states[1]) { second in
            try members.2.drafting(on: states[2]) { third in try body(&first, &second, &third) }
          }
        }
      }
      let parts = (
        JointModification(members.0, of: drafting.change, setting),
        JointModification(members.1, of: drafting.change, setting),
        JointModification(members.2, of: drafting.change, setting)
      )
      return JointParts(drafting, [parts.0, parts.1, parts.2]) {
        () throws(DataSourceError) in
        let batches = (
          try parts.0.pending.awaited(), try parts.1.pending.awaited(),
          try parts.2.pending.awaited()
        )
        return (drafting.returned, batches)
      }
    }
  }
}

extension ListStore {
  /// Changes two lists of this store as one: both are changed, or none is.
  ///
  ///     try await store.change(inbox, archive) { inbox, archive in
  ///       let model = try inbox.model(of: message)
  ///       try inbox.remove(message)
  ///       try archive.append(model)
  ///     }
  ///
  /// It is `apply(.change(first, second) { … })`; see ``StoreModification/change(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - first: A list of this store.
  ///   - second: Another list of this store.
  ///   - annotation: What the batches say about the change.
  ///   - qos: How urgent it is.
  ///   - body: Makes the change.
  /// - Returns: What `body` returns, and the batches.
  /// - Throws: What `body` throws; otherwise as ``apply(_:_:qos:)``.
  /// - Complexity: O(*k* log *n*) for *k* items that steps name.
  @discardableResult
  public func change<Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>)
  ) {
    try await apply(.change(first, second, body), annotation, qos: qos)
  }

  /// Changes three lists of this store as one: all are changed, or none is.
  ///
  /// See the change of two lists.
  ///
  /// - Parameters:
  ///   - first: A list of this store.
  ///   - second: Another list of this store.
  ///   - third: A third list of this store.
  ///   - annotation: What the batches say about the change.
  ///   - qos: How urgent it is.
  ///   - body: Makes the change.
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
        inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>,
      ListBatch<Model3, Section3, Output3>
    )
  ) {
    try await apply(.change(first, second, third, body), annotation, qos: qos)
  }
}
