import Dispatch
import RosterConcurrency
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows
import RosterStore

/// Checks a file or server in the background, one check at a time. It says how far it is, and keeps
/// what it found.
final class StoreCheck: Sendable {
  private struct Status {
    var isRunning = false
    var started: ContinuousClock.Instant?
    var progress = CheckProgress()
    var result: JSONObject?
  }

  /// A check that takes longer ends without a result: its transaction keeps the write-ahead log
  /// from being emptied.
  private static let durationMax = Duration.seconds(600)
  private static let findingCountMax = 200

  private struct TookTooLong: Error {}

  private let store: any InspectableStore
  private let queue = DispatchQueue(label: "roster check", qos: .utility)
  private let status = Guarded(Status())

  init(_ store: any InspectableStore) { self.store = store }

  var json: JSONObject {
    let status = status.withLock { $0 }
    guard let started = status.started else { return ["state": "notRun"] }
    guard status.isRunning else {
      return (status.result ?? [:]).merging(["state": "done"])
    }
    return JSONObject(present: [
      "state": "running",
      "list": status.progress.list.map { .string($0.shortened(byteCountMax: 80)) },
      "revisions": JSONValue(status.progress.revisionCount),
      "seconds": .number(Double((ContinuousClock.now - started).components.seconds)),
    ])
  }

  /// Begins a check unless one is running.
  ///
  /// - Parameter journalTail: The number of entries of each journal to revert and replay.
  func begin(journalTail: Int) throws {
    guard try store.checkedByteCount() <= store.checkedByteCountMax else {
      throw InspectorError(
        413, "the lists are too large to be checked here; use roster check")
    }
    let began = status.withLock { status in
      if status.isRunning { return false }
      status = Status()
      status.isRunning = true
      status.started = .now
      return true
    }
    guard began else { return }
    queue.async { self.run(journalTail: journalTail) }
  }

  /// Waits until no check is running.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func run(journalTail: Int) {
    let start = ContinuousClock.now
    var result: JSONObject
    do {
      let others = try store.findingsBesideRows()
      let report = try store.withFile { file in
        try file.checkReport(journalTail: journalTail, isReadable: nil) { progress in
          self.status.withLock { $0.progress = progress }
          if ContinuousClock.now - start > Self.durationMax { throw TookTooLong() }
        }
      }
      result = json(of: report, others)
    } catch let error as StorageError {
      result =
        error.cause is TookTooLong
        ? ["error": "the check took longer than ten minutes; use roster check"]
        : ["error": .string(error.message(without: store.place))]
    } catch {
      result = ["error": .string("the lists cannot be copied into a temporary file: \(error)")]
    }
    let duration = (ContinuousClock.now - start).components
    result["seconds"] = .number(
      Double(duration.seconds) + Double(duration.attoseconds / 1_000_000_000_000_000) / 1_000)
    status.withLock { status in
      status.isRunning = false
      status.result = result
    }
  }

  /// - Parameter others: What is wrong beside the rows of the lists.
  private func json(
    of report: SQLiteStore.CheckReport, _ others: [(list: String?, message: String)]
  ) -> JSONObject {
    let found = report.findings.map { (list: $0.list, message: $0.message) } + others
    let findings = found.prefix(Self.findingCountMax).map { finding in
      JSONValue.object(
        JSONObject(present: [
          "list": finding.list.map { .string($0.shortened(byteCountMax: 80)) },
          "message": .string(finding.message.shortened(byteCountMax: 1_000)),
        ]))
    }
    let lists = report.lists.prefix(Self.findingCountMax).map { list in
      JSONValue.object(
        JSONObject(present: [
          "name": .string(list.name.shortened(byteCountMax: 80)),
          "revision": JSONValue(list.revision),
          "intact": list.intactRevision.map(JSONValue.init(_:)),
          "sections": list.sectionCount.map(JSONValue.init(_:)),
          "items": list.itemCount.map(JSONValue.init(_:)), "models": JSONValue(list.modelCount),
        ]))
    }
    return [
      "findings": .array(Array(findings)), "findingCount": JSONValue(found.count),
      "lists": .array(Array(lists)),
    ]
  }
}
