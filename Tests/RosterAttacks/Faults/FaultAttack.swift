internal import Foundation
package import RosterCore
internal import RosterEngine
package import RosterStore
internal import RosterTestKit

/// Lets each call to the disk fail in the middle of a workload, once or from then on: of lists in a file, of an application
/// with lists beside its rows, or of lists that are kept together with another one (`StepFaultRun`).
///
/// The workload of lists runs once without faults, which tells how many calls there are and what the lists
/// hold after every commit. Then it runs again and again, each time with one fault:
///
/// - each failure is an error of a promised kind that names the file;
/// - nothing is published that is not in the file, and nothing that was acknowledged is lost;
/// - if the process ended at a failure, the lists would be what they were before or after the step;
/// - once the disk works again, the same data source goes on, or one that is opened anew does; in the
///   end the lists hold what they hold without faults, and their check passes.
package struct FaultAttack: Sendable {
  /// How many calls of each kind there are, by its name.
  private let callCounts: [String: Int]
  private let runWithFault: @Sendable (FaultPoint) async throws -> Outcome

  /// Runs the workload of an application without faults.
  package static func application(seed: UInt64 = 1) async throws -> FaultAttack {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let reference = try await ApplicationReference(folder.path(of: "list.sqlite"), seed: seed)
    return FaultAttack(callCounts: Self.callCounts(of: disk)) { point in
      var run = try StepFaultRun(point) { ApplicationFaults($0, reference) }
      await run.toTheEnd()
      return run.outcome
    }
  }

  /// Runs the workload of lists that are kept together with another one without faults.
  ///
  /// - Parameter isDivided: Whether each list is committed in a transaction of its own, with a fault; for tests of the
  ///   attack.
  package static func together(
    seed: UInt64 = 1, isDivided: Bool = false
  ) async throws -> FaultAttack {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let reference = try await TogetherReference(folder.path(of: "list.sqlite"), seed: seed)
    return FaultAttack(callCounts: Self.callCounts(of: disk)) { point in
      var run = try StepFaultRun(point) { TogetherFaults($0, reference, isDivided: isDivided) }
      await run.toTheEnd()
      return run.outcome
    }
  }

  private init(
    callCounts: [String: Int],
    _ runWithFault: @escaping @Sendable (FaultPoint) async throws -> Outcome
  ) {
    self.callCounts = callCounts
    self.runWithFault = runWithFault
  }

  private static func callCounts(of disk: SimulatedDisk) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: FaultKind.all.map { ($0.name, disk.callCount(of: $0.calls)) })
  }

  /// Runs the workload of lists without faults.
  ///
  /// - Parameter wrap: Stands between the data source and its list; for tests of the attack.
  package init(
    wrapping wrap: @escaping @Sendable (SQLiteList) -> any ListStorage = { $0 }
  ) throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let path = folder.path(of: "list.sqlite")
    let allocationCount = SimulatedMemory.allocationCount
    var session = try FaultSession(path, wrapping: wrap)
    var reference = try [FaultReference(session)]
    for step in FaultStep.workload {
      try step.perform(in: session, from: reference[reference.count - 1].revisions)
      if step == .reopen { session = try FaultSession(path, wrapping: wrap) }
      reference.append(try FaultReference(session))
    }
    try session.store.close()
    var callCounts = Self.callCounts(of: disk)
    callCounts[FaultKind.allocation.name] = SimulatedMemory.allocationCount - allocationCount
    self.init(callCounts: callCounts) { [reference] point in
      var run = try FaultRun(point, reference: reference, wrap)
      run.toTheEnd()
      return run.outcome
    }
  }

  /// Every call at which a fault can be put, with some more that come only after failures.
  ///
  /// - Parameter limit: The most points of a kind, evenly spread.
  package func points(of kind: FaultKind, _ duration: FaultDuration, limit: Int = .max)
    -> [FaultPoint]
  {
    let count = callCounts[kind.name] ?? 0
    let stride = limit < count ? (count + limit - 1) / max(1, limit) : 1
    return Swift.stride(from: 0, to: count, by: stride).map {
      FaultPoint(kind, after: $0, duration)
    }
  }

  /// What became of a run.
  package struct Outcome: Sendable {
    /// The broken promise, `nil` if there is none.
    package var finding: String?
    /// How many calls the fault has met.
    package var faultCount = 0
    /// The errors that the steps failed with.
    package var errors: [StorageError.Code] = []
  }

  /// Runs the workload with a fault.
  package func run(_ point: FaultPoint) async throws -> Outcome { try await runWithFault(point) }

  /// Runs the workload with one fault after the other.
  ///
  /// - Parameters:
  ///   - workerCount: How many runs there are at once; there is only one memory.
  ///   - visit: Called with each outcome, one at a time.
  package func run(
    _ points: [FaultPoint], workerCount: Int,
    visit: @escaping (FaultPoint, Outcome) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (FaultPoint, Outcome).self) { group in
      var waiting = points[...]
      func start() {
        guard let point = waiting.popFirst() else { return }
        group.addTask { (point, try await run(point)) }
      }
      for _ in 0..<max(1, workerCount) { start() }
      while let (point, outcome) = try await group.next() {
        visit(point, outcome)
        start()
      }
    }
  }
}
