import Dispatch
import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterStore

extension FileReport {
  var json: JSONObject {
    let tables = tables.prefix(64).map { table in
      JSONValue.object(
        JSONObject(present: [
          "name": .string(table.name.shortened(byteCountMax: 80)),
          "rows": table.rowCount.map(JSONValue.init(_:)),
          "pages": table.pageCount.map(JSONValue.init(_:)),
          "bytes": table.byteCount.map(JSONValue.init(_:)),
        ]))
    }
    return [
      "tables": .array(tables), "measured": .bool(hasTableSizes), "format": JSONValue(format),
      "pageSize": JSONValue(pageSize), "pages": JSONValue(pageCount),
      "freePages": JSONValue(freePageCount), "walBytes": JSONValue(logByteCount),
      "journalMode": .string(journalMode), "sqlite": .string(sqliteVersion),
    ]
  }
}

/// Checks a file in the background, one check at a time. It says how far it is, and keeps what it
/// found.
final class FileCheck: Sendable {
  private struct Status {
    var isRunning = false
    var started: ContinuousClock.Instant?
    var progress = CheckProgress()
    var result: JSONObject?
  }

  /// A check that takes longer ends without a result: its transaction keeps the write-ahead log
  /// from being emptied.
  private static let durationMax = Duration.seconds(600)
  private static let byteCountMax = 1 << 32
  private static let findingCountMax = 200

  private struct TookTooLong: Error {}

  private let store: SQLiteStore
  private let status = Guarded(Status())

  init(_ store: SQLiteStore) { self.store = store }

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
    let (used, free) = try store.byteCounts()
    guard used + free <= Self.byteCountMax else {
      throw InspectorError(
        413, "the file is too large to be checked here; use roster check")
    }
    let began = status.withLock { status in
      if status.isRunning { return false }
      status = Status()
      status.isRunning = true
      status.started = .now
      return true
    }
    guard began else { return }
    DispatchQueue.global(qos: .utility).async { self.run(journalTail: journalTail) }
  }

  private func run(journalTail: Int) {
    let start = ContinuousClock.now
    var result: JSONObject
    do throws(StorageError) {
      let report = try store.checkReport(journalTail: journalTail, isReadable: nil) { progress in
        self.status.withLock { $0.progress = progress }
        if ContinuousClock.now - start > Self.durationMax { throw TookTooLong() }
      }
      result = json(of: report)
    } catch {
      result =
        error.cause is TookTooLong
        ? ["error": "the check took longer than ten minutes; use roster check"]
        : ["error": .string(error.message(without: store.path))]
    }
    let duration = (ContinuousClock.now - start).components
    result["seconds"] = .number(
      Double(duration.seconds) + Double(duration.attoseconds / 1_000_000_000_000_000) / 1_000)
    status.withLock { status in
      status.isRunning = false
      status.result = result
    }
  }

  private func json(of report: CheckReport) -> JSONObject {
    let findings = report.findings.prefix(Self.findingCountMax).map { finding in
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
      "findings": .array(Array(findings)), "findingCount": JSONValue(report.findings.count),
      "lists": .array(Array(lists)),
    ]
  }
}
