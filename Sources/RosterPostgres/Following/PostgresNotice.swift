#if Postgres
  /// What a writer says after it has committed: the schema, and the lists that it has changed.
  ///
  ///     12,40 roster
  ///
  /// All schemas of a database share one channel, since the name of a channel cannot be bound.
  struct PostgresNotice: Equatable {
    static let channel = "roster"
    /// The number of lists that fit into a notification; of more, none is named.
    private static let listCountMax = 400

    var schema: String
    /// The lists; empty if it may be any of them.
    var lists: Set<Int>

    init(schema: String, lists: Set<Int>) {
      self.schema = schema
      self.lists = lists.count > Self.listCountMax ? [] : lists
    }

    /// Reads a notification.
    ///
    /// - Returns: `nil` if a writer of lists did not send it.
    init?(_ text: String) {
      guard let space = text.firstIndex(of: " ") else { return nil }
      let numbers = text[..<space].split(separator: ",").map { Int($0) }
      guard !numbers.contains(nil) else { return nil }
      schema = String(text[text.index(after: space)...])
      lists = Set(numbers.compactMap { $0 })
    }

    var text: String { "\(lists.sorted().map(String.init).joined(separator: ",")) \(schema)" }
  }
#endif
