import RosterCore
import RosterJSON
import RosterLog
import RosterPages
import RosterRows
import RosterStore

/// One revision in detail.
struct RevisionDetail {
  /// The maximum number of changes of which operations and a mapping are made.
  static let changeCountMax = 50_000
  /// The maximum number of operations, of elements of each part of a mapping, and of states.
  private static let partCountMax = 200
  /// The maximum number of models in an answer, and in one operation.
  private static let modelCountMax = 300
  private static let operationModelCountMax = 20
  /// The maximum number of changes, and of bytes, of the line of a log.
  private static let loggedCountMax = 64
  private static let logByteCountMax = 32_768
  private static let textMax = 4_096

  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists
  private let revision: Revision

  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists, _ revision: Revision
  ) {
    self.list = list
    self.head = head
    self.past = past
    self.revision = revision
  }

  /// A batch of which only identities are known: models are read for what is shown.
  private typealias Batch = ChangeBatch<ItemID, SectionID>

  func answer() throws -> JSONObject {
    guard revision <= head.present else {
      throw InspectorError(
        404, "there is no revision \(revision); the list is at \(head.present)")
    }
    guard revision > head.oldest else {
      if head.oldest == 0 { throw InspectorError(404, "the list begins empty, with revision 1") }
      throw InspectorError(
        410,
        "what led to revision \(revision) is no longer kept; the oldest revision that is left is "
          + "\(head.oldest)", oldest: head.oldest)
    }
    guard
      let (row, entry, digest) = try list.journalRow(
        revision, changeCountMax: Self.changeCountMax, checksDigest: true)
    else {
      return [
        "revision": JSONValue(revision), "kind": "unreadable",
        "fault": "the journal has no record of this revision",
      ]
    }
    let takenBack = try list.takenBack(
      revision...revision, upTo: min(head.present, revision + 65_536))
    var answer = row.summary(takenBackBy: takenBack[revision])
    answer["row"] = rowJSON(row, digest)
    if let entry {
      answer["undo"] = entry.annotation.undo.json(byteCountMax: Self.textMax)
      do {
        try add(entry, to: &answer)
      } catch let error as StorageError where error.code != .busy {
        answer["fault"] = .string(error.message(without: list.inspectableStore.place))
      } catch let error as ChangesetError {
        answer["fault"] = .string("the journal does not apply: \(error)")
      }
      answer["inverse"] = entry.record.inverse.countsJSON
    } else {
      let isTooLarge = (row.counts?.total ?? 0) > Self.changeCountMax
      answer[isTooLarge ? "tooLarge" : "fault"] = .string(
        isTooLarge
          ? "more than \(Self.changeCountMax) changes are not shown one by one"
          : "the record in the journal cannot be read")
    }
    do {
      answer["steps"] = try steps()
    } catch let error as StorageError {
      answer["steps"] = ["fault": .string(error.message(without: list.inspectableStore.place))]
    }
    return answer
  }

  // MARK: The row

  private func rowJSON(_ row: JournalRow, _ digest: JournalRow.DigestState?) -> JSONValue {
    let change = row.change.shortened(byteCountMax: Self.textMax)
    return .object(
      JSONObject(present: [
        "bytes": JSONValue(row.byteCount), "digest": .string(hexadecimal(row.digest)),
        "digestState": .string(digest?.rawValue ?? "notChecked"),
        "pages": row.pages.map { .string(hexadecimal($0)) }, "change": .string(change),
        "changeBytes": JSONValue(row.change.utf8.count),
        "changeCut": change == row.change ? nil : true,
        "origin": row.origin.map { .string($0.shortened(byteCountMax: Self.textMax)) },
        "at": row.at.map { .string($0.shortened(byteCountMax: Self.textMax)) },
        "userInfo": row.userInfo.map { .string($0.shortened(byteCountMax: Self.textMax)) },
        "group": row.group.map { .string($0.shortened(byteCountMax: Self.textMax)) },
        "takesBack": row.takesBack.map(JSONValue.init(_:)),
        "undo": row.undo.map(JSONValue.init(_:)),
        "redo": row.redo.map(JSONValue.init(_:)),
        "scope": row.scoped.map { .string($0.name.shortened(byteCountMax: Self.textMax)) },
        "scopeUndo": row.scoped.map { JSONValue($0.tops.undo) },
        "scopeRedo": row.scoped.map { JSONValue($0.tops.redo) },
        "committed": row.committed.map(JSONValue.init(_:)),
        "nextItem": JSONValue(row.nextNumbers[0]), "nextSection": JSONValue(row.nextNumbers[1]),
        "nextLeaf": JSONValue(row.nextNumbers[2]),
      ]))
  }

  private func hexadecimal(_ number: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(number)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  // MARK: Steps

  /// What undo and redo take back after this revision.
  private func steps() throws -> JSONValue {
    let steps = try list.steps(at: revision)
    func numbers(_ revisions: [Revision]) -> JSONValue {
      .array(revisions.prefix(Self.partCountMax).map(JSONValue.init(_:)))
    }
    return .object(
      JSONObject(present: [
        "undo": numbers(steps.undo), "redo": numbers(steps.redo),
        "undoCount": JSONValue(steps.undo.count), "redoCount": JSONValue(steps.redo.count),
        "compacted": steps.isUndoCompacted ? true : nil,
      ]))
  }

  // MARK: The batch

  private func add(_ entry: JournalEntry, to answer: inout JSONObject) throws {
    let source = try past.state(at: revision - 1, head)
    let change = try source.replaying(entry.record)
    let identities = change.identities
    let changeset = Changeset<ItemID, SectionID>(
      validating: entry.record.outline, updatedModels: identities.updatedItems,
      insertedModels: identities.insertedItems, updatedSectionModels: identities.updatedSections,
      insertedSectionModels: identities.insertedSections)
    guard let changeset else {
      throw StorageError(.corrupt, "the journal of revision \(revision) contradicts itself")
    }
    let batch = Batch(
      source: source, target: change.target, verified: try changeset.verified(against: source),
      annotation: entry.annotation)
    answer["source"] = summary(of: source)
    answer["target"] = summary(of: change.target)
    answer["mapping"] = mapping(of: batch)
    var models = try ModelsOfRevision(list, revision)
    let operations = batch.operations
    answer["operationCount"] = JSONValue(operations.count)
    answer["operations"] = try .array(
      operations.prefix(Self.partCountMax).map { try json($0, &models) })
    answer["stage"] = try Stage(batch, list, identities).json()
    answer["stateCount"] = JSONValue(entry.states.count)
    answer["states"] = try states(of: entry, in: change.target)
    let (line, reason) = try logLine(of: entry, batch)
    answer["log"] = line.map(JSONValue.string)
    answer["logOmitted"] = reason.map(JSONValue.string)
  }

  private func summary(of state: ListState) -> JSONValue {
    [
      "revision": JSONValue(state.revision), "sections": JSONValue(state.sectionCount),
      "items": JSONValue(state.itemCount),
    ]
  }

  private func mapping(of batch: Batch) -> JSONValue {
    let outline = batch.changeset.outline
    func part<Element>(
      _ elements: [Element], _ json: (Element) -> JSONValue
    ) -> JSONValue? {
      elements.isEmpty ? nil : .array(elements.prefix(Self.partCountMax).map(json))
    }
    func move(_ move: ItemMove) -> JSONValue { [move.source.json, move.target.json] }
    return .object(
      JSONObject(present: [
        "updatedItems": part(batch.updatedPaths, move),
        "removedItems": part(outline.removedItems) { $0.json },
        "movedItems": part(outline.movedItems, move),
        "insertedItems": part(outline.insertedItems) { $0.json },
        "updatedSections": part(batch.updatedSections, JSONValue.init(_:)),
        "removedSections": part(outline.removedSections, JSONValue.init(_:)),
        "movedSections": part(outline.movedSections) {
          [JSONValue($0.source), JSONValue($0.target)]
        },
        "insertedSections": part(outline.insertedSections, JSONValue.init(_:)),
        "counts": ChangeRecord(outline: outline, identities: ChangeIdentities()).countsJSON,
      ]))
  }

  // MARK: Operations

  private func json(
    _ operation: ListOperation<ItemID, SectionID>, _ models: inout ModelsOfRevision
  ) throws -> JSONValue {
    switch operation {
    case .removeItems(let section, let start, let count):
      [
        "op": "removeItems", "section": JSONValue(section), "start": JSONValue(start),
        "count": JSONValue(count),
      ]
    case .removeSections(let start, let count):
      ["op": "removeSections", "start": JSONValue(start), "count": JSONValue(count)]
    case .insertSections(let start, let sections):
      [
        "op": "insertSections", "start": JSONValue(start), "count": JSONValue(sections.count),
        "rows": try models.rows(sections.compactMap { $0 }),
      ]
    case .moveSection(let from, let to):
      ["op": "moveSection", "from": JSONValue(from), "to": JSONValue(to)]
    case .insertItems(let section, let start, let items):
      [
        "op": "insertItems", "section": JSONValue(section), "start": JSONValue(start),
        "count": JSONValue(items.count), "rows": try models.rows(items, withFormer: false),
      ]
    case .moveItem(let from, let to):
      ["op": "moveItem", "from": from.json, "to": to.json]
    case .updateItems(let section, let start, let items):
      [
        "op": "updateItems", "section": JSONValue(section), "start": JSONValue(start),
        "count": JSONValue(items.count), "rows": try models.rows(items, withFormer: true),
      ]
    case .updateSection(let section, let id):
      [
        "op": "updateSection", "section": JSONValue(section), "count": 1,
        "rows": try models.rows([id].compactMap { $0 }),
      ]
    }
  }

  /// Reads the models of a revision for operations, up to a maximum.
  private struct ModelsOfRevision {
    private let list: any InspectableStorage
    private let revision: Revision
    private var left = RevisionDetail.modelCountMax

    init(_ list: any InspectableStorage, _ revision: Revision) throws {
      self.list = list
      self.revision = revision
    }

    private mutating func take<ID>(_ ids: [ID]) -> [ID] {
      let taken = Array(ids.prefix(min(left, RevisionDetail.operationModelCountMax)))
      left -= taken.count
      return taken
    }

    /// - Parameter withFormer: Whether the models before the revision are given, too.
    mutating func rows(_ items: [ItemID], withFormer: Bool) throws -> JSONValue {
      let taken = take(items)
      let models = try list.models(of: taken, at: revision)
      let former =
        withFormer ? try list.models(of: taken, at: revision - 1) : taken.map { _ in nil }
      return .array(
        taken.indices.map { index in
          row(.item(taken[index]), models[index], former[index])
        })
    }

    mutating func rows(_ sections: [SectionID]) throws -> JSONValue {
      let taken = take(sections)
      let models = try list.models(of: taken, at: revision)
      return .array(
        zip(taken, models).map { section, model in
          row(.supplement(SupplementID(.header, of: section)), model, nil)
        })
    }

    private func row(_ tree: TreeID, _ model: StoredValue?, _ former: StoredValue?) -> JSONValue {
      var row: JSONObject = ["key": .string(tree.key)]
      row.set("model", model, .row)
      row.set("former", former, .row)
      return .object(row)
    }
  }

  // MARK: States

  private func states(of entry: JournalEntry, in target: ListState) throws -> JSONValue {
    let addresses = entry.states.prefix(Self.partCountMax)
    let trees = addresses.map(\.tree)
    let before = try list.states(of: trees, at: revision - 1)
    let after = try list.states(of: trees, at: revision)
    return .array(
      try addresses.enumerated().map { index, address in
        var state: JSONObject = [
          "key": .string(address.tree.key),
          "scope": .string(address.scope.description.shortened(byteCountMax: 400)),
        ]
        state["place"] = try target.place(of: address.tree)?.json
        state.set(before[index][address.scope], as: "before")
        state.set(after[index][address.scope], as: "after")
        return .object(state)
      })
  }

  // MARK: Log

  /// Returns the line of a log that makes the revision, or why it is not shown.
  private func logLine(
    of entry: JournalEntry, _ batch: Batch
  ) throws -> (line: String?, omitted: String?) {
    let changes = batch.changeset
    guard changes.changeCount + entry.states.count <= Self.loggedCountMax else {
      return (nil, "more than \(Self.loggedCountMax) changes; roster log prints them")
    }
    let codec = CanonicalJSONCodec()
    func decoded(_ values: [StoredValue?]) throws -> [JSONValue] {
      try values.map { try codec.decode($0 ?? .null) }
    }
    func decodedSections(_ values: [StoredValue?]) throws -> [JSONValue?] {
      try values.map { $0 == nil || $0 == .null ? nil : try $0.map(codec.decode) }
    }
    do {
      let identities = entry.record.identities
      let logged = Changeset<JSONValue, JSONValue>(
        validating: changes.outline,
        updatedModels: try decoded(list.models(of: identities.updatedItems, at: revision)),
        insertedModels: try decoded(list.models(of: identities.insertedItems, at: revision)),
        updatedSectionModels: try decodedSections(
          list.models(of: identities.updatedSections, at: revision)),
        insertedSectionModels: try decodedSections(
          list.models(of: identities.insertedSections, at: revision)))
      guard let logged else { return (nil, "the journal contradicts itself") }
      let after = try list.states(of: entry.states.map(\.tree), at: revision)
      var states: [LoggedState] = []
      for (address, stored) in zip(entry.states, after) {
        guard let place = try batch.target.place(of: address.tree) else { continue }
        states.append(
          try LoggedState(place, scope: address.scope, stored: stored[address.scope]))
      }
      let line = ChangesetLogWriter.line(
        .changeset(LoggedChangeset(logged, states: states.ascending(), entry.annotation)))
      guard line.utf8.count <= Self.logByteCountMax else {
        return (nil, "\(line.utf8.count) bytes; roster log prints them")
      }
      return (line, nil)
    } catch let error as StorageError where error.code == .undecodable {
      return (nil, "the models or states are no JSON, which alone a log can hold")
    }
  }
}

extension ItemPath {
  var json: JSONValue { [JSONValue(section), JSONValue(item)] }
}

extension TreePlace {
  /// The path of an item, or the index of the section of a header or footer.
  var json: JSONValue {
    switch self {
    case .item(let path): path.json
    case .supplement(_, let section): JSONValue(section)
    }
  }
}

extension JSONObject {
  /// Sets a member to a stored state, with the version of its type.
  mutating func set(_ state: StoredState?, as key: String) {
    guard let state else { return }
    set(key, state.value, .row)
    if state.typeVersion != 1 { self["\(key)Version"] = JSONValue(state.typeVersion) }
  }
}
