public import CRoster
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// The edits of one change, in the order in which they are done.
struct Edits: Sendable {
  /// An item, as an edit names it.
  enum ItemName: Sendable {
    case id(ItemID)
    case key(ModelKey)
    case path(ItemPath)
    /// What an earlier edit of the change has made.
    case edit(Int)
  }

  /// A section, as an edit names it.
  enum SectionName: Sendable {
    case id(SectionID)
    case edit(Int)
  }

  /// Where an item is to stand.
  enum Place: Sendable {
    case end(SectionName?)
    case before(ItemName)
    case after(ItemName)
    case path(ItemPath)
    /// In the last section.
    case index(Int)
  }

  /// What an edit does.
  enum Step: Sendable {
    case insert(JSONValue, Place)
    case update(ItemName, JSONValue)
    case upsert(JSONValue, SectionName?)
    case remove(ItemName)
    case move(ItemName, Place)
    case insertSection(JSONValue?, Int?)
    case updateSection(SectionName, JSONValue?)
    case removeSection(SectionName)
    case moveSection(SectionName, Int)
  }

  /// What an edit has made, or updated by its key.
  private enum Made {
    case item(ItemID)
    case section(SectionID)
    /// Nothing that a later edit may name: it has given an item another model.
    case update(ItemID)
    case nothing

    var json: JSONValue {
      switch self {
      case .item(let id): .integer(id.rawValue)
      case .section(let id): .integer(id.rawValue)
      case .update, .nothing: .null
      }
    }

    /// The item to which the edit has given a model.
    var writtenItem: ItemID? {
      switch self {
      case .item(let id), .update(let id): id
      case .section, .nothing: nil
      }
    }
  }

  private let steps: [Step]
  /// What the models must have; `nil` in a list without keys.
  private let key: KeyMember?

  /// Makes the edits of a list, each as those before it leave it.
  ///
  /// - Parameter writers: Gets for each item that is given a model the last edit that does so.
  /// - Returns: For each edit the number of the item or section that it has made, or updated by its key.
  /// - Throws: A failure whose part is the edit that cannot be made.
  func make(
    in draft: inout JSONList.Draft, noting writers: inout [ItemID: Int]
  ) throws -> [JSONValue] {
    var made: [Made] = []
    // A change that meets another writer is made once more.
    writers = [:]
    for (index, step) in steps.enumerated() {
      do {
        let outcome = try make(step, in: &draft, made)
        if let item = outcome.writtenItem { writers[item] = index }
        made.append(outcome)
      } catch {
        var failure = Failure(error)
        // What ails the file is no fault of the edit that meets it.
        if failure.isOfInput { failure.blame(edit: index) }
        throw failure
      }
    }
    return made.map(\.json)
  }

  /// - Parameter made: What the edits before it have made.
  private func make(
    _ step: Step, in draft: inout JSONList.Draft, _ made: [Made]
  ) throws -> Made {
    func item(_ name: ItemName, _ draft: JSONList.Draft) throws -> ItemID {
      try self.item(name, draft, made)
    }
    func section(_ name: SectionName) throws -> SectionID {
      switch name {
      case .id(let id): return id
      case .edit(let index):
        guard made.indices.contains(index), case .section(let id) = made[index] else {
          throw Self.noEdit(index, "a section")
        }
        return id
      }
    }
    if let model = step.model { _ = try key?.key(of: model).verified() }
    switch step {
    case .insert(let model, let place):
      switch place {
      case .end(let named): return .item(try draft.append(model, toSection: named.map(section)))
      case .before(let name):
        return .item(try draft.insert(model, before: item(name, draft)))
      case .after(let name): return .item(try draft.insert(model, after: item(name, draft)))
      case .path(let path): return .item(try draft.insert(model, at: path))
      case .index(let index): return .item(try draft.insert(model, at: index))
      }
    case .update(let name, let model):
      let updated = try item(name, draft)
      try draft.update(updated, model)
      return .update(updated)
    case .upsert(let model, let named):
      return .item(try draft.upsert(model, toSection: named.map(section)).item)
    case .remove(let name): try draft.remove(item(name, draft))
    case .move(let name, let place):
      let moved = try item(name, draft)
      switch place {
      case .end(let named): try moveToEnd(moved, of: named.map(section), &draft)
      case .before(let name): try draft.move(moved, before: item(name, draft))
      case .after(let name): try draft.move(moved, after: item(name, draft))
      case .path(let path): try draft.move(moved, to: path)
      case .index(let index):
        try draft.move(moved, to: ItemPath(section: draft.state.sectionCount - 1, item: index))
      }
    case .insertSection(let model, let index):
      return .section(try draft.insertSection(model, at: index))
    case .updateSection(let named, let model): try draft.update(section(named), model)
    case .removeSection(let named): try draft.remove(section(named))
    case .moveSection(let named, let index): try draft.move(section(named), to: index)
    }
    return .nothing
  }

