internal import RosterCore
internal import RosterEngine
internal import RosterStore
internal import RosterTestKit

/// What a fault is put into: steps that are done one after the other, in a file that others can look at.
protocol FaultSubject {
  associatedtype Step: CustomStringConvertible

  var steps: [Step] { get }

  mutating func perform(_ index: Int) async throws

  /// Whether a step has been committed although it has failed.
  func isDone(_ index: Int) throws -> Bool

  /// Closes what is open. What cannot be closed is let go.
  mutating func close() async

  /// Opens what is open before a step, after it was closed.
  mutating func reopen(before index: Int) async throws

  /// Lets lists take changes again that a failure of storage has suspended.
  func resume()

  /// Whether a failure of a step is promised that is no error of a list.
  func isPromised(_ error: any Error, of kind: FaultKind, in index: Int) -> Bool

  /// Sees that a process that has ended in a step has left what was there before the step or after it.
  func expectWhatIsLeft(at path: String, in index: Int) throws

  /// Sees that everything is as without the fault, after the last step.
  mutating func end() async throws
}

/// The steps of an application, or of lists that are kept together, with one fault.
///
/// - A failure is an error of a promised kind.
/// - If the process ended at a failure, everything would be what it was before the step or after it.
/// - Once the disk works again, the same lists go on, or ones that are opened anew do, to the same end.
struct StepFaultRun<Subject: FaultSubject> {
  private let point: FaultPoint
  private let folder: TemporaryFolder
  private let disk: SimulatedDisk
  private var subject: Subject
  /// Where steps have failed, by the number of operations of the disk.
  private var failures: [(operation: Int, index: Int)] = []
  private(set) var outcome = FaultAttack.Outcome()

  /// - Parameter makeSubject: Makes what is attacked, in a file that is not there.
  init(_ point: FaultPoint, _ makeSubject: (_ path: String) -> Subject) throws {
    self.point = point
    folder = try TemporaryFolder()
    disk = try SimulatedDisk(folder: folder.path)
    subject = makeSubject(folder.path(of: "list.sqlite"))
  }

  /// Goes through the steps; what is found is in the outcome.
  mutating func toTheEnd() async {
    disk.fail(point.kind.diskFault(after: point.count, point.duration))
    do {
      for index in subject.steps.indices { try await perform(index) }
      mend()
      for failure in failures { try expectWhatIsLeft(failure.operation, failure.index) }
      try await subject.end()
    } catch {
      outcome.finding = "\(point): \(error)"
    }
    mend()
    await subject.close()
  }

  private mutating func mend() {
    outcome.faultCount += disk.faultCount
    disk.fail(nil)
  }

  /// Does a step: if it fails, once more on a disk that works, and then with everything opened anew.
  private mutating func perform(_ index: Int) async throws {
    let step = subject.steps[index]
    for attempt in 0... {
      do {
        if attempt == 2 {
          await subject.close()
          try await subject.reopen(before: index)
        }
        if attempt > 0, try subject.isDone(index) { return }
        try await subject.perform(index)
        return
      } catch {
        guard attempt < 2 else { throw BrokenPromise("\(step) goes on failing: \(error)") }
        if attempt == 0 { failures.append((disk.operationCount, index)) }
        try judge(error, index)
        mend()
        subject.resume()
      }
    }
  }

  /// Sees that an error is one that was promised.
  private mutating func judge(_ error: any Error, _ index: Int) throws {
    if case .storage(let error)? = error as? DataSourceError { outcome.errors.append(error.code) }
    if let error = error as? StorageError { outcome.errors.append(error.code) }
    guard outcome.faultCount + disk.faultCount > 0, isPromised(error, index) else {
      throw BrokenPromise("\(subject.steps[index]): \(error)")
    }
  }

  private func isPromised(_ error: any Error, _ index: Int) -> Bool {
    switch error {
    case let error as StorageError: point.kind.promised.union([.stale]).contains(error.code)
    case DataSourceError.storage(let error): isPromised(error, index)
    // A list that follows by itself has met the fault.
    case DataSourceError.suspended(let suspension): isPromised(suspension.cause, index)
    case DataSourceError.thrown(let error): isPromised(error, index)
    default: subject.isPromised(error, of: point.kind, in: index)
    }
  }

  /// Looks at what would be left if the process had ended where a step has failed.
  private func expectWhatIsLeft(_ operation: Int, _ index: Int) throws {
    let image = try disk.replay().image(PowerCut(after: operation, .kept))
    let copy = try TemporaryFolder()
    try image.write(to: copy.path)
    do {
      try subject.expectWhatIsLeft(at: copy.path(of: "list.sqlite"), in: index)
    } catch let broken as BrokenPromise {
      throw BrokenPromise("\(subject.steps[index]), and the process ended: \(broken)")
    }
  }
}
