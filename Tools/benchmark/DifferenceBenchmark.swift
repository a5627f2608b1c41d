import RosterCore

/// The changeset between two lists of models.
struct DifferenceBenchmark {
  let runs: Int

  private struct Row: Identifiable, Hashable, Sendable {
    var id: Int
    var content: Int
  }

  func figures() throws -> [Figure] {
    var random = FastRandom()
    let count = 100_000
    let source = (0..<count).map { Row(id: $0, content: 0) }
    var target = source
    for change in 0..<count / 300 {
      target.remove(at: Int.random(in: 0..<target.count, using: &random))
      target.insert(
        Row(id: count + change, content: 0),
        at: Int.random(in: 0...target.count, using: &random))
      target[Int.random(in: 0..<target.count, using: &random)].content = 1
    }
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { try Self.compare(source, target) },
        { _ = target.difference(from: source) },
      ])
    let small = Figure(
      name: "difference of \(count) items, 1 % changed", value: seconds[0].asTime,
      baseline: "Collection.difference \(seconds[1].asTime)",
      ratio: (seconds[1] / seconds[0]).asFactor + " faster", goal: "> 1×")
    return [small, try snapshot(source, target)] + (try shuffles())
  }

  /// What `apply(snapshot:)` computes: the difference, and before it a look for duplicates.
  private func snapshot(_ source: [Row], _ target: [Row]) throws -> Figure {
    let list = ListContents<Row, Row>([.init(items: source)])
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        {
          let snapshot = ListContents<Row, Row>([.init(items: target)])
          _ = try IdentifiedContents(snapshot, by: .byID).changeset(from: list)
        },
        { try Self.compare(source, target) },
      ])
    return Figure(
      name: "changeset of a snapshot of \(source.count) items, 1 % changed",
      value: seconds[0].asTime, baseline: "difference \(seconds[1].asTime)",
      ratio: (seconds[0] / seconds[1]).asFactor + " of it", goal: "≤ 3×")
  }

  private func shuffles() throws -> [Figure] {
    var before: Double?
    return try [50_000, 100_000, 200_000].map { count in
      let source = (0..<count).map { Row(id: $0, content: 0) }
      let target = source.shuffled()
      let seconds = try Stopwatch().fewestSeconds(
        runs: runs, [{ try Self.compare(source, target) }])[0]
      defer { before = seconds }
      return Figure(
        name: "difference of \(count) shuffled items", value: seconds.asTime,
        ratio: before.map { (seconds / $0).asFactor + " of half as many" } ?? "",
        goal: before == nil ? "" : "about 2×")
    }
  }

  private static func compare(_ source: [Row], _ target: [Row]) throws {
    _ = try Changeset<Row, Int>.difference(
      from: [IdentifiedSection(id: 0, items: source)],
      to: [IdentifiedSection(id: 0, items: target)])
  }
}
