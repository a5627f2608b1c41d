import CRoster
import RosterC
import RosterCore
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport
import Testing

/// A list that C has open, and a renderer that is told of it by the structs of its batches.
final class ListOfC: ReplayedList {
  /// What the renderer shows: models with the identities that the batches name.
  struct Shown: Equatable, Sendable {
    let id: Int
    let model: JSONValue
  }

  private let folder: TemporaryFolder?
  private let isShown: Bool
  private var file = roster_file()
  private var list = roster_list()
  private var subscription = roster_subscription()
  private(set) var rows = ListRows<Shown, Shown>()

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - isInFile: Whether it is in a file, and not in memory.
  ///   - isShown: Whether the renderer is told of each batch, which takes time in a long list.
  init(isInFile: Bool = false, isShown: Bool = true) throws {
    folder = isInFile ? try TemporaryFolder() : nil
    self.isShown = isShown
    if let folder {
      try folder.path(of: "c.sqlite").withRosterText { path in
        try #require(roster_open(path, nil, &file) == ROSTER_OK)
      }
    } else {
      try #require(roster_open_in_memory(&file) == ROSTER_OK)
    }
    try "main".withRosterText { name in
      try #require(roster_list_open(file, name, nil, &list) == ROSTER_OK)
    }
    try #require(roster_subscribe(list, -1, &subscription) == ROSTER_OK)
  }

  deinit {
    roster_close(subscription)
    roster_close(list)
    roster_close(file)
  }

