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

  /// What both sides change meanwhile.
  private enum Work {
    /// Insertions, updates, moves and removals, one item each.
    case mixed
    /// Updates of one small item each.
    case smallUpdates
  }

  let runs: Int

  private static let itemCount = 10_000

  /// What one meeting took.
  private struct Meeting {
    var integrateSeconds: Double
    /// Of which the thread worked.
    var integrateProcessorSeconds: Double
    var batchCount: Int
    /// The requests that send the changes of the device, and how long the hub took to settle them.
    var sent: [JSONValue]
    var settleSeconds: Double
    var received: JSONValue
    /// The lines of a log with the changes of the hub.
    var logByteCount: Int
  }

  func figures() throws -> [Figure] {
    let (count, small) = (1_000, 250)
    let meeting = try fastest(of: count, .mixed)
    let fewer = try fastest(of: small, .mixed)
    let updates = try fastest(of: count, .smallUpdates)
    return try [
      Figure(
        name: "\(count) pending meet \(count) remote changes",
        value: meeting.integrateProcessorSeconds.asTime,
        baseline: meeting.batchCount == 1 ? "in one batch" : "in \(meeting.batchCount) batches",
        ratio: "with waits \(meeting.integrateSeconds.asTime)", goal: "≤ 100 ms, one batch"),
      Figure(
        name: "  a change",
        value: (meeting.integrateProcessorSeconds / Double(2 * count)).asTime,
        baseline: "of \(small) and \(small) "
          + (fewer.integrateProcessorSeconds / Double(2 * small)).asTime,
        ratio: (meeting.integrateProcessorSeconds * Double(small)
          / fewer.integrateProcessorSeconds / Double(count)).asFactor),
      Figure(
        name: "the hub settles one of \(count)",
        value: (meeting.settleSeconds / Double(count)).asTime),
    ]
      + wire("what the hub sends, a change", [meeting.received], meeting, count)
      + wire("what the device sends, a change", meeting.sent, meeting, count)
      + wire("what the hub sends, a small update", [updates.received], updates, count)
      + wire("what the device sends, a small update", updates.sent, updates, count)
  }

  /// The bytes of messages, as they are and compressed, beside the lines of a log.
  private func wire(
    _ name: String, _ messages: [JSONValue], _ meeting: Meeting, _ count: Int
  ) throws -> [Figure] {
    let messages = messages.map { Array($0.canonicalText.utf8) }
    let byteCount = messages.reduce(0) { $0 + $1.count }
    let compressedByteCount = try messages.reduce(0) { try $0 + Self.compressedByteCount($1) }
    return [(name, byteCount, "≤ 1.5×"), ("  compressed", compressedByteCount, "≤ 0.4×")].map {
      Figure(
        name: $0, value: "\($1 / count) bytes",
        baseline: "the lines of a log \(meeting.logByteCount / count) bytes",
        ratio: (Double($1) / Double(meeting.logByteCount)).asFactor, goal: $2)
    }
  }

  /// The size of a message as the program gzip compresses it, whole and at its usual level: as hubs and
  /// devices do with zlib.
  private static func compressedByteCount(_ message: [UInt8]) throws -> Int {
    let folder = try TemporaryFolder()
    let path = folder.path("message")
    try Data(message).write(to: URL(filePath: path))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "--no-name", "--stdout", path]
    return try process.output().count
  }

  private func fastest(of changeCount: Int, _ work: Work) throws -> Meeting {
    var best = try meet(TemporaryFolder(), changeCount, work)
    for _ in 1..<max(1, runs) {
      let meeting = try meet(TemporaryFolder(), changeCount, work)
      if meeting.integrateProcessorSeconds < best.integrateProcessorSeconds { best = meeting }
    }
    return best
  }

  private func meet(
    _ folder: TemporaryFolder, _ changeCount: Int, _ work: Work
  ) throws -> Meeting {
    let hubList = try Self.list(folder.path("hub"))
    let hub = SyncHub(hubList, name: "hub", coding: .json)
    try hubList.applySynchronously(
      Changeset { changeset in
        changeset.insertSection(at: 0)
        changeset.insertItems(
          (0..<Self.itemCount).map { Self.model($0) }, at: ItemPath(section: 0, item: 0))
      })
    var device = try Self.device(folder, "device", of: hub)
    var other = try Self.device(folder, "other", of: hub)
    var log: [UInt8] = []
    for change in 0..<changeCount {
      let changeset = Self.changeset(change, of: changeCount, 0, work)
      ChangesetLogWriter.append(.changeset(LoggedChangeset(changeset)), to: &log)
      try other.list.applySynchronously(changeset)
      try device.list.applySynchronously(Self.changeset(change, of: changeCount, 1, work))
    }
    while try other.hasPendingChanges {
      _ = try other.integrate(answer: hub.answer(other.request(sendsChanges: true)))
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
    var (sent, settleSeconds) = ([JSONValue](), 0.0)
    while try device.hasPendingChanges {
      let request = try device.request(sendsChanges: true)
      sent.append(request)
      var settled = JSONValue.null
      settleSeconds += stopwatch.seconds { settled = hub.answer(request) }
      _ = try device.integrate(answer: settled)
    }
    guard try device.list.snapshot.hasSameContents(as: hubList.snapshot)
    else { throw SyncError.malformed("the device and the hub differ") }
    return Meeting(
      integrateSeconds: integrateSeconds, integrateProcessorSeconds: processorSeconds,
      batchCount: batchCount, sent: sent, settleSeconds: settleSeconds,
      received: answer, logByteCount: log.count)
  }

  /// Opens a device that has what the hub has.
  private static func device(
    _ folder: TemporaryFolder, _ file: String, of hub: SyncHub<JSONValue, JSONValue, Never>
  ) throws -> Device {
    // As long as the random name of an opening.
    let name = file.padding(toLength: 25, withPad: "1", startingAt: 0)
    var device = try Device(
      list(folder.path(file)), name: name, coding: .json, limits: SyncLimits())
    while try !device.integrate(answer: hub.answer(device.request(sendsChanges: false))) {}
    return device
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

  /// A change at a place that is far from those of the changes before it.
  private static func changeset(
    _ change: Int, of changeCount: Int, _ writer: Int, _ work: Work
  ) -> Changeset<JSONValue, JSONValue> {
    let item = (change * 7_919 + writer * 4_001) % (itemCount - changeCount)
    let path = ItemPath(section: 0, item: item)
    return Changeset {
      switch (work, change % 4) {
      case (.smallUpdates, _):
        $0.updateItem(at: path, ["id": .number(Double(item)), "done": .bool(writer == 0)])
      case (.mixed, 0): $0.insertItem(model(itemCount * (writer + 1) + change), at: path)
      case (.mixed, 1): $0.updateItem(at: path, model(item))
      case (.mixed, 2): $0.moveItem(from: path, to: ItemPath(section: 0, item: item / 2))
      default: $0.removeItem(at: path)
      }
    }
  }
}
