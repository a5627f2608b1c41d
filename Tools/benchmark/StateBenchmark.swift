import RosterComponents
import RosterCore
import RosterEngine
import RosterStore

/// One durable state update end to end: given to the data source, built, committed, published.
struct StateBenchmark {
  private typealias DataSource = ComponentList<Int, Int, Never>

  let runs: Int
  let counts: [Int]

  private static let updateCount = 2_000
  /// The number of items that a screen may show, so that their trees are in memory.
  private static let shownCount = 50

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    var figures: [Figure] = []
    var first: Double?
    for count in counts {
      let list = try Self.list(path: folder.path("roster-\(count)"), count: count)
      let bare = try BareStates(path: folder.path("bare-\(count)"), count: count)
      var random = FastRandom()
      let seconds = try Stopwatch().fewestSeconds(
        runs: runs,
        [
          { try Self.update(list, amongFirst: Self.shownCount, &random) },
          { for _ in 0..<Self.updateCount { try bare.updateSameRows() } },
          { for _ in 0..<Self.updateCount { try bare.updateOneRow() } },
          { try Self.update(list, amongFirst: count, &random) },
        ]
      ).map { $0 / Double(Self.updateCount) }
      let base = first ?? seconds[0]
      first = base
      figures += [
        Figure(
          name: "one durable state update, \(count) items", value: seconds[0].asTime,
          baseline: "C, same rows \(seconds[1].asTime); C, one row \(seconds[2].asTime)",
          ratio: (seconds[0] / seconds[1]).asFactor + "; " + (seconds[0] / seconds[2]).asFactor,
          goal: "≤ 2×"),
        Figure(
          name: "  growth since \(counts[0]) items", value: (seconds[0] / base).asFactor,
          goal: "≤ 1.5×"),
        Figure(
          name: "  of any item, its tree not in memory", value: seconds[3].asTime,
          ratio: (seconds[3] / seconds[1]).asFactor + "; " + (seconds[3] / seconds[2]).asFactor),
      ]
    }
    return figures
  }

  private static func list(path: String, count: Int) throws -> DataSource {
    guard let list = try SQLiteStore(path: path).list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    let dataSource = try DataSource(
      storage: list, codec: JSONModelCodec(), sectionCodec: JSONModelCodec()
    ) { number, _ in BenchmarkRow(number: number) }
    _ = try dataSource.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 10_000) {
      let numbers = Array(start..<min(start + 10_000, count))
      _ = try dataSource.applySynchronously(
        Changeset { $0.insertItems(numbers, at: ItemPath(section: 0, item: start)) })
    }
    return dataSource
  }

  private static func update(
    _ list: DataSource, amongFirst count: Int, _ random: inout FastRandom
  ) throws {
    let scope = ScopePath([
      ScopeKey(typeName: BenchmarkRow.typeName), ScopeKey(typeName: BenchmarkLikeButton.typeName),
    ])
    for _ in 0..<updateCount {
      let item = ItemID(rawValue: Int.random(in: 1...count, using: &random))
      let outcome = try list.updateSynchronously(
        scope, of: BenchmarkLikeButton.self, in: .id(item)
      ) { $0.count += 1 }
      guard outcome.batch != nil else { throw BareDatabase.Failure(message: "nothing changed") }
    }
  }
}
