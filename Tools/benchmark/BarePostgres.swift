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

  /// The rows of an insertion, written by libpq alone: one INSERT that is prepared once, into tables
  /// with the columns, the indexes and the checks of those of a list, but without its foreign key.
  final class BarePostgres {
    private let connection: OpaquePointer
    private let list: String
    private var number = 0
    /// What the last insertion into the list has written: its page, and the change in the journal.
    private var texts: (page: String, change: String) = ("", "")

    struct Failure: Error {
      let message: String
    }

    /// - Parameter list: The list whose rows are written again.
    init(_ address: String, list: String) throws {
      guard let connection = PQconnectdb(address) else {
        throw Failure(message: "no memory left")
      }
      self.connection = connection
      self.list = list
      guard PQstatus(connection) == CONNECTION_OK else { throw failure() }
      PQsetNoticeReceiver(connection, { _, _ in }, nil)
      let tables = ["list", "leaf", "item", "journal"].map {
        "CREATE TABLE \($0) (LIKE roster.\($0) INCLUDING ALL);"
      }
      try run(
        """
        DROP SCHEMA IF EXISTS bare CASCADE;
        CREATE SCHEMA bare;
        SET search_path = bare;
        \(tables.joined())
        SET plan_cache_mode = 'force_generic_plan'
        """)
      try check(
        PQprepare(
          connection, "insert",
          """
          WITH a_head AS (INSERT INTO list (id, name, revision, mark)
            VALUES ($1::bigint, $1::text, $1::bigint, $1::bigint)),
          an_item AS (INSERT INTO item VALUES ($1::bigint, 1, $1::bigint, $2)),
          a_page AS (INSERT INTO leaf VALUES ($1::bigint, 1, $1::bigint, 256, $3))
          INSERT INTO journal (id, list, next_item, next_section, next_leaf, digest, change, committed,
            undo, redo, pages)
          VALUES ($1::bigint, 1, $1::bigint, 1, 1, $1::bigint, $4, $1::bigint, 1, 0, $1::bigint)
          """, 4, nil))
    }

    deinit { PQfinish(connection) }

    /// Reads what the last insertion into the list has written.
    func readRows() throws {
      texts.page = try text(
        """
        SELECT items FROM roster.leaf JOIN roster.section ON section.id = leaf.section
        JOIN roster.list ON list.id = section.list
        WHERE list.name = '\(list)' ORDER BY leaf.ord LIMIT 1
        """)
      texts.change = try text(
        """
        SELECT change FROM roster.journal JOIN roster.list ON list.id = journal.list
        WHERE list.name = '\(list)' ORDER BY journal.id DESC LIMIT 1
        """)
    }

    /// Inserts the rows that one insertion of an item writes: the head of the list, the item, its page,
    /// and the entry of the journal.
    func insertSameRows(_ model: String) throws {
      number += 1
      let texts: [String] = ["\(number)", model, texts.page, texts.change]
      let values = texts.map { strdup($0) }
      defer { for value in values { free(value) } }
      let pointers = values.map { $0.map { UnsafePointer($0) } }
      try check(PQexecPrepared(connection, "insert", 4, pointers, nil, nil, 0))
    }

    /// Reads what opening a list and reading its first models reads: the directory of its pages, and
    /// the models through the first page.
    ///
    /// - Returns: The number of bytes of the models.
    func open(_ list: String, modelCount: Int) throws -> Int {
      let directory = try rows(
        """
        SELECT leaf.id, section, leaf.ord, count FROM roster.leaf
        JOIN roster.section ON section.id = section JOIN roster.list ON list.id = section.list
        WHERE list.name = '\(list)' ORDER BY section, leaf.ord
        """)
      defer { PQclear(directory) }
      var pages: [(leaf: Int, section: Int, order: Int, count: Int)] = []
      for row in 0..<PQntuples(directory) {
        let numbers = (0..<4).map { atol(PQgetvalue(directory, row, $0)) }
        pages.append((numbers[0], numbers[1], numbers[2], numbers[3]))
      }
      let models = try rows(
        """
        SELECT item.model FROM roster.leaf
        CROSS JOIN LATERAL json_array_elements_text(leaf.items::json) AS element (number)
        JOIN roster.item ON item.id = (leaf.id >> 40 << 40) + element.number::bigint
        WHERE leaf.id = \(pages.first?.leaf ?? 0) LIMIT \(modelCount)
        """)
      defer { PQclear(models) }
      return (0..<PQntuples(models)).reduce(0) { $0 + Int(PQgetlength(models, $1, 0)) }
    }

    private func rows(_ sql: String) throws -> OpaquePointer? {
      let result = PQexec(connection, sql)
      guard PQresultStatus(result) == PGRES_TUPLES_OK else {
        defer { PQclear(result) }
        throw failure()
      }
      return result
    }

    private func text(_ sql: String) throws -> String {
      let result = PQexec(connection, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 else {
        throw failure()
      }
      return PQgetvalue(result, 0, 0).map { String(cString: $0) } ?? ""
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
