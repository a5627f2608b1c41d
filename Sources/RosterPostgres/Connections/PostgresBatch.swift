#if Postgres
  /// Statements that go to the server together, and are one round trip.
  struct PostgresBatch {
    private(set) var statements: [(sql: String, parameters: PostgresParameters)] = []

    init() {}

    /// Makes a batch of one statement.
    init(_ sql: String, _ parameters: PostgresParameters) { statements = [(sql, parameters)] }

    /// Adds a statement.
    ///
    /// - Parameter fill: Adds its parameters, in order.
    mutating func add(_ sql: String, _ fill: (inout PostgresParameters) -> Void = { _ in }) {
      var parameters = PostgresParameters()
      fill(&parameters)
      statements.append((sql, parameters))
    }

    /// Begins a transaction all of whose statements see the lists as they were at the first one.
    static let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Makes a batch that reads: all its statements see the lists as they were at the first one.
    static func reading(_ fill: (inout PostgresBatch) -> Void) -> PostgresBatch {
      var batch = PostgresBatch()
      batch.add(beginReading)
      fill(&batch)
      batch.add("COMMIT")
      return batch
    }
  }
#endif
