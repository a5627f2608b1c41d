import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// All orders in which the queues of two lists can take their turns.
@Suite("Changes of several lists: all orders", .fileOnly) struct JointOrderTests {
  /// - Parameter failing: Which commit of list a alone fails, so that it is suspended; `nil` if none does.
  @Test(arguments: [nil, 0, 1, 2])
  func everyOrderOfTurnsHasTheSameEnd(failing: Int?) async throws {
    try await JointLists.with { lists in
      var order = TurnOrder()
      var count = 0
      repeat {
        try Self.run(lists, number: count, &order, failing: failing)
        count += 1
      } while order.advance()
      #expect(count >= (failing == nil ? 50 : 4))
    }
  }

  private static func run(
    _ file: JointLists, number: Int, _ order: inout TurnOrder, failing: Int?
  ) throws {
    let executors = [SteppedExecutor(), SteppedExecutor()]
    let storage = try file.storage("\(number) a")
    let a = try file.open("\(number) a", executors[0].configuration, storage)
    let b = try file.open("\(number) b", executors[1].configuration)
    if let failing { storage.faults.fail(.commit, skipping: failing) }
    var hasOutcome: [() -> Bool] = []
    let names = ["1", "2", "both", "3", "4", "all", "5"]
    for name in names {
      if name == "both" || name == "all" {
        let change = try file.store.enqueue(
          .change(b, a) { b, a in
            try b.append(name)
            try a.append(name)
          })
        hasOutcome.append { change.outcome != nil }
      } else {
        for list in [a, b] {
          let change = try list.enqueueChange { _, list in try list.append(name) }
          hasOutcome.append { change.outcome != nil }
        }
      }
    }
    while case let ready = executors.filter(\.isReady), !ready.isEmpty {
      ready[order.choose(from: ready.count)].step()
    }
    let comment = Comment(rawValue: "order \(order)")
    #expect(hasOutcome.allSatisfy { $0() }, comment)
    #expect(b.suspension == nil, comment)
    guard let failing else {
      for list in [a, b] { #expect(try list.snapshot.texts == names, comment) }
      return
    }
    // What is queued behind the failure is not in list a, and what is in both lists is in neither.
    let kept = names.prefix { $0 != ["1", "2", "3"][failing] }
    #expect(try a.snapshot.texts == Array(kept), comment)
    let shared = names.filter { !["both", "all"].contains($0) || kept.contains($0) }
    #expect(try b.snapshot.texts == shared, comment)
  }
}

/// One order of turns after the other, until there were all.
struct TurnOrder: CustomStringConvertible {
  private var choices: [(choice: Int, count: Int)] = []
  private var madeCount = 0

  var description: String { choices.map { "\($0.choice)" }.joined(separator: " ") }

  /// Returns the next choice of this order.
  mutating func choose(from count: Int) -> Int {
    if madeCount == choices.count { choices.append((0, count)) }
    defer { madeCount += 1 }
    return choices[madeCount].choice
  }

  /// Goes on to the next order.
  ///
  /// - Returns: Whether there is one.
  mutating func advance() -> Bool {
    madeCount = 0
    while let last = choices.popLast() {
      guard last.choice + 1 < last.count else { continue }
      choices.append((last.choice + 1, last.count))
      return true
    }
    return false
  }
}

/// The queues of a list whose work is done step by step, when a test says so.
///
/// Unchecked because of its variables: only the thread of the test uses them.
final class SteppedExecutor: ListExecutor, @unchecked Sendable {
  private var jobs: [@Sendable () -> Void] = []
  /// How many have paused it.
  private var pauseDepth = 0
  private var isPaused: Bool { pauseDepth > 0 }
  private(set) var isWorking = false

  var configuration: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.makeExecutor = { self }
    return configuration
  }

  var isReady: Bool { !isPaused && !jobs.isEmpty }

  /// Does the next thing on the work queue.
  func step() { workAndWait(unless: { false }, jobs.removeFirst()) }

  func work(at turn: TurnQoS?, _ body: @escaping @Sendable () -> Void) { jobs.append(body) }

  func workAndWait(unless isNeedless: () -> Bool, _ body: () -> Void) {
    isWorking = true
    defer { isWorking = false }
    body()
  }

  func workUnlessPaused(_ body: () -> Void) {
    if !isPaused { workAndWait(unless: { false }, body) }
  }

  func pause() { pauseDepth += 1 }

  func resume() { pauseDepth -= 1 }

  // No test of orders suspends its store.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void) { whenSuspended() }

  func endSuspension() {}

  func concurrently(_ iterations: Int, _ body: @Sendable (Int) -> Void) {
    for iteration in 0..<iterations { body(iteration) }
  }

  func readJournal(_ body: @escaping @Sendable () -> Void) { body() }

  func callListeners(_ body: @escaping @Sendable () -> Void) { body() }

  func watch(
    _ storage: any JournalStorage, _ changed: @escaping @Sendable () -> Void
  ) -> any StorageWatch { storage.watch(changed) }

  var now: ContinuousClock.Instant { .now }
}
