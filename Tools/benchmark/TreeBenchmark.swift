import RosterComponents

/// Building trees of components, beside the same trees of plain values. Either frees what was built
/// before.
struct TreeBenchmark {
  let runs: Int

  func figures() throws -> [Figure] {
    let count = 10_000
    let builder = TreeBuilder()
    var trees: [ComponentTree<Never>] = []
    var builds: [TreeBuild<Never>] = []
    var plain: [PlainNode] = []
    var encodedCount = 0
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        {
          trees = (0..<count).map { builder.build(Node(FeedRow(number: $0))).tree }
        },
        { plain = (0..<count).map { PlainNode.row($0) } },
        {
          trees = trees.enumerated().map { index, tree in
            builder.build(Node(FeedRow(number: index + 1)), after: tree).tree
          }
        },
        {
          trees = trees.enumerated().map { index, tree in
            builder.build(Node(FeedRow(number: index + 1)), after: tree).tree
          }
        },
        {
          builds = (0..<count).map { builder.build(Node(FeedRow(number: $0))) }
          for build in builds { encodedCount += build.stateChanges.count }
        },
      ])
    withExtendedLifetime((trees, builds, plain)) {}
    precondition(encodedCount == 2 * count * runs, "a row has two states")
    return [
      Figure(
        name: "build \(count) rows of ten nodes", value: perSecond(count, seconds[0]),
        baseline: "plain values \(perSecond(count, seconds[1]))",
        ratio: (seconds[0] / seconds[1]).asFactor, goal: "≤ 4×"),
      Figure(
        name: "  and encode their states", value: perSecond(count, seconds[4]),
        ratio: (seconds[4] / seconds[1]).asFactor),
      Figure(
        name: "  again, each row changed", value: perSecond(count, seconds[2]),
        ratio: (seconds[2] / seconds[1]).asFactor),
      Figure(
        name: "  again, no row changed", value: perSecond(count, seconds[3]),
        ratio: (seconds[3] / seconds[1]).asFactor),
    ]
  }

  private func perSecond(_ count: Int, _ seconds: Double) -> String {
    "\(Int((Double(count) / seconds).rounded())) a second"
  }
}
