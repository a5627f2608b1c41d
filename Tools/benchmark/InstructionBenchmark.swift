import Foundation
import RosterStore

/// What one change costs in instructions of the processor outside the system, which depend on the sources and the
/// compiler, and not on what else the machine does.
///
/// Valgrind's callgrind counts those of a process of its own that makes some changes, and of one that makes more. The
/// difference is what the others cost: neither starting nor filling a list is in it.
struct InstructionBenchmark {
  /// What is counted.
  enum Work: String, Codable {
    case insert, insertSameRows, insertAtItsTurn, insertInMemory, update, stateUpdate, stateSameRows
    case twoLists, storedPair, opening

    /// How many are made, so that what is made once is not counted, and in how many more.
    fileprivate var counts: (before: Int, counted: Int) {
      self == .opening ? (1, 2) : (300, 1_000)
    }
  }

  /// Makes some changes in a process that is counted.
  private struct CountedTask: Codable {
    var work: Work
    var count: Int
    /// Where the list is that is opened.
    var path: String?
  }

  private static let itemCount = 1_000
  private static let openedItemCount = 1_000_000

  func figures() throws -> [Figure] {
    guard let valgrind = Self.program("valgrind"), let strip = Self.program("strip") else {
      return [
        Figure(
          name: "instructions of one change", value: "not counted",
          baseline: "needs valgrind and strip")
      ]
    }
    let folder = try TemporaryFolder()
    // Valgrind stops at debug information of newer kinds than it knows.
    let own = folder.path("roster-benchmark")
    let stripping = Process()
    stripping.executableURL = strip
    stripping.arguments = ["-g", "-o", own, try OwnProcess.path]
    _ = try stripping.output()
    let path = folder.path("opened")
    do { _ = try BenchmarkList(path: path, count: Self.openedItemCount) }
    func cost(_ work: Work) throws -> Double {
      let (before, counted) = work.counts
      let instructions = try [before, before + counted].map { count in
        try Self.instructions(
          of: CountedTask(work: work, count: count, path: work == .opening ? path : nil),
          valgrind, own, in: folder)
      }
      return Double(instructions[1] - instructions[0]) / Double(counted)
    }
    func figure(
      _ name: String, _ work: Work, beside other: (name: String, cost: Double)? = nil,
      goal: String = ""
    ) throws -> Figure {
      let own = try cost(work)
      return Figure(
        name: name, value: own.asInstructions,
        baseline: other.map { "\($0.name) \($0.cost.asInstructions)" } ?? "",
        ratio: other.map { (own / $0.cost).asFactor } ?? "", goal: goal)
    }
    let sameRows = "C, same rows"
    return [
      try figure(
        "instructions of one durable insert", .insert, beside: (sameRows, cost(.insertSameRows))),
      try figure("  made at its turn", .insertAtItsTurn),
      try figure("  into a list in memory", .insertInMemory),
      try figure("  of one update of a model", .update),
      try figure(
        "  of one durable state update", .stateUpdate, beside: (sameRows, cost(.stateSameRows))),
      try figure(
        "  of one change of two lists", .twoLists,
        beside: ("the two in one group", cost(.storedPair))),
      try figure("  of opening a closed list of \(Self.openedItemCount) items", .opening),
    ]
  }

  /// Makes what a task says, in this process.
  ///
  /// - Parameter task: The task as JSON.
  static func run(_ task: String) throws {
    let task = try JSONDecoder().decode(CountedTask.self, from: Data(task.utf8))
    let folder = try TemporaryFolder()
    let makeOne = try making(task.work, in: folder, path: task.path)
    for _ in 0..<task.count { try makeOne() }
  }

  /// Returns what makes one change of a kind.
  private static func making(
    _ work: Work, in folder: TemporaryFolder, path: String?
  ) throws -> () throws -> Void {
    let file = folder.path("list")
    switch work {
    case .insert, .insertAtItsTurn, .update:
      var list = try BenchmarkList(path: file, count: itemCount)
      switch work {
      case .insert: return { try list.insertOne() }
      case .update: return { try list.updateOne() }
      default: return { try list.insertAtItsTurn() }
      }
    case .insertInMemory:
      var list = try BenchmarkList(.inMemory())
      try list.fill(count: itemCount)
      return { try list.insertOne() }
    case .insertSameRows:
      let bare = try BareList(path: file, count: itemCount)
      return { try bare.insertSameRows() }
    case .stateUpdate:
      var list = try FeedList(path: file, count: itemCount)
      return { try list.updateShownItem() }
    case .stateSameRows:
      let bare = try BareStates(path: file, count: itemCount)
      return { try bare.updateShownItem() }
    case .twoLists:
      let store = try SQLiteStore(path: file)
      var one = try BenchmarkList(store, named: "one")
      let other = try BenchmarkList(store, named: "other")
      for list in [one, other] { try list.fill(count: itemCount) }
      return { try one.insertOne(with: other, in: store) }
    case .storedPair:
      var stored = try StoredPair(in: try SQLiteStore(path: file), count: itemCount)
      return { try stored.insertOne() }
    case .opening:
      guard let path else { throw BareDatabase.Failure(message: "no list to open") }
      return { _ = try BenchmarkList(path: path) }
    }
  }

  // MARK: Counting

  /// Where a program is installed.
  private static func program(_ name: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a task under callgrind, and returns how many instructions the process has taken.
  ///
  /// - Parameter own: This program without debug information.
  private static func instructions(
    of task: CountedTask, _ valgrind: URL, _ own: String, in folder: TemporaryFolder
  ) throws -> Int {
    let counts = folder.path("counts")
    let process = Process()
    process.executableURL = valgrind
    process.arguments = [
      "--tool=callgrind", "--callgrind-out-file=\(counts)", "--quiet",
      own, "--task-to-count",
      String(decoding: try JSONEncoder().encode(task), as: UTF8.self),
    ]
    // So that two processes put what they hash in the same places.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    _ = try process.output()
    let lines = try String(contentsOfFile: counts, encoding: .utf8).split(separator: "\n")
    // As `totals: 162345678`.
    let total = lines.last { $0.hasPrefix("totals: ") }?.dropFirst("totals: ".count)
    guard let total, let count = Int(total) else {
      throw BareDatabase.Failure(message: "callgrind has counted nothing of \(task.work.rawValue)")
    }
    return count
  }
}

extension Double {
  /// A number of instructions: `149,600`, or `52.9 million` from a million on.
  fileprivate var asInstructions: String {
    if self >= 1e6 { return "\((self / 1e6).digits) million" }
    let rounded = Int((self / 100).rounded()) * 100
    return rounded < 1_000
      ? "\(rounded)" : "\(rounded / 1_000),\(String(rounded % 1_000 + 1_000).dropFirst())"
  }
}