  func take(_ entry: ChangesetLogEntry, _ line: String) throws -> ReplayedStep {
    var result = roster_bytes()
    defer { roster_free(&result) }
    let code: roster_code
    switch entry {
    case .undo: code = roster_undo(list, roster_text(), &result)
    case .redo: code = roster_redo(list, roster_text(), &result)
    case .changeset, .expect, .reopen:
      code = line.withRosterText { roster_apply(list, $0, &result) }
    }
    guard code == ROSTER_OK else { return .refused(Refusal(roster_last_error())) }
    let said = try JSONParser().parse(String(cString: result.bytes))
    return .batches(try batches(upTo: try #require(said["revision"]?.intValue)))
  }

  /// Pulls batches, and has the renderer take them.
  private func batches(upTo revision: Int) throws -> [String] {
    var lines: [String] = []
    var reached = -1
    while reached < revision {
      var batch = roster_batch()
      try #require(roster_next(subscription, 60_000, &batch) == ROSTER_OK)
      defer { roster_close(batch) }
      var info = roster_batch_info()
      try #require(roster_batch_describe(batch, &info) == ROSTER_OK)
      lines.append(try text { roster_batch_json(batch, $0) })
      if isShown { rows = try rows.applying(try operations(of: batch, Int(info.operations))) }
      reached = Int(info.target_revision)
    }
    return lines
  }

  // MARK: Operations

  private func operations(
    of batch: roster_batch, _ count: Int
  ) throws -> [ListOperation<Shown, Shown>] {
    var operations = [roster_operation](repeating: roster_operation(), count: count)
    var copied = 0
    try #require(roster_batch_operations(batch, 0, &operations, count, &copied) == ROSTER_OK)
    try #require(copied == count)
    return try operations.enumerated().map { index, operation in
      try self.operation(operation, try shown(of: batch, Int64(index)))
    }
  }

  /// The models of an operation with their identities; none if it has none.
  private func shown(of batch: roster_batch, _ operation: Int64) throws -> [Shown] {
    let models = try json { roster_batch_models(batch, operation, $0) }.arrayValue ?? []
    var ids: [Int64] = []
    var copied = 0
    // A few at a time: each call goes on where the one before has ended.
    repeat {
      var some = [Int64](repeating: -1, count: 3)
      try #require(
        roster_batch_ids(batch, operation, Int64(ids.count), &some, some.count, &copied)
          == ROSTER_OK)
      ids += some.prefix(copied)
    } while copied > 0
    try #require(ids.count == models.count)
    return zip(ids, models).map { Shown(id: Int($0), model: $1) }
  }

  private func operation(
    _ operation: roster_operation, _ shown: [Shown]
  ) throws -> ListOperation<Shown, Shown> {
    let (section, start) = (Int(operation.section), Int(operation.start))
    let target = Int(operation.target)
    switch Int(operation.kind) {
    case ROSTER_REMOVE_ITEMS:
      return .removeItems(section: section, start: start, count: Int(operation.count))
    case ROSTER_REMOVE_SECTIONS: return .removeSections(start: start, count: Int(operation.count))
    case ROSTER_INSERT_SECTIONS: return .insertSections(start: start, models: shown)
    case ROSTER_MOVE_SECTION: return .moveSection(from: start, to: target)
    case ROSTER_INSERT_ITEMS: return .insertItems(section: section, start: start, models: shown)
    case ROSTER_MOVE_ITEM:
      return .moveItem(
        from: ItemPath(section: section, item: start),
        to: ItemPath(section: Int(operation.target_section), item: target))
    case ROSTER_UPDATE_ITEMS: return .updateItems(section: section, start: start, models: shown)
    default:
      try #require(operation.kind == ROSTER_UPDATE_SECTION)
      return .updateSection(section: start, model: shown.first)
    }
  }

  // MARK: Reading

  /// Calls a function with a snapshot of the newest revision.
  private func withSnapshot<Value>(_ body: (roster_snapshot) throws -> Value) throws -> Value {
    var snapshot = roster_snapshot()
    try #require(roster_snapshot_open(list, -1, &snapshot) == ROSTER_OK)
    defer { roster_close(snapshot) }
    return try body(snapshot)
  }

  /// The text that a function gives.
  private func text(
    _ call: (UnsafeMutablePointer<roster_bytes>) -> roster_code
  ) throws -> String {
    var bytes = roster_bytes()
    try #require(call(&bytes) == ROSTER_OK)
    defer { roster_free(&bytes) }
    return String(cString: bytes.bytes)
  }

  private func json(
    _ call: (UnsafeMutablePointer<roster_bytes>) -> roster_code
  ) throws -> JSONValue {
    try JSONParser().parse(try text(call))
  }

  func fingerprint() throws -> String {
    try withSnapshot { snapshot in try text { roster_snapshot_fingerprint(snapshot, $0) } }
  }

  /// Removes old revisions, and returns the oldest that is left.
  func compact(revisionCount: Int64) throws -> Int64 {
    var oldest: Int64 = -1
    try #require(roster_compact(list, revisionCount, &oldest) == ROSTER_OK)
    return oldest
  }

  /// The lines behind the header of the log that the list exports.
  func exportedLines() throws -> [String] {
    let log = try text { roster_list_export(list, $0) }
    return log.split(separator: "\n").dropFirst().map { String($0) }
  }

  var revision: Int {
    get throws {
      try withSnapshot { snapshot in
        var counts = roster_counts()
        try #require(roster_snapshot_counts(snapshot, &counts) == ROSTER_OK)
        return Int(counts.revision)
      }
    }
  }

  /// The list, as snapshots have it.
  func contents() throws -> ListRows<Shown, Shown> {
    try withSnapshot { snapshot in
      var counts = roster_counts()
      try #require(roster_snapshot_counts(snapshot, &counts) == ROSTER_OK)
      return ListRows(try (0..<counts.sections).map { try section($0, of: snapshot) })
    }
  }

  private func section(
    _ index: Int64, of snapshot: roster_snapshot
  ) throws -> ListRows<Shown, Shown>.Section {
    var (section, found) = (roster_section(), roster_section())
    let model = try json { roster_snapshot_section(snapshot, index, &section, $0) }
    try #require(roster_snapshot_find_section(snapshot, section.id, &found, nil) == ROSTER_OK)
    #expect(found.index == index && found.items == section.items)
    let models = try json { roster_snapshot_models(snapshot, index, 0, section.items, $0) }
    let count = Int(section.items)
    var items = [roster_item](repeating: roster_item(), count: count)
    var copied = 0
    try #require(
      roster_snapshot_items(snapshot, index, 0, &items, count, &copied) == ROSTER_OK)
    let shown = zip(items, models.arrayValue ?? []).map { Shown(id: Int($0.id), model: $1) }
    try #require(shown.count == count && copied == count)
    return .init(model: Shown(id: Int(section.id), model: model), items: shown)
  }
}

extension Refusal {
  fileprivate init(_ error: roster_error) {
    self.init(
      message: String(error.message), part: String(error.part),
      section: max(-1, Int(error.section)), item: max(-1, Int(error.item)))
  }
}

extension String {
  fileprivate init(_ text: roster_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// The text as C has it.
  fileprivate func withRosterText<Value>(_ body: (roster_text) throws -> Value) rethrows -> Value {
    try utf8CString.withUnsafeBufferPointer {
      try body(roster_text(bytes: $0.baseAddress, count: utf8.count))
    }
  }
}
