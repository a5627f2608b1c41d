import Foundation
import GRDB
import RosterCore
import RosterEngine

/// One changed row by what users do today: write it, fetch all rows, compare with the rows before.
struct RefetchBenchmark {
  let runs: Int

  private struct Message: FetchableRecord, Identifiable, Equatable, Sendable {
    var id: Int
    var model: [UInt8]

    init(row: Row) {
      id = row[0]
      model = Array(row[1] as Data)
    }
  }

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let count = 100_000
    var list = try BenchmarkList(path: folder.path("roster"), count: count)
    let pool = try DatabasePool(path: folder.path("grdb"))
    let model = Data(repeating: 120, count: BareList.modelSize)
    try pool.write { database in
      try database.execute(sql: "CREATE TABLE message (id INTEGER PRIMARY KEY, model BLOB)")
      for _ in 0..<count {
        try database.execute(sql: "INSERT INTO message (model) VALUES (?)", arguments: [model])
      }
    }
    var before = try pool.read { try Message.fetchAll($0, sql: "SELECT * FROM message") }
    var step: UInt8 = 0
    let updates = 200
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { for _ in 0..<updates { try list.updateOne() } },
        {
          step &+= 1
          let changed = Data(repeating: step, count: BareList.modelSize)
          try pool.write { database in
            try database.execute(
              sql: "UPDATE message SET model = ? WHERE id = 50000", arguments: [changed])
          }
          let after = try pool.read { try Message.fetchAll($0, sql: "SELECT * FROM message") }
          let section = [IdentifiedSection<Int, Message, Int>](
            [IdentifiedSection(id: 0, items: before)])
          let next = [IdentifiedSection<Int, Message, Int>](
            [IdentifiedSection(id: 0, items: after)])
          _ = try Changeset.difference(from: section, to: next)
          before = after
        },
      ])
    let time = seconds[0] / Double(updates)
    return [
      Figure(
        name: "one changed row of \(count)", value: time.asTime,
        baseline: "write, fetch all, diff \(seconds[1].asTime)",
        ratio: (seconds[1] / time).asFactor + " faster", goal: "≥ 1000×")
    ]
  }
}
