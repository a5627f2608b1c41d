import ArgumentParser
import Foundation

/// Measures what Roster promises, beside what it is compared with.
@main
struct BenchmarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-benchmark",
    abstract: "Measure Roster beside its baselines, in one run.")

  /// What can be measured by itself.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case core, insert, file, queue, bulk, refetch, open, keys, replay, difference, snapshot, trees,
      state
    case updates, application, derived, observed, views
    case journal, subscribers, layout, scrolling, mounting, presenting, costs
    case postgres, sync, c, instructions

    /// What is measured if nothing is named: not instructions, which are counted under Valgrind.
    static var usual: [Subject] {
      #if Postgres
        allCases.filter { $0 != .instructions }
      #else
        allCases.filter { $0 != .postgres && $0 != .instructions }
      #endif
    }
  }

  @Argument(help: "What to measure; everything if left out.")
  var subjects: [Subject] = Subject.usual

  @Option(help: "How often each figure is taken; the fastest counts.")
  var runs = 5

  @Option(help: "The number of items of the largest source of derived lists.")
  var items = 1_000_000

  @Option(help: "The changeset log to replay.")
  var log = "Tests/Fixtures/logs/typing.jsonl"

  @Option(help: "The library that Tools/yoga/build makes of Yoga.")
  var yoga: String?

  @Option(help: "The library that Tools/counting/build makes, which counts.")
  var counts: String?

  @Option(help: .private)
  var memoryOf: String?

  @Option(help: .private)
  var memoryOfDerived: String?

  @Flag(help: .private)
  var countCosts = false

  @Option(help: .private)
  var taskToCount: String?

  @Option(help: .private)
  var commitTo: String?

  @Option(help: .private)
  var applySnapshot: String?

  @Option(help: .private)
  var scroll: String?

  @Option(help: .private)
  var buildAll: String?

  @Option(help: .private)
  var writeRowsOf: String?

  func validate() throws {
    guard runs > 0, items >= 100 else {
      throw ValidationError("--runs is at least 1, and --items at least 100.")
    }
  }

  func run() async throws {
    if let memoryOf { return try MemoryProbe.run(memoryOf) }
    if let memoryOfDerived { return try DerivedBenchmark.printMemory(of: memoryOfDerived) }
    if let taskToCount { return try InstructionBenchmark.run(taskToCount) }
    if let commitTo { return try JournalBenchmark.commit(to: commitTo) }
    if let applySnapshot { return try SnapshotBenchmark.apply(applySnapshot) }
    if let scroll { return try await ScrollingBenchmark.scroll(scroll) }
    if countCosts { return try await CostBenchmark.count() }
    if let buildAll { return try ScrollingBenchmark.buildAll(buildAll) }
    if let writeRowsOf { return try OtherWriter.run(writeRowsOf) }
    let head = Figure(
      name: "what", value: "Roster", baseline: "baseline", ratio: "ratio", goal: "goal")
    print(row(head))
    for subject in subjects {
      for figure in try await figures(subject) { print(row(figure)) }
    }
  }

  private func figures(_ subject: Subject) async throws -> [Figure] {
    switch subject {
    case .core: try CoreBenchmark(runs: runs).figures()
    case .insert:
      try InsertBenchmark(runs: runs, counts: [1_000, 100_000, 1_000_000]).figures()
    case .file: try await FileBenchmark(runs: runs).figures()
    case .queue: try await QueueBenchmark(runs: runs).figures()
    case .bulk: try BulkBenchmark(runs: runs).figures()
    case .refetch: try RefetchBenchmark(runs: runs).figures()
    case .open: try OpenBenchmark(runs: runs, count: 1_000_000).figures()
    case .keys: try KeyBenchmark(runs: runs, count: 1_000_000).figures()
    case .replay: try await ReplayBenchmark(runs: runs, log: log).figures()
    case .trees: try TreeBenchmark(runs: runs).figures()
    case .layout: try LayoutBenchmark(runs: runs, yogaPath: yoga).figures()
    case .difference: try DifferenceBenchmark(runs: runs).figures()
    case .snapshot: try SnapshotBenchmark(count: 1_000_000).figures()
    case .scrolling: try ScrollingBenchmark(count: 1_000_000).figures()
    case .mounting: try MountBenchmark(runs: runs).figures()
    case .presenting: try await PresentingBenchmark(runs: runs, count: 1_000_000).figures()
    case .journal: try await JournalBenchmark(runs: runs).figures()
    case .subscribers: try await SubscriberBenchmark(runs: runs).figures()
    case .costs: try CostBenchmark(countsPath: counts).figures()
    case .updates: try UpdateBenchmark(runs: runs).figures()
    case .application: try await ApplicationBenchmark(runs: runs).figures()
    case .derived: try await DerivedBenchmark(runs: runs, count: items).figures()
    case .observed: try await ObservedBenchmark(count: 1_000_000).figures()
    case .views: try await ViewBenchmark(runs: runs, count: 1_000_000).figures()
    case .postgres:
      #if Postgres
        try await PostgresBenchmark(runs: runs).figures()
      #else
        throw ValidationError("Lists on a server are measured in a build with the trait Postgres.")
      #endif
    case .sync: try SyncBenchmark(runs: runs).figures()
    case .c: try CBenchmark(runs: runs).figures()
    case .instructions: try InstructionBenchmark().figures()
    case .state: try await StateBenchmark(runs: runs, counts: [1_000, 100_000]).figures()
    }
  }

  private func row(_ figure: Figure) -> String {
    let columns = [
      (figure.name, 44), (figure.value, 16), (figure.baseline, 48), (figure.ratio, 24),
      (figure.goal, 0),
    ]
    return columns.map { $0.padding(toLength: max($0.count, $1), withPad: " ", startingAt: 0) }
      .joined(separator: "  ")
  }
}
