import CRoster
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore

/// What a program in C waits for, beside the same in Swift: an insertion that is committed, and the operations of a batch.
struct CBenchmark {
  let runs: Int

  private static let insertCount = 1_000
  private static let itemCount = 4_000
  private static let batchCount = 20
  private typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

  func figures() throws -> [Figure] { [try insertFigure(), try operationsFigure()] }

  // MARK: Insertions

  /// One insertion at its turn into a list of a file, of which each side has one.
  private func insertFigure() throws -> Figure {
    let folder = try TemporaryFolder()
    let list = try Self.list(SQLiteStore(path: folder.path("swift")))
    let other = try ListOfC(path: folder.path("c"))
    _ = try list.applySynchronously(Self.filling)
    try other.apply(Self.filling.line)
    var random = (FastRandom(), FastRandom())
    let text = String(repeating: "x", count: BareList.modelSize)
    let model: JSONValue = ["text": .string(text)]
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        {
          for _ in 0..<Self.insertCount {
            let item = Int.random(in: 0...Self.itemCount, using: &random.0)
            _ = try list.changeSynchronously { _, change in
              try change.insert(model, at: ItemPath(section: 0, item: item))
            }
          }
        },
        {
          for _ in 0..<Self.insertCount {
            let item = Int.random(in: 0...Self.itemCount, using: &random.1)
            try other.change(
              #"[{"do":"insert","model":{"text":"\#(text)"},"at":[0,\#(item)]}]"#)
          }
        },
      ]
    ).map { $0 / Double(Self.insertCount) }
    return Figure(
      name: "one durable insert through C", value: seconds[1].asTime,
      baseline: "Swift \(seconds[0].asTime)", ratio: (seconds[1] / seconds[0]).asFactor,
      goal: "≤ 1.3×")
  }

  // MARK: Operations

  /// The operations of batches that wait to be read: as structs in C, and as an array in Swift, one batch after the
  /// other. Reading them waits for nothing, so what counts is the time of the processor: other programs run meanwhile.
  private func operationsFigure() throws -> Figure {
    let list = try Self.list(.inMemory())
    let other = try ListOfC(path: nil)
    let change = Self.scattered.line
    _ = try list.applySynchronously(Self.filling)
    try other.apply(Self.filling.line)
    try other.subscribe()
    var operations: [roster_operation] = []
    let stopwatch = Stopwatch()
    var fewest = (swift: Double.infinity, c: Double.infinity)
    for _ in 0..<runs {
      let batches = try (0..<Self.batchCount).map { _ in try list.applySynchronously(Self.scattered)
      }
      let handles = try (0..<Self.batchCount).map { _ in
        try other.apply(change)
        return try other.next()
      }
      defer { for handle in handles { roster_close(handle) } }
      for (batch, handle) in zip(batches, handles) {
        var sums = (swift: 0, c: 0)
        let inSwift = stopwatch.processorSeconds {
          sums.swift = batch.changes.operations.reduce(0) { $0 + $1.start }
        }
        let inC = try stopwatch.processorSeconds {
          try ListOfC.read(handle, into: &operations)
          sums.c = operations.reduce(0) { $0 + Int($1.start) }
        }
        guard sums.swift == sums.c else {
          throw BareDatabase.Failure(message: "C has other operations than Swift")
        }
        fewest = (min(fewest.swift, inSwift), min(fewest.c, inC))
      }
    }
    return Figure(
      name: "\(operations.count) operations of a batch as structs of C", value: fewest.c.asTime,
      baseline: "as an array of Swift \(fewest.swift.asTime)",
      ratio: (fewest.c / fewest.swift).asFactor, goal: "≤ 1.5×")
  }

  private static func list(_ store: SQLiteStore) throws -> JSONList {
    guard let list = try store.list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    return try JSONList(
      storage: list, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  /// One section of items.
  private static let filling = Changeset<JSONValue, JSONValue> {
    $0.insertSection(at: 0)
    $0.insertItems(
      (0..<itemCount).map { .integer($0) }, at: ItemPath(section: 0, item: 0))
  }

  /// Changes of every sixteenth item that do not join into runs, after which the list is as long as before.
  private static let scattered = Changeset<JSONValue, JSONValue> {
    for start in stride(from: 0, to: itemCount, by: 16) {
      $0.removeItem(at: ItemPath(section: 0, item: start))
      $0.updateItem(at: ItemPath(section: 0, item: start + 4), .integer(start))
      $0.insertItem(.integer(start), at: ItemPath(section: 0, item: start + 7))
      $0.moveItem(
        from: ItemPath(section: 0, item: start + 8), to: ItemPath(section: 0, item: start + 12))
    }
  }
}

extension Changeset<JSONValue, JSONValue> {
  /// The changeset as a line of a log.
  fileprivate var line: String { ChangesetLogWriter.line(.changeset(LoggedChangeset(self))) }
}

extension ListOperation {
  /// The index where it begins.
  fileprivate var start: Int {
    switch self {
    case .removeItems(_, let start, _), .insertItems(_, let start, _),
      .updateItems(_, let start, _), .removeSections(let start, _), .insertSections(let start, _):
      start
    case .moveSection(let source, _): source
    case .moveItem(let source, _): source.item
    case .updateSection(let section, _): section
    }
  }
}
