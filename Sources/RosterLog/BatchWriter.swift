public import RosterCore
public import RosterJSON

/// Writes the results of a list as JSON Lines: batches, refusals and the summary at the end.
public enum BatchWriter {
  /// Appends a batch as one line.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - states: The states that the batch wrote and removed, with target paths.
  ///   - bytes: The lines so far.
  public static func append(
    _ batch: ChangeBatch<JSONValue, JSONValue>, states: [LoggedState] = [],
    to bytes: inout [UInt8]
  ) {
    bytes.appendLine("batch") { bytes in
      bytes.appendMember("from") { $0.appendInt(batch.sourceRevision) }
      bytes.appendMember("to") { $0.appendInt(batch.targetRevision) }
      bytes.appendMember("counts") { bytes in
        bytes.appendObject { bytes in
          bytes.appendMember("source", batch.source.itemCounts) { $0.appendInt($1) }
          bytes.appendMember("target", batch.target.itemCounts) { $0.appendInt($1) }
        }
      }
      bytes.appendMember("changes") { bytes in
        bytes.appendObject { $0.appendMapping(of: batch) }
      }
      bytes.appendMember("operations", batch.operations) { $0.append($1) }
      bytes.appendMember("states", many: states)
      bytes.appendMember("origin", batch.annotation.origin.map(JSONValue.string))
      bytes.appendMember("at", batch.annotation.at.map(JSONValue.string))
      bytes.appendMember("userInfo", .object(batch.annotation.userInfo))
      bytes.appendMember("group", batch.annotation.group.map(JSONValue.string))
      bytes.appendMember("undo", batch.annotation.undo.json)
    }
  }

  /// Appends the refusal of the entry at a line of a log. What a refusal does not have is left out.
  public static func append(refused refusal: EntryRefusal, line: Int, to bytes: inout [UInt8]) {
    bytes.appendLine("refused") { bytes in
      bytes.appendMember("line") { $0.appendInt(line) }
      bytes.appendMember("kind", refusal.kind.map { .string($0.rawValue) })
      bytes.appendMember("reason", refusal.reason.map { .string($0.rawValue) })
      if let section = refusal.section {
        bytes.appendMember("section") { $0.appendInt(section) }
      }
      if let item = refusal.item { bytes.appendMember("item") { $0.appendInt(item) } }
      bytes.appendMember("message", .string(refusal.description))
    }
  }

  /// Appends the summary of a list as the last line.
  public static func append(end: ListSummary, to bytes: inout [UInt8]) {
    bytes.appendLine("end") { bytes in
      bytes.appendMember("revision") { $0.appendInt(end.revision) }
      bytes.appendMember("sections") { $0.appendInt(end.sectionCount) }
      bytes.appendMember("items") { $0.appendInt(end.itemCount) }
      bytes.appendMember("fingerprint", .string(end.fingerprint))
    }
  }
}

/// The state of a list in numbers.
public struct ListSummary: Sendable, Hashable {
  /// The number of changesets that were applied.
  public var revision: Revision
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items in all sections.
  public var itemCount: Int
  /// The fingerprint of the list's models.
  public var fingerprint: String

  /// Makes a summary.
  public init(revision: Revision, sectionCount: Int, itemCount: Int, fingerprint: String) {
    self.revision = revision
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.fingerprint = fingerprint
  }
}

extension [UInt8] {
  /// Appends `{"key":{…}}` and a line feed.
  mutating func appendLine(
    _ key: String, _ appendMembers: (inout [UInt8]) -> Void
  ) {
    appendObject { bytes in
      bytes.appendMember(key) { $0.appendObject(appendMembers) }
    }
    append(UInt8(ascii: "\n"))
  }

  fileprivate mutating func appendMapping(of batch: ChangeBatch<JSONValue, JSONValue>) {
    let outline = batch.changeset.outline
    appendMember("updatedItems", batch.updatedPaths) { $0.append($1) }
    appendMember("removedItems", outline.removedItems) { $0.appendPath($1) }
    appendMember("movedItems", outline.movedItems) { $0.append($1) }
    appendMember("insertedItems", outline.insertedItems) { $0.appendPath($1) }
    appendMember("updatedSections", batch.updatedSections) { $0.appendInt($1) }
    appendMember("removedSections", outline.removedSections) { $0.appendInt($1) }
    appendMember("movedSections", outline.movedSections) { bytes, move in
      bytes.appendPair({ $0.appendInt(move.source) }, { $0.appendInt(move.target) })
    }
    appendMember("insertedSections", outline.insertedSections) { $0.appendInt($1) }
  }

  private mutating func append(_ move: ItemMove) {
    appendPair({ $0.appendPath(move.source) }, { $0.appendPath(move.target) })
  }

  fileprivate mutating func append(_ operation: ListOperation<JSONValue, JSONValue>) {
    switch operation {
    case .removeItems(let section, let start, let count):
      appendOperation("removeItems", [section, start, count])
    case .removeSections(let start, let count):
      appendOperation("removeSections", [start, count])
    case .insertSections(let start, let models):
      appendOperation("insertSections", [start]) { $0.appendArray(models) { $0.append($1) } }
    case .moveSection(let from, let to):
      appendOperation("moveSection", [from, to])
    case .insertItems(let section, let start, let models):
      appendOperation("insertItems", [section, start]) {
        $0.appendArray(models) { $1.appendCanonical(to: &$0) }
      }
    case .moveItem(let from, let to):
      appendOperation("moveItem", []) { bytes in
        bytes.appendPath(from)
        bytes.append(UInt8(ascii: ","))
        bytes.appendPath(to)
      }
    case .updateItems(let section, let start, let models):
      appendOperation("updateItems", [section, start]) {
        $0.appendArray(models) { $1.appendCanonical(to: &$0) }
      }
    case .updateSection(let section, let model):
      appendOperation("updateSection", [section]) { $0.append(model) }
    }
  }

  private mutating func append(_ model: JSONValue?) {
    (model ?? .null).appendCanonical(to: &self)
  }

  /// Appends `["name", number, …, rest]`.
  private mutating func appendOperation(
    _ name: String, _ numbers: [Int], rest: ((inout [UInt8]) -> Void)? = nil
  ) {
    append(UInt8(ascii: "["))
    JSONValue.string(name).appendCanonical(to: &self)
    for number in numbers {
      append(UInt8(ascii: ","))
      appendInt(number)
    }
    if let rest {
      append(UInt8(ascii: ","))
      rest(&self)
    }
    append(UInt8(ascii: "]"))
  }
}
