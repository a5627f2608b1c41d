#if Postgres
  /// The reason why the server did not do what a connection asked for.
  struct PostgresFailure: Error, CustomStringConvertible {
    /// What is known about it.
    enum Kind {
      /// There is no connection, so nothing was sent.
      case unreachable
      /// The server has refused a statement, and with it the transaction.
      case refused
      /// The connection was lost. The server may have done what was sent.
      case lost
      /// The server has not answered in time. It may still do what was sent.
      case unanswered
    }

    var kind: Kind
    /// The SQLSTATE of the server; empty if libpq itself failed.
    var state = ""
    /// The table and the column whose value the server has refused, as `journal.list`; otherwise empty.
    var column = ""
    /// The message of the server or of libpq, without the values of a row.
    var message: String

    /// Whether the server may have done what was sent.
    var mayBeStored: Bool { kind == .lost || kind == .unanswered }

    /// Whether the server has ended the transaction since it and another one waited for each other, as one that removes
    /// tables does.
    var isDeadlock: Bool { state == "40P01" }

    /// Whether the server does not find what a statement names, or refuses it to the role. All SQL is
    /// fixed, so the reason is in the schema.
    var isOfSchema: Bool { state.hasPrefix("42") || state.hasPrefix("3F") }

    var description: String { state.isEmpty ? message : "\(message) (SQLSTATE \(state))" }
  }
#endif
