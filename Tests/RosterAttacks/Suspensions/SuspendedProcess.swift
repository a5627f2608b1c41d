import Foundation
import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit

/// A process that writes lists by a random program, and is suspended and stopped at random points of it.
struct SuspendedProcess {
  private let folder: TemporaryFolder
  private let child: ChildProgram
  private var random: SplitMix64
  /// How many lines the process has said.
  private var lineCount = 1
  /// How many changes this process has made of the list that both change.
  private var writtenCount = 0

  /// Starts a process, and waits until its lists are open.
  init(_ kind: SuspensionAttack.Kind, seed: UInt64) throws {
    folder = try TemporaryFolder()
    child = try ChildProgram(
      .suspension, [kind.rawValue, folder.path(of: Self.name), "\(seed)"])
    random = SplitMix64(seed: seed)
    child.wait(forLines: lineCount)
  }

  private static let name = "list.sqlite"

  /// Suspends the process so many times, and has it end.
  ///
  /// - Returns: What is not as it must be.
  /// - Throws: If the process ends by itself; what this process cannot do beside it.
  mutating func run(pointCount: Int) async throws -> [String] {
    let path = folder.path(of: Self.name)
    do {
      let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(busyTimeout: 0))
      guard let shared = try store.list(named: "shared", create: false) else {
        throw BrokenPromise("the list that both write is not there")
      }
      let locks = HeldLocks(path)
      var findings: [String] = []
      for point in 0..<pointCount where child.process.isRunning {
        findings += try await suspend(at: point, locks, shared).map { "point \(point): \($0)" }
      }
      child.signal(SIGTERM)
      findings += try problems(in: child.lines())
      findings += try store.check().map(\.description)
      try store.close()
      locks.close()
      return findings
    } catch {
      // One that is stopped would stay.
      child.kill()
      throw error
    }
  }

  /// Suspends the process, stops it, and lets it go on.
  private mutating func suspend(
    at point: Int, _ locks: HeldLocks, _ shared: SQLiteList
  ) async throws -> [String] {
    var findings: [String] = []
    try await Task.sleep(for: .microseconds(Int.random(in: 0..<8_000, using: &random)))
    tell(SIGUSR1)
    // In half of the rounds it runs on, suspended: no timer and no file event makes it take a lock or write.
    if point.isMultiple(of: 2) {
      let size = locks.logSize
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<20_000, using: &random)))
      findings += locks.held.map { "it runs on and has locked \($0)" }
      if size < 0 || locks.logSize != size {
        findings.append("it runs on, and its log had \(size) bytes and has \(locks.logSize)")
      }
    }
    child.signal(SIGSTOP)
    findings += locks.held.map { "it is stopped and has locked \($0)" }
    // Another process reads and writes meanwhile, and waits for nothing.
    if point.isMultiple(of: 4) {
      do {
        try await write(shared)
      } catch {
        findings.append("another process cannot write: \(error)")
      }
    }
    child.signal(SIGCONT)
    tell(SIGUSR2)
    return findings
  }

  /// Sends a signal, and waits until the process has said that it has heeded it.
  private mutating func tell(_ signal: Int32) {
    child.signal(signal)
    lineCount += 1
    child.wait(forLines: lineCount)
  }

  private mutating func write(_ stored: SQLiteList) async throws {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let list = try ListDataSource<Int64, String, Never>(
      storage: stored, codec: JSONModelCodec(), sectionCodec: JSONModelCodec(),
      configuration: configuration)
    do {
      try list.changeSynchronously { _, list in _ = try list.append(1) }
      writtenCount += 1
    } catch {
      await list.close()
      throw error
    }
    await list.close()
  }

  /// Returns what is not as it must be in what the process has said.
  private func problems(in lines: [String]) throws -> [String] {
    let told = Set(lines.dropLast()).subtracting(["begun", "suspended", "resumed"])
    if !told.isEmpty { return told.sorted() }
    let counts = (lines.last ?? "").split(separator: " ").compactMap { Int($0) }
    guard counts.count == 7 else { return ["its last words are \(lines.suffix(2))"] }
    var problems: [String] = []
    // What was acknowledged is there once, and nothing else is.
    for (list, (acknowledged, revision)) in [
      ("one", (counts[0], counts[1])), ("other", (counts[2], counts[3])),
      ("shared", (counts[4] + writtenCount + 1, counts[5])),
    ] where acknowledged != revision {
      problems.append(
        "the list \"\(list)\" is at revision \(revision), and \(acknowledged) changes were acknowledged"
      )
    }
    if counts[6] != 1 { problems.append("the list of the table has other rows than were written") }
    if counts[0] == 0 || counts[2] == 0 { problems.append("it has written nothing") }
    return problems
  }
}
