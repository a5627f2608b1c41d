internal import Foundation
internal import RosterCore
internal import RosterEngine
internal import RosterStore
internal import RosterTestKit
internal import RosterTestSupport

/// A workload with one fault.
struct FaultRun {
  private let point: FaultPoint
  private let reference: [FaultReference]
  private let wrap: (SQLiteList) -> any ListStorage
  private let folder: TemporaryFolder
  private let path: String
  private let disk: SimulatedDisk
  private var session: FaultSession?
  /// The revision that the data source has published last.
  private var published: Revision = 0
  private(set) var outcome = FaultAttack.Outcome()

  /// A promise that is broken.
  private struct Finding: Error {
    var text: String
  }

  init(
    _ point: FaultPoint, reference: [FaultReference],
    _ wrap: @escaping (SQLiteList) -> any ListStorage
  ) throws {
    self.point = point
    self.reference = reference
    self.wrap = wrap
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    disk = try SimulatedDisk(folder: folder.path)
  }

  /// Goes through the workload; what is found is in the outcome.
  mutating func toTheEnd() {
    if point.kind.calls.isEmpty {
      SimulatedMemory.fail(after: point.count, point.duration)
    } else {
      disk.fail(point.kind.diskFault(after: point.count, point.duration))
    }
    do {
      try perform(nil, before: nil, after: 0)
      for (index, step) in FaultStep.workload.enumerated() {
        try perform(step, before: index, after: index + 1)
      }
      try end()
    } catch let finding as Finding {
      outcome.finding = "\(point): \(finding.text)"
    } catch {
      outcome.finding = "\(point): \(error)"
    }
    mend()
    try? session?.store.close()
  }

  // MARK: Steps

  /// Does a step, again and again if it fails; `nil` for the opening of the file.
  ///
  /// - Parameters:
  ///   - before: What the lists are before it, by the index in the reference.
  ///   - after: What they are after it.
  private mutating func perform(_ step: FaultStep?, before: Int?, after: Int) throws {
    let name = step?.description ?? "open"
    for attempt in 0... {
      do {
        // Two failures on one data source, a third on a disk that works; then the file is opened
        // anew, and the step may turn out to be done.
        if attempt == 2 { try endProcess(name, before: before, after: after) }
        if attempt == 3, try isDone(name, before: before, after: after) { return }
        try performOnce(step, from: before.map { reference[$0].revisions } ?? FaultRevisions())
        return
      } catch let finding as Finding {
        throw finding
      } catch {
        guard attempt < 4 else { throw Finding(text: "\(name) goes on failing: \(error)") }
        try judge(error, name, attempt)
      }
    }
  }

  private mutating func performOnce(_ step: FaultStep?, from base: FaultRevisions) throws {
    if session == nil { session = try FaultSession(path, wrapping: wrap) }
    guard let session else { return }
    defer { published = max(published, session.dataSource.snapshot.revision) }
    try step?.perform(in: session, from: base)
    if step == .reopen { self.session = nil }
  }

  /// Lets everything work again.
  private mutating func mend() {
    outcome.faultCount += faultCount
    disk.fail(nil)
    if point.kind.calls.isEmpty { SimulatedMemory.fail(after: nil) }
  }

  /// How many calls or allocations have failed since the last time that everything was mended.
  private var faultCount: Int {
    point.kind.calls.isEmpty ? SimulatedMemory.failureCount : disk.faultCount
  }

  /// Opens the file anew, on a disk that works, and sees how far the lists are.
  private mutating func isDone(_ name: String, before: Int?, after: Int) throws -> Bool {
    try? session?.store.close()
    session = nil
    let opened = try FaultSession(path, wrapping: wrap)
    session = opened
    try expect(opened, name, before: before, after: after)
    let isCommitted = before.map { reference[$0].revisions != reference[after].revisions } ?? true
    return try isCommitted && opened.revisions() == reference[after].revisions
  }

  // MARK: Judging

  /// Sees that an error is one that was promised.
  private mutating func judge(_ error: any Error, _ step: String, _ attempt: Int) throws {
    guard let storage = Self.storageError(error) else {
      throw Finding(text: "\(step): \(error) is no error of the storage")
    }
    // The failure is known here, so that the data source may go on.
    if let source = session?.dataSource, let suspension = source.suspension {
      source.resume(after: suspension)
    }
    outcome.errors.append(storage.code)
    // A commit that is there although it has failed makes a list stale until it is opened again.
    let allowed = allowedCodes(in: attempt)
    guard outcome.faultCount + faultCount > 0, allowed.contains(storage.code) else {
      throw Finding(text: "\(step): \(storage.code): \(storage)")
    }
    guard storage.code == .stale || storage.message.contains(path) else {
      throw Finding(text: "\(step): the file is not named: \(storage)")
    }
  }

  private func allowedCodes(in attempt: Int) -> Set<StorageError.Code> {
    switch attempt {
    case 0, 1: point.kind.promised.union([.stale])
    // The disk works. A page that was misread may stay in the memory of a connection until the file
    // is opened anew.
    case 2: point.kind.promised.intersection([.corrupt]).union([.stale])
    default: []
    }
  }

  private static func storageError(_ error: any Error) -> StorageError? {
    switch error {
    case let error as StorageError: error
    case DataSourceError.storage(let error): error
    default: nil
    }
  }

  /// Looks at what would be left if the process ended now, and mends the disk.
  private mutating func endProcess(_ step: String, before: Int?, after: Int) throws {
    mend()
    let image = try disk.replay().image(PowerCut(after: disk.operationCount, .kept))
    let copy = try TemporaryFolder()
    try image.write(to: copy.path)
    let left = try FaultSession(copy.path(of: "list.sqlite")) { $0 }
    try expect(left, "\(step), and the process ended", before: before, after: after)
    let findings = try left.store.check()
    try left.store.close()
    guard findings.isEmpty else {
      throw Finding(text: "\(step), and the process ended: \(findings)")
    }
  }

  /// Sees that the lists in a file are what they were before a step, or after it.
  private func expect(
    _ found: FaultSession, _ step: String, before: Int?, after: Int
  ) throws {
    let revisions = try found.revisions()
    guard revisions.listed >= published else {
      throw Finding(
        text: "\(step): revision \(published) was published, \(revisions.listed) is in the file")
    }
    let allowed = [before, after].compactMap { $0.map { reference[$0] } }
    guard let expected = allowed.first(where: { $0.revisions == revisions }) else {
      throw Finding(text: "\(step): the lists are at \(revisions)")
    }
    for (contents, wanted) in zip(try found.contents(), expected.contents) {
      if let difference = contents.difference(from: wanted) {
        throw Finding(text: "\(step): \(difference)")
      }
    }
  }

  /// Sees that everything is as without the fault.
  private mutating func end() throws {
    mend()
    try session?.store.close()
    let opened = try FaultSession(path, wrapping: wrap)
    session = opened
    let last = reference.count - 1
    try expect(opened, "in the end", before: last, after: last)
    let findings = try opened.store.check()
    guard findings.isEmpty else { throw Finding(text: "in the end: \(findings)") }
  }
}
