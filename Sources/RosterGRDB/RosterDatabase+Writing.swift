public import GRDB
public import RosterCore
public import RosterEngine
internal import RosterStore

extension RosterDatabase {
  /// Writes rows of the application and changes a list, in one transaction: all of it is stored, or nothing.
  ///
  ///     try await roster.write(order) { db, order in
  ///       var todo = Todo(title: "Milk")
  ///       try todo.insert(db)
  ///       try order.append(db.lastInsertedRowID)
  ///     }
  ///
  /// The closure runs when everything that was queued before is done in the list, inside a transaction of the
  /// connection with which the application writes. A step that does not fit the list fails at once. The batch is
  /// published after the one commit, which the application's own observations see as any other: those of its rows, and
  /// those that fetch from the views of lists (`grdb_roster_list_items`).
  ///
  /// - Parameters:
  ///   - list: A list of ``store``.
  ///   - annotation: What the batch says about the change.
  ///   - qos: How urgent it is.
  ///   - body: Writes rows, and changes the list. It gets the connection, which it uses only until it returns, and a
  ///     draft of the list (its `source` is the list before). It runs once, on the work queue of the list.
  ///     It neither begins nor ends the transaction, and waits for nothing: a synchronous call of the list fails with
  ///     `reentrant`.
  /// - Returns: What `body` returns, and the batch.
  /// - Throws: What `body` throws; what GRDB throws if the rows cannot be committed, because of a deferred foreign key
  ///   say; neither the rows nor the list are changed then, and the list goes on. `storage`, as any change of the
  ///   list; `busy` if another process keeps the database locked. `notInStore` for a list of another store.
  /// - Complexity: O(*k* log *n*) for *k* items that steps name, and the statements of `body`.
  @discardableResult
  public func write<Model, SectionModel, Output, Value: Sendable>(
    _ list: ListDataSource<Model, SectionModel, Output>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body: @escaping @Sendable (Database, inout ListDraft<Model, SectionModel>) throws -> Value
  ) async throws -> (value: Value, batch: ListBatch<Model, SectionModel, Output>) {
    let transaction = ApplicationTransaction(store)
    return try await store.apply(
      .change(list) { list in try transaction.lend { try body($0, &list) } }.joining(transaction),
      annotation, qos: qos)
  }

  /// Writes rows of the application and changes two lists, in one transaction.
  ///
  ///     try await roster.write(inbox, archive) { db, inbox, archive in
  ///       try db.execute(sql: "UPDATE mail SET isDone = TRUE WHERE id = ?", arguments: [mail.id])
  ///       try inbox.remove(item)
  ///       try archive.append(mail.id)
  ///     }
  ///
  /// See the write of one list; each list gets a revision and a batch, also if there are no steps for it.
  @discardableResult
  public func write<Model1, Section1, Output1, Model2, Section2, Output2, Value: Sendable>(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        Database, inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>)
  ) {
    let transaction = ApplicationTransaction(store)
    return try await store.apply(
      .change(first, second) { first, second in
        try transaction.lend { try body($0, &first, &second) }
      }.joining(transaction), annotation, qos: qos)
  }

  /// Writes rows of the application and changes three lists, in one transaction.
  ///
  /// See the write of two lists.
  @discardableResult
  public func write<
    Model1, Section1, Output1, Model2, Section2, Output2, Model3, Section3, Output3, Value: Sendable
  >(
    _ first: ListDataSource<Model1, Section1, Output1>,
    _ second: ListDataSource<Model2, Section2, Output2>,
    _ third: ListDataSource<Model3, Section3, Output3>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ body:
      @escaping @Sendable (
        Database, inout ListDraft<Model1, Section1>, inout ListDraft<Model2, Section2>,
        inout ListDraft<Model3, Section3>
      ) throws -> Value
  ) async throws -> (
    value: Value,
    batches: (
      ListBatch<Model1, Section1, Output1>, ListBatch<Model2, Section2, Output2>,
      ListBatch<Model3, Section3, Output3>
    )
  ) {
    let transaction = ApplicationTransaction(store)
    return try await store.apply(
      .change(first, second, third) { first, second, third in
        try transaction.lend { try body($0, &first, &second, &third) }
      }.joining(transaction), annotation, qos: qos)
  }
}
