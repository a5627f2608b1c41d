import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore
import RosterSync

/// A device that was away, and its hub, each with changes that the other one does not have.
struct SyncBenchmark {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>
  private typealias Device = SyncDevice<JSONValue, JSONValue, Never>

  let runs: Int

  private static let itemCount = 10_000
  private static let changeCount = 1_000

  /// What one meeting took.
  private struct Meeting {
    var integrateSeconds: Double
    /// Of which the thread worked.
    var integrateProcessorSeconds: Double
    var batchCount: Int
    /// The request that sends the changes of the device, and how long the hub took to settle it.
    var sentByteCount: Int
    var settleSeconds: Double
    var receivedByteCount: Int
  }

  func figures() throws -> [Figure] {
    var best: Meeting?
    var logByteCount = 0
    for _ in 0..<runs {
      let folder = try TemporaryFolder()
      let (meeting, byteCount) = try meet(folder)
      logByteCount = byteCount
      if meeting.integrateSeconds < best?.integrateSeconds ?? .infinity { best = meeting }
    }
    guard let best else { return [] }
    let lines = "the lines of a log \(logByteCount / Self.changeCount) bytes a change"
    return [
      Figure(
        name: "\(Self.changeCount) pending meet \(Self.changeCount) remote changes",
        value: best.integrateSeconds.asTime,
        baseline: best.batchCount == 1 ? "in one batch" : "in \(best.batchCount) batches",
        goal: "≤ 100 ms, one batch"),
      Figure(
        name: "of which the thread works", value: best.integrateProcessorSeconds.asTime),
      wire("what the hub sends, a change", best.receivedByteCount, logByteCount, lines),
      wire("what the device sends, a change", best.sentByteCount, logByteCount, lines),
      Figure(
        name: "the hub settles one of \(Self.changeCount)",
        value: (best.settleSeconds / Double(Self.changeCount)).asTime),
    ]
  }

  private func wire(_ name: String, _ byteCount: Int, _ log: Int, _ lines: String) -> Figure {
    Figure(
      name: name, value: "\(byteCount / Self.changeCount) bytes", baseline: lines,
      ratio: (Double(byteCount) / Double(log)).asFactor, goal: "≤ 1.5×")
  }

  private func meet(_ folder: TemporaryFolder) throws -> (Meeting, logByteCount: Int) {
    let hubList = try Self.list(folder.path("hub"))
    let hub = SyncHub(hubList, name: "hub", coding: .json)
    try hubList.applySynchronously(
      Changeset { changeset in
        changeset.insertSection(at: 0)
        changeset.insertItems(
          (0..<Self.itemCount).map { Self.model($0) }, at: ItemPath(section: 0, item: 0))
      })
    var device = try Device(
      Self.list(folder.path("device")), name: "device", coding: .json, limits: SyncLimits())
    while try !device.integrate(answer: hub.answer(device.request(sendsChanges: false))) {}
    var log: [UInt8] = []
    for (number, list) in [hubList, device.list].enumerated() {
      for change in 0..<Self.changeCount {
        let changeset = Self.changeset(change, number)
        if number == 0 {
          ChangesetLogWriter.append(.changeset(LoggedChangeset(changeset)), to: &log)
        }
        try list.applySynchronously(changeset)
      }
    }
    let stopwatch = Stopwatch()
    let before = device.list.snapshot.revision
    let answer = try hub.answer(device.request(sendsChanges: false))
    var processorSeconds = 0.0
    let integrateSeconds = try stopwatch.seconds {
      processorSeconds = try stopwatch.processorSeconds {
        _ = try device.integrate(answer: answer)
      }
    }
    let batchCount = device.list.snapshot.revision - before
    let request = try device.request(sendsChanges: true)
    var settled = JSONValue.null
    let settleSeconds = stopwatch.seconds { settled = hub.answer(request) }
    _ = try device.integrate(answer: settled)
    guard try !device.hasPendingChanges,
      try device.list.snapshot.hasSameContents(as: hubList.snapshot)
    else { throw SyncError.malformed("the device and the hub differ") }
    return (
      Meeting(
        integrateSeconds: integrateSeconds, integrateProcessorSeconds: processorSeconds,
        batchCount: batchCount,
        sentByteCount: request.canonicalText.utf8.count, settleSeconds: settleSeconds,
        receivedByteCount: answer.canonicalText.utf8.count), log.count
    )
  }

  private static func list(_ path: String) throws -> List {
    guard let list = try SQLiteStore(path: path).list(named: "list") else {
      throw SyncError.malformed("there is no list")
    }
    return try List(
      storage: list, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  private static func model(_ number: Int) -> JSONValue {
    ["id": .number(Double(number)), "text": .string(String(repeating: "text ", count: 20))]
  }

  /// An insertion, an update, a move or a removal, at places that grow apart.
  private static func changeset(
    _ change: Int, _ writer: Int
  ) -> Changeset<JSONValue, JSONValue> {
    let item = (change * 7_919 + writer * 4_001) % (itemCount - changeCount)
    let path = ItemPath(section: 0, item: item)
    return Changeset {
      switch change % 4 {
      case 0: $0.insertItem(model(itemCount * (writer + 1) + change), at: path)
      case 1: $0.updateItem(at: path, model(item))
      case 2: $0.moveItem(from: path, to: ItemPath(section: 0, item: item / 2))
      default: $0.removeItem(at: path)
      }
    }
  }
}