  private func moveToEnd(
    _ item: ItemID, of section: SectionID?, _ draft: inout JSONList.Draft
  ) throws {
    let path = try draft.path(of: item)
    let index = try section.map { try draft.index(of: $0) } ?? draft.state.sectionCount - 1
    // The item itself leaves its place first.
    let count = draft.state.itemCount(inSection: index) - (path.section == index ? 1 : 0)
    try draft.move(item, to: ItemPath(section: index, item: count))
  }

  private static func noEdit(_ index: Int, _ what: String) -> Failure {
    Failure(
      ROSTER_INVALID_CHANGE, "edits[\(index)] is no edit before this one that has made \(what)")
  }

  private func item(
    _ name: ItemName, _ draft: JSONList.Draft, _ made: [Made]
  ) throws -> ItemID {
    switch name {
    case .id(let id): return id
    case .edit(let index):
      guard made.indices.contains(index), case .item(let id) = made[index] else {
        throw Self.noEdit(index, "an item")
      }
      return id
    case .key(let key):
      guard let id = try draft.item(key: key) else { throw DataSourceError.noSuchKey(key) }
      return id
    case .path(let path):
      guard draft.state.contains(path), let id = try draft.state.itemID(at: path) else {
        var failure = Failure(
          ROSTER_NO_SUCH_ITEM, "there is no item at section \(path.section), item \(path.item)")
        (failure.section, failure.item) = (path.section, path.item)
        throw failure
      }
      return id
    }
  }
}

extension Failure {
  /// Makes the failure for two items that would have one key.
  ///
  /// - Parameter writers: For each item that the change gives a model the last edit that does so.
  fileprivate init(_ duplicate: DataSourceError.DuplicateKey, _ writers: [ItemID: Int]) {
    self.init(DataSourceError.duplicateKey(duplicate))
    // If edits write both items, the key is there twice since the later one.
    if let edit = [duplicate.first, duplicate.second].compactMap({ writers[$0] }).max() {
      blame(edit: edit)
    }
  }

  /// Names the edit that is at fault.
  fileprivate mutating func blame(edit index: Int) {
    part = "edits[\(index)]"
    message = "\(part): \(message)"
  }
}

// MARK: Reading

extension Edits {
  /// Reads edits.
  ///
  /// - Throws: A failure that names the place in the JSON.
  init(_ value: JSONValue?, key: KeyMember?) throws {
    self.key = key
    let steps = try decoding("edits", value ?? .null) { cursor throws(JSONDecodingError) in
      var steps: [Step] = []
      for edit in try cursor.elements() { steps.append(try Step(edit)) }
      return steps
    }
    self.steps = steps
  }
}

/// Reads a value.
///
/// - Parameter name: The parameter that it is of, for messages.
func decoding<Value>(
  _ name: String, _ value: JSONValue,
  _ body: (JSONCursor) throws(JSONDecodingError) -> Value
) throws(Failure) -> Value {
  do throws(JSONDecodingError) {
    return try JSONCursor.decode(value, body)
  } catch {
    // The path of the root is `$`.
    let path = error.path.drop { $0 == "$" }
    let part = name + (path.isEmpty || path.first == "[" || path.first == "." ? "" : ".") + path
    throw Failure(ROSTER_INVALID_JSON, "\(part): \(error.message)", part: part)
  }
}

extension Edits.Step {
  /// The model that it gives an item.
  fileprivate var model: JSONValue? {
    switch self {
    case .insert(let model, _), .update(_, let model), .upsert(let model, _): model
    default: nil
    }
  }

  private enum Verb: String {
    case insert, update, upsert, remove, move
    case insertSection = "insert_section"
    case updateSection = "update_section"
    case removeSection = "remove_section"
    case moveSection = "move_section"

