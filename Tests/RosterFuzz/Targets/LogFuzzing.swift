import RosterCore
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport

/// A log is read alike however it is cut into chunks, what is read is written and read back, and its
/// changesets do to a list what they do to the naive one.
enum LogFuzzing {
  static func run(_ bytes: [UInt8]) throws {
    let whole = read([bytes])
    let middle = bytes.count / 2
    let parts = read([Array(bytes[..<middle]), [], Array(bytes[middle...])])
    try FuzzFinding.require(
      whole == parts, "chunks make a difference: \(whole) and \(parts)")
    try follow(whole.entries)
    guard let log = try? ChangesetLog(bytes) else { return }
    let text = log.bytes
    guard let again = try? ChangesetLog(text) else {
      throw FuzzFinding("what was written cannot be read: \(String(decoding: text, as: UTF8.self))")
    }
    try FuzzFinding.require(
      again.bytes == text, "what was written is read as something else")
    var anonymizer = LogAnonymizer(seed: 1)
    let anonymous = try anonymizer.anonymized(log)
    try FuzzFinding.require(
      (try? ChangesetLog(anonymous.bytes))?.bytes == anonymous.bytes,
      "the log without contents cannot be read")
  }

  private struct Reading: Equatable {
    var header: ChangesetLogHeader?
    var entries: [ChangesetLogEntry] = []
    var errors: [ChangesetLogError] = []
  }

  /// Everything in a log, also behind lines that are malformed.
  private static func read(_ chunks: [[UInt8]]) -> Reading {
    var reading = Reading()
    var rest = chunks[...]
    do {
      var reader = try ChangesetLogReader { rest.popFirst() }
      reading.header = reader.header
      while true {
        do {
          guard let line = try reader.next() else { return reading }
          reading.entries.append(line.entry)
        } catch let error as ChangesetLogError {
          reading.errors.append(error)
        }
      }
    } catch let error as ChangesetLogError {
      reading.errors.append(error)
    } catch {}
    return reading
  }

  private static func follow(_ entries: [ChangesetLogEntry]) throws {
    var list = TrackedList()
    for case .changeset(let logged) in entries where logged.changeset.changeCount < 64 {
      let changeset = logged.changeset
      let texts = Changeset<String, String> { builder in
        for update in changeset.updatedItems { builder.updateItem(at: update.path, "u") }
        for path in changeset.removedItems { builder.removeItem(at: path) }
        for move in changeset.movedItems { builder.moveItem(from: move.source, to: move.target) }
        for insertion in changeset.insertedItems { builder.insertItem("i", at: insertion.path) }
        for update in changeset.updatedSections { builder.updateSection(at: update.index, "u") }
        for section in changeset.removedSections { builder.removeSection(at: section) }
        for move in changeset.movedSections {
          builder.moveSection(from: move.source, to: move.target)
        }
        for insertion in changeset.insertedSections { builder.insertSection(at: insertion.index) }
      }
      if let disagreement = list.apply(texts) { throw FuzzFinding(disagreement) }
    }
  }
}
