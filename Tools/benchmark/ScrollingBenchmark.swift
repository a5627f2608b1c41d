import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterStore

/// A list of a million items that is scrolled from end to end with a working range, and what that
/// holds in memory: a process of its own does it.
struct ScrollingBenchmark {
  /// What the process has to say.
  private struct Report: Codable {
    var peakBytes: Int
    var stepCount: Int
    var medianSeconds: Double
    var slowestSeconds: Double
    var buildCount: Int
    var buildCountMax: Int
    var length: Double
    /// How long the list was when it was opened, when everything was estimated.
    var estimatedLength: Double
  }

  let count: Int

  /// How many items are in the range before what is visible, and behind.
  private static let reach = 100
  /// How many items are built to see what all trees of a list take.
  private static let sampleCount = 20_000

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("scrolled")
    _ = try BenchmarkList(path: path, count: count)
    let report: Report = try OwnProcess.answer(to: ["--scroll", path])
    let all: Int = try OwnProcess.answer(to: ["--build-all", path])
    let whole = Double(all) / Double(Self.sampleCount) * Double(count)
    let steps = "\(report.stepCount) steps"
    return [
      Figure(
        name: "\(count) items, a range of \(Self.reach): peak memory",
        value: report.peakBytes.asMegabytes,
        baseline: "all trees \(Int(whole).asMegabytes) (from \(Self.sampleCount))",
        ratio: "1/\((whole / Double(report.peakBytes)).digits)", goal: "≤ 100 MB"),
      Figure(
        name: "  builds of an item, at most", value: "\(report.buildCountMax)",
        baseline: "\(report.buildCount) of \(count) items built", goal: "1"),
      Figure(
        name: "  a step of one viewport, built",
        value: report.medianSeconds.asTime,
        baseline: "slowest of \(steps) \(report.slowestSeconds.asTime)"),
      Figure(
        name: "  length of the list, in points", value: "\(Int(report.length))",
        baseline: "estimated \(Int(report.estimatedLength)) before"),
    ]
  }

  // MARK: In the process

  /// Scrolls the list in a file from its start to its end, and prints what that took.
  static func scroll(_ path: String) async throws {
    let counter = BuildCounter()
    let list = try open(path, counter) {
      $0.workingRange = WorkingRange(ahead: .items(reach), behind: .items(reach))
    }
    let clock = ContinuousClock()
    let estimated = list.extents().length
    var offset = 0.0
    var seconds: [Double] = []
    repeat {
      let start = clock.now
      list.setViewport(Viewport(offset: offset, length: 900))
      await list.waitForWorkingRange()
      seconds.append((clock.now - start) / .seconds(1))
      offset += 900
    } while offset < list.extents().length
    let counts = counter.counts
    let report = Report(
      peakBytes: MemoryProbe.peakBytes, stepCount: seconds.count,
      medianSeconds: seconds.sorted()[seconds.count / 2], slowestSeconds: seconds.max() ?? 0,
      buildCount: counts.count { $0 > 0 }, buildCountMax: Int(counts.max() ?? 0),
      length: list.extents().length, estimatedLength: estimated)
    await list.close()
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }

  /// Builds some items of the list in a file without a range, and prints what their trees take.
  static func buildAll(_ path: String) throws {
    let counter = BuildCounter()
    let list = try open(path, counter) { $0.cachedOutputCountMax = sampleCount }
    // What the process needs once, and the models, are paid for before.
    _ = try list.snapshot.models(inSection: 0, 0..<sampleCount)
    let before = MemoryProbe.residentBytes
    let outputs = try list.outputs(inSection: 0, 0..<sampleCount)
    let taken = MemoryProbe.residentBytes - before
    precondition(outputs.count == sampleCount)
    print(taken)
  }

  private static func open(
    _ path: String, _ counter: BuildCounter,
    _ configure: (inout ComponentConfiguration) -> Void
  ) throws -> ComponentList<[UInt8], [UInt8], Never> {
    guard let stored = try SQLiteStore(path: path).list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: 400, height: .infinity)))
    configure(&configuration.components)
    return try ComponentList(
      storage: stored, codec: BytesCodec(), sectionCodec: BytesCodec(),
      configuration: configuration
    ) { _, context in
      let _ = counter.count(context.id)
      ScrolledRow(number: context.id.rawValue)
    }
  }
}
