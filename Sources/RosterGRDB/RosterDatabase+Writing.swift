public import GRDB
public import RosterCore
public import RosterEngine
internal import RosterStore

extension RosterDatabase {
  /// Writes rows of the application, and brings the lists of its tables up to date, in one transaction.
  ///
  ///     try await roster.write { db in
  ///       try db.execute(sql: "UPDATE todo SET title = 'Oat milk' WHERE id = 1")
  ///     }
  ///     let milk = try todos.list.snapshot.item(key: 1)
  ///
  /// When it returns, the list of each table that this database has open (``table(_:list:configuration:)``) has the
  /// rows that were written, and its batch is published. A crash leaves both or neither. The writes that name lists do
  /// the same for the tables that they write besides.
  ///
  /// A list that takes no changes then, because it is suspended say, follows later. So does one whose record cannot be
  /// read from a row; ``TableList/failure`` says why. The rows are written nevertheless. If a table is open several
  /// times, one of its data sources has the rows, and the others follow it.
  ///
  /// If storage fails the write, it suspends the lists of open tables as a change of theirs would. Without an open table
  /// it is a write of the pool.
  ///
  /// - Parameters:
  ///   - qos: How urgent it is.
  ///   - body: Writes rows. It runs once, when everything that was queued before is done in the lists of the tables, and
  ///     does otherwise what that of a write of a list does.
  /// - Returns: What `body` returns.
  /// - Throws: As a write of a list; without an open table, what the pool throws.
  /// - Complexity: That of the statements of `body`, and O(*k* log *n*) for *k* rows that they may have changed.
  @discardableResult
  public func write<Value: Sendable>(
    qos: DataSourceQoS = .default, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let transaction = ApplicationTransaction(store)
    let upkeep = tables.upkeep(in: transaction)
    if !upkeep.isEmpty, let pending = enqueue(body, transaction, upkeep, qos) {
      return try await pending.valueOrThrown
    }
    return try await connections.write(body)
  }

  /// Writes rows of the application and changes a list, in one transaction: all of it is stored, or nothing.
  ///
  ///     try await roster.write(order) { db, order in
  ///       var todo = Todo(title: "Milk")
  ///       try todo.insert(db)
  ///       try order.append(db.lastInsertedRowID)
  ///     }
  ///
  /// The closure runs when everything that was queued before is done in the list and in those of open tables, inside a
  /// transaction of the connection with which the application writes. A step that does not fit the list fails at once.
  /// The batch is published after the one commit, which the application's own observations see as any other: those of
  /// its rows, and those that fetch from the views of lists (`grdb_roster_list_items`).
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
    try await apply(annotation, qos) { transaction in
      .change(list) { list in try transaction.lend { try body($0, &list) } }
    }
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
    try await apply(annotation, qos) { transaction in
      .change(first, second) { first, second in
        try transaction.lend { try body($0, &first, &second) }
      }
    }
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
    try await apply(annotation, qos) { transaction in
      .change(first, second, third) { first, second, third in
        try transaction.lend { try body($0, &first, &second, &third) }
      }
    }
  }

  // MARK: Queueing

  /// Returns `nil` if the list of a table takes no changes any more.
  private func enqueue<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value, _ transaction: ApplicationTransaction,
    _ upkeep: [JointUpkeep], _ qos: DataSourceQoS
  ) -> Pending<Value>? {
    let modification = StoreModification.change { try transaction.lend(body) }
    return try? store.enqueue(modification.joining(transaction, keepingUp: upkeep), qos: qos)
  }

  /// Carries out a change in a transaction of the application, which brings the lists of open tables up to date.
  private func apply<Outcome>(
    _ annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    _ change: (ApplicationTransaction) -> StoreModification<Outcome>
  ) async throws -> Outcome {
    let transaction = ApplicationTransaction(store)
    let upkeep = tables.upkeep(in: transaction)
    return try await enqueue(change(transaction), transaction, upkeep, annotation, qos)
      .valueOrThrown
  }

  private func enqueue<Outcome>(
    _ modification: StoreModification<Outcome>, _ transaction: ApplicationTransaction,
    _ upkeep: [JointUpkeep], _ annotation: ChangeAnnotation, _ qos: DataSourceQoS
  ) throws(DataSourceError) -> Pending<Outcome> {
    do throws(DataSourceError) {
      return try store.enqueue(
        modification.joining(transaction, keepingUp: upkeep), annotation, qos: qos)
    } catch {
      // The list of a table may have been closed since, and its notes stay. Whatever else it is comes again.
      if upkeep.isEmpty { throw error }
      return try store.enqueue(modification.joining(transaction), annotation, qos: qos)
    }
  }
}
