import RosterCore

/// One insertion into a list in memory, with the snapshot before it kept.
struct CoreBenchmark {
  let runs: Int

  func figures() throws -> [Figure] {
    let stopwatch = Stopwatch()
    var random = FastRandom()
    var figures: [Figure] = []
    var first: Double?
    for count in [1_000, 10_000, 100_000, 1_000_000] {
      var state = try Self.list(count: count)
      var array = Array(0..<count)
      let inserts = 2_000
      let copies = count > 10_000 ? 20 : 2_000
      let seconds = try stopwatch.fewestSeconds(
        runs: runs,
        [
          {
            let base = state
            for _ in 0..<inserts {
              let before = state
              state = try state.applying(Self.insertion(upTo: count, &random)).target
              _ = before.itemCount
            }
            state = base
          },
          {
            for _ in 0..<copies {
              let before = array
              array.insert(0, at: Int.random(in: 0...count, using: &random))
              array = before
            }
          },
        ])
      let time = seconds[0] / Double(inserts)
      let baseline = seconds[1] / Double(copies)
      first = first ?? time
      figures.append(
        Figure(
          name: "one insert in memory, \(count) items", value: time.asTime,
          baseline: "array copy and insert \(baseline.asTime)",
          ratio: (time / (first ?? time)).asFactor + " of 1,000 items",
          goal: count == 1_000_000 ? "< 5 µs, ≤ 3×" : ""))
    }
    return figures
  }

  private static func list(count: Int) throws -> ListState {
    try ListState().applying(
      Changeset<Int, Int> {
        $0.insertSection(at: 0)
        $0.insertItems(0..<count, at: ItemPath(section: 0, item: 0))
      }
    ).target
  }

  private static func insertion(
    upTo count: Int, _ random: inout FastRandom
  ) -> Changeset<Int, Int> {
    let item = Int.random(in: 0...count, using: &random)
    return Changeset { $0.insertItem(0, at: ItemPath(section: 0, item: item)) }
  }
}
