#if Postgres
  import CPostgres
  import Foundation

  /// A server of its own for a measurement, with the durability that PostgreSQL has by itself.
  final class BenchmarkServer {
    let connection: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
      let output = Pipe()
      process.executableURL = URL(filePath: "Tools/postgres-server")
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let said = output.fileHandleForReading.availableData
      connection = String(decoding: said, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  /// The rows of an insertion, written by libpq alone: one INSERT that is prepared once.
  final class BarePostgres {
    private let connection: OpaquePointer
    private var number = 1_000

    struct Failure: Error {
      let message: String
    }

    init(_ server: BenchmarkServer) throws {
      guard let connection = PQconnectdb(server.connection) else {
        throw Failure(message: "no memory left")
      }
      self.connection = connection
      guard PQstatus(connection) == CONNECTION_OK else { throw failure() }
      try run(
        """
        DROP SCHEMA IF EXISTS bare CASCADE;
        CREATE SCHEMA bare;
        SET search_path = bare;
        CREATE TABLE item (id bigint PRIMARY KEY, leaf bigint NOT NULL, version bigint NOT NULL,
          model text);
        CREATE TABLE leaf (id bigint PRIMARY KEY, section bigint NOT NULL, ord bigint NOT NULL,
          count bigint NOT NULL, items text NOT NULL);
        ALTER TABLE leaf ALTER items SET STORAGE PLAIN;
        CREATE TABLE journal (id bigint PRIMARY KEY, list bigint NOT NULL, next_item bigint,
          next_section bigint, next_leaf bigint, digest bigint, change text, committed bigint,
          undo bigint, redo bigint, pages bigint)
        """)
      try check(
        PQprepare(
          connection, "insert",
          """
          WITH an_item AS (INSERT INTO item VALUES ($1::bigint, 1, $1::bigint, $2)),
          a_page AS (INSERT INTO leaf VALUES ($1::bigint, 1, 1, 256, $3))
          INSERT INTO journal VALUES ($1::bigint, 1, $1::bigint, 1, 1, $1::bigint, $4, $1::bigint, 1,
            0, $1::bigint)
          """, 4, nil))
    }

    deinit { PQfinish(connection) }

    /// Inserts the rows that one insertion of an item writes: the item, its page, and the entry of the
    /// journal.
    func insertSameRows(_ model: String, page: String) throws {
      number += 1
      let change = #"{"insertedItems":[[0,\#(number),1,\#(number)]]}"#
      let texts: [String] = ["\(number)", model, page, change]
      let values = texts.map { strdup($0) }
      defer { for value in values { free(value) } }
      let pointers = values.map { $0.map { UnsafePointer($0) } }
      try check(PQexecPrepared(connection, "insert", 4, pointers, nil, nil, 0))
    }

    private func run(_ sql: String) throws { try check(PQexec(connection, sql)) }

    private func check(_ result: OpaquePointer?) throws {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }

    private func failure() -> Failure {
      Failure(message: PQerrorMessage(connection).map { String(cString: $0) } ?? "")
    }
  }
#endif