    /// The members that an edit may have beside the verb.
    var keys: [String] {
      switch self {
      case .insert: ["model", "section", "before", "after", "at"]
      case .update: ["item", "model"]
      case .upsert: ["model", "section"]
      case .remove: ["item"]
      case .move: ["item", "section", "before", "after", "at"]
      case .insertSection: ["model", "at"]
      case .updateSection: ["section", "model"]
      case .removeSection: ["section"]
      case .moveSection: ["section", "at"]
      }
    }
  }

  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    let named = try members.required("do")
    guard let verb = Verb(rawValue: try named.string()) else {
      throw named.error("no edit is called so")
    }
    try members.requireKeys(["do"] + verb.keys)
    switch verb {
    case .insert:
      self = .insert(try members.required("model").value, try Edits.Place(members, cursor))
    case .update:
      self = .update(
        try Edits.ItemName(members.required("item")), try members.required("model").value)
    case .upsert:
      self = .upsert(try members.required("model").value, try members.section())
    case .remove: self = .remove(try Edits.ItemName(members.required("item")))
    case .move:
      self = .move(
        try Edits.ItemName(members.required("item")), try Edits.Place(members, cursor))
    case .insertSection:
      self = .insertSection(members["model"]?.value.orNone, try members["at"]?.int())
    case .updateSection:
      self = .updateSection(
        try members.requiredSection(), try members.required("model").value.orNone)
    case .removeSection: self = .removeSection(try members.requiredSection())
    case .moveSection:
      self = .moveSection(try members.requiredSection(), try members.required("at").int())
    }
  }
}

extension Edits.ItemName {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    if case .object = cursor.value {
      let members = try cursor.members()
      try members.requireKeys(["key", "at", "edit"])
      guard ["key", "at", "edit"].filter({ members[$0] != nil }).count == 1 else {
        throw cursor.error(#"expected "key", "at" or "edit""#)
      }
      if let key = members["key"] {
        self = .key(try key.modelKey())
      } else if let edit = members["edit"] {
        self = .edit(try edit.int())
      } else {
        self = .path(try members.required("at").path())
      }
    } else {
      self = .id(ItemID(rawValue: try cursor.int()))
    }
  }
}

extension Edits.SectionName {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    if case .object = cursor.value {
      let members = try cursor.members()
      try members.requireKeys(["edit"])
      self = .edit(try members.required("edit").int())
    } else {
      self = .id(SectionID(rawValue: try cursor.int()))
    }
  }
}

extension Edits.Place {
  /// Reads where an edit places its item.
  fileprivate init(
    _ members: JSONCursor.Members, _ cursor: JSONCursor
  ) throws(JSONDecodingError) {
    let places = ["section", "before", "after", "at"].filter { members[$0] != nil }
    guard places.count < 2 else {
      throw cursor.error(
        "expected one place, not \(places.map(\.inQuotes).joined(separator: " and "))")
    }
    if let other = members["before"] {
      self = .before(try Edits.ItemName(other))
    } else if let other = members["after"] {
      self = .after(try Edits.ItemName(other))
    } else if let place = members["at"] {
      if case .array = place.value {
        self = .path(try place.path())
      } else {
        self = .index(try place.int())
      }
    } else {
      self = .end(try members.section())
    }
  }
}

extension JSONCursor {
  /// Reads a key of an item: a text or an integer.
  func modelKey() throws(JSONDecodingError) -> ModelKey {
    if let text = value.stringValue { return .text(text) }
    guard let number = value.integer(as: Int.self) else {
      throw error("expected a key, which is a text or an integer")
    }
    return .integer(number)
  }

  fileprivate func path() throws(JSONDecodingError) -> ItemPath {
    let (section, item) = try pair()
    return ItemPath(section: try section.int(), item: try item.int())
  }
}

extension JSONCursor.Members {
  fileprivate func section() throws(JSONDecodingError) -> Edits.SectionName? {
    guard let section = self["section"] else { return nil }
    return try Edits.SectionName(section)
  }

  fileprivate func requiredSection() throws(JSONDecodingError) -> Edits.SectionName {
    try Edits.SectionName(required("section"))
  }
}

extension JSONValue {
  /// A section without a model is written as null.
  var orNone: JSONValue? { self == .null ? nil : self }
}

extension ChangeAnnotation {
  private enum Key: String, CaseIterable { case origin, at, userInfo, group, undo }

  /// Reads what a caller says about a change.
  init(_ text: roster_text) throws {
    self.init()
    guard let value = try text.json("annotation") else { return }
    self = try decoding("annotation", value) { cursor throws(JSONDecodingError) in
      var annotation = ChangeAnnotation()
      try cursor.members().decode(Key.allCases) { key, member throws(JSONDecodingError) in
        switch key {
        case .origin: annotation.origin = try member.string()
        case .at: annotation.at = try member.string()
        case .userInfo: annotation.userInfo = try member.object()
        case .group: annotation.group = try member.string()
        case .undo:
          guard let scope = UndoScope(json: member.value) else {
            throw member.error("expected the name of a scope, or false")
          }
          annotation.undo = scope
        }
      }
      return annotation
    }
  }
}

// MARK: The interface

