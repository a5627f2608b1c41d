#if Postgres
  internal import CPostgres
  internal import RosterCore

  /// The server and the database in a connection string, without its password.
  struct PostgresAddress {
    /// What messages show: `postgres://db.example:5432/app`.
    let place: String

    /// Reads a connection string.
    ///
    /// - Throws: `unreadable` if libpq cannot read it. The message repeats no part of it, because any
    ///   part may be one of the password: in `postgres://me:a/b@host/db`, the port would be `a`.
    init(_ connection: String) throws(StorageError) {
      guard let parts = Self.parts(connection) else {
        throw StorageError(
          .unreadable,
          "the connection string cannot be read; it is as libpq reads it, "
            + "postgres://user@host/database or host=... dbname=...")
      }
      let isAddress =
        connection.hasPrefix("postgres://") || connection.hasPrefix("postgresql://")
      let shown = ["host", "hostaddr", "port", "dbname", "user"].compactMap { parts[$0] }
      guard !isAddress || !shown.contains(where: { $0.contains("@") }),
        (parts["port"] ?? "").allSatisfy({ $0.isNumber || $0 == "," })
      else {
        throw StorageError(
          .unreadable,
          "the connection string cannot be read; in a password or name, write @ as %40, : as %3A "
            + "and / as %2F")
      }
      let host = parts["host"] ?? parts["hostaddr"] ?? ""
      let port = parts["port"].map { ":\($0)" } ?? ""
      place = "postgres://\(host)\(port)/\(parts["dbname"] ?? "")"
    }

    /// - Returns: The options of the string by their names; `nil` if libpq cannot read it.
    private static func parts(_ connection: String) -> [String: String]? {
      guard let options = PQconninfoParse(connection, nil) else { return nil }
      defer { PQconninfoFree(options) }
      var parts: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          parts[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
      return parts
    }
  }
#endif
