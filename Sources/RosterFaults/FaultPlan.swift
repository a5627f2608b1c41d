internal import RosterConcurrency
package import RosterCore

/// Which calls of a storage fail.
package final class FaultPlan: Sendable {
  private struct Fault {
    var call: FaultyStore.Call
    var moment: FaultyStore.Moment
    /// How many calls of its kind go well before.
    var skipCount: Int
    /// How many calls then fail.
    var count: Int
    var error: StorageError

    static func crash(_ call: FaultyStore.Call, _ moment: FaultyStore.Moment) -> Fault {
      Fault(
        call: call, moment: moment, skipCount: 0, count: 1,
        error: StorageError(.failed, "the process of a test has ended"))
    }
  }

  private struct Planned {
    /// The end of a process, at a commit, and how many commits are done before.
    var crash: (skipCount: Int, moment: FaultyStore.Moment)?
    var hasCrashed = false
    var faults: [Fault] = []
    var seen: [FaultyStore.Call] = []
  }

  private let planned = Guarded(Planned())

  package init() {}

  /// The calls so far, in order, also those that failed.
  package var calls: [FaultyStore.Call] { planned.withLock { $0.seen } }

  /// Whether no fault is to come.
  package var isHealthy: Bool {
    planned.withLock { $0.faults.isEmpty && $0.crash == nil && !$0.hasCrashed }
  }

  /// Plans the end of the process; see ``FaultyStore/crash(_:skipping:)``.
  package func crash(_ moment: FaultyStore.Moment, skipping skipCount: Int) {
    planned.withLock { $0.crash = (skipCount, moment) }
  }

  /// Plans a fault; see ``FaultyStore/fail(_:_:skipping:count:with:)``.
  package func fail(
    _ call: FaultyStore.Call, _ moment: FaultyStore.Moment, skipping skipCount: Int, count: Int,
    with error: StorageError
  ) {
    if count <= 0 { return }
    planned.withLock {
      $0.faults.append(
        Fault(call: call, moment: moment, skipCount: skipCount, count: count, error: error))
    }
  }

  /// Forgets all faults that have not happened yet.
  package func heal() {
    planned.withLock { ($0.faults, $0.crash, $0.hasCrashed) = ([], nil, false) }
  }

  /// Carries out a call, or has it fail before or after its work.
  package func run<Value>(
    _ call: FaultyStore.Call, _ work: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let fault = takeFault(of: call)
    if let fault, fault.moment == .before { throw fault.error }
    let value = try work()
    if let fault { throw fault.error }
    return value
  }

  private func takeFault(of call: FaultyStore.Call) -> Fault? {
    planned.withLock { planned in
      planned.seen.append(call)
      if planned.hasCrashed { return .crash(call, .before) }
      if call == .commit, let crash = planned.crash {
        planned.crash?.skipCount -= 1
        if crash.skipCount == 0 {
          (planned.crash, planned.hasCrashed) = (nil, true)
          return .crash(call, crash.moment)
        }
      }
      guard let index = planned.faults.firstIndex(where: { $0.call == call }) else { return nil }
      guard planned.faults[index].skipCount == 0 else {
        planned.faults[index].skipCount -= 1
        return nil
      }
      let fault = planned.faults[index]
      planned.faults[index].count -= 1
      if fault.count <= 1 { planned.faults.remove(at: index) }
      return fault
    }
  }
}