/// See `roster_change` in `roster.h`.
@c @implementation
public func roster_change(
  _ list: roster_list, _ edits: roster_text, _ annotation: roster_text,
  _ result: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let opened = try Handles.find(list, as: OpenedList.self)
    let edits = try Edits(edits.json("edits"), key: opened.key)
    let writers = Guarded<[ItemID: Int]>([:])
    do {
      let (ids, batch) = try opened.list.changeSynchronously(ChangeAnnotation(annotation)) {
        _, draft in
        try writers.withLock { try edits.make(in: &draft, noting: &$0) }
      }
      try give(
        ["revision": .integer(batch.changes.targetRevision), "ids": .array(ids)], to: result)
    } catch DataSourceError.duplicateKey(let duplicate) {
      throw Failure(duplicate, writers.withLock(\.self))
    }
  }
}

/// See `roster_apply` in `roster.h`.
@c @implementation
public func roster_apply(
  _ list: roster_list, _ entry: roster_text, _ result: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let list = try Handles.find(list, as: OpenedList.self).list
    let parsed = try decoding("entry", entry.json("entry") ?? .null) {
      cursor throws(JSONDecodingError) in
      try ChangesetLogEntry(cursor)
    }
    guard case .changeset(let logged) = parsed else {
      throw Failure(
        ROSTER_INVALID_JSON,
        "entry: expected a changeset; for others there are functions of their own",
        part: "entry")
    }
    // If several states are refused, the first one is reported.
    let states = logged.states.ascending().map {
      StateAssignment(tree: TreeReference($0.place), scope: $0.scope, state: $0.state?.stored)
    }
    do {
      let batch = try list.applySynchronously(
        .changeset(logged.changeset, states: states), logged.annotation)
      try give(["revision": .integer(batch.changes.targetRevision)], to: result)
    } catch DataSourceError.invalid(let offence) {
      var failure = Failure(DataSourceError.invalid(offence))
      failure.part = "entry.changeset.\(offence.kind.partKey)"
      throw failure
    } catch DataSourceError.duplicateKey(let duplicate) {
      var failure = Failure(DataSourceError.duplicateKey(duplicate))
      let source = list.snapshot.state
      if let (kind, path) = duplicate.offender(in: logged.changeset.outline, of: source) {
        failure.part = "entry.changeset.\(kind.partKey)"
        (failure.section, failure.item) = (path.section, path.item)
      }
      throw failure
    }
  }
}

/// See `roster_history` in `roster.h`.
@c @implementation
public func roster_history(
  _ list: roster_list, _ scope: roster_text, _ canUndo: UnsafeMutablePointer<Int32>?,
  _ canRedo: UnsafeMutablePointer<Int32>?
) -> roster_code {
  call {
    let (undo, redo) = (try required(canUndo, "can_undo"), try required(canRedo, "can_redo"))
    let list = try Handles.find(list, as: OpenedList.self).list
    let scope = try UndoScope(named: scope)
    let (hasUndo, hasRedo) = (try list.canUndo(in: scope), try list.canRedo(in: scope))
    undo.pointee = hasUndo ? 1 : 0
    redo.pointee = hasRedo ? 1 : 0
  }
}

extension UndoScope {
  /// Makes the scope that a text names, the standard one if it names none.
  fileprivate init(named text: roster_text) throws {
    let name = try text.string("scope")
    self = name.isEmpty ? .standard : UndoScope(name)
  }
}

/// See `roster_undo` in `roster.h`.
@c @implementation
public func roster_undo(
  _ list: roster_list, _ scope: roster_text, _ result: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call { try step(.undo, list, scope, result) }
}

/// See `roster_redo` in `roster.h`.
@c @implementation
public func roster_redo(
  _ list: roster_list, _ scope: roster_text, _ result: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call { try step(.redo, list, scope, result) }
}

private func step(
  _ direction: HistoryDirection, _ list: roster_list, _ scope: roster_text,
  _ result: UnsafeMutablePointer<roster_bytes>?
) throws {
  let list = try Handles.find(list, as: OpenedList.self).list
  // A group of changes is taken back by as many batches.
  let batches = try list.applySynchronously(.step(direction, in: UndoScope(named: scope)))
  let revision = batches.last?.changes.targetRevision ?? list.snapshot.revision
  try give(["revision": .integer(revision)], to: result)
}

/// See `roster_compact` in `roster.h`.
@c @implementation
public func roster_compact(
  _ list: roster_list, _ revisionCount: Int64, _ oldest: UnsafeMutablePointer<Int64>?
) -> roster_code {
  call {
    guard revisionCount >= 0 else {
      throw Failure(ROSTER_INVALID_ARGUMENT, "a number of revisions is not negative")
    }
    let list = try Handles.find(list, as: OpenedList.self).list
    let summary = try list.compact(JournalRetention(revisionCountMax: Int(clamping: revisionCount)))
    oldest?.pointee = Int64(summary.oldestRevision)
  }
}
