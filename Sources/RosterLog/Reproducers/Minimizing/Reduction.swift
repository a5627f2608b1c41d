internal import RosterCore
internal import RosterJSON

/// A way to make a log smaller: it treats the log as a row of elements, and removes a run of them.
///
/// The cases are tried in this order, from the largest elements to the smallest.
enum Reduction: CaseIterable {
  /// Whole entries.
  case entries
  /// The parts of entries and of the header: parts of changesets, all states, annotations, parts of
  /// expectations.
  case members
  /// Elements of the parts of changesets, and single states.
  case elements
  /// Models, section models and states become `null`.
  case values
  /// Values that are neither `null` nor a number become a number, equal ones the same.
  case identities
  /// Members of objects and elements of arrays within values.
  case contents
  /// Objects and arrays with one member, which are replaced by that member.
  case wrappings
  /// Characters of texts.
  case texts
  /// Digits of numbers.
  case digits

  /// Returns the number of elements in a log.
  func count(in log: ChangesetLog) -> Int {
    var selection = Selection()
    _ = edit(log, &selection)
    return selection.count
  }

  /// Returns a log without a run of elements.
  func edit(_ log: ChangesetLog, leavingOut run: Range<Int>) -> LogEdit {
    var selection = Selection(leavingOut: run)
    return edit(log, &selection)
  }

  private func edit(_ log: ChangesetLog, _ selection: inout Selection) -> LogEdit {
    switch self {
    case .entries:
      return LogEdit(
        header: log.header, entries: log.entries.map { selection.keepsNext() ? $0 : nil })
    case .members:
      return LogEdit(
        header: selection.members(of: log.header),
        entries: log.entries.map { selection.members(of: $0) })
    case .elements:
      return LogEdit(
        header: log.header, entries: log.entries.map { selection.elements(of: $0) })
    case .values:
      return log.mapValues { $0 == .null || selection.keepsNext() ? $0 : .null }
    case .identities:
      var numbers: [JSONValue: Int] = [:]
      return log.mapValues { value in
        if value == .null || value.numberValue != nil { return value }
        let number = numbers[value] ?? numbers.count
        numbers[value] = number
        return selection.keepsNext() ? value : .number(Double(number))
      }
    case .contents: return log.mapValues { selection.contents(of: $0) }
    case .wrappings: return log.mapValues { selection.wrappings(of: $0) }
    case .texts:
      return LogEdit(
        header: log.header,
        entries: log.entries.map { entry in
          selection.texts(of: entry).mapValues { selection.texts(of: $0) }
        })
    case .digits: return log.mapValues { selection.digits(of: $0) }
    }
  }
}

/// A log with removed elements: for each of its entries what remains, `nil` for nothing.
struct LogEdit {
  var header: ChangesetLogHeader
  var entries: [ChangesetLogEntry?]
}

extension ChangesetLog {
  fileprivate func mapValues(_ transform: (JSONValue) -> JSONValue) -> LogEdit {
    LogEdit(header: header, entries: entries.map { $0.mapValues(transform) })
  }
}

// MARK: Members

extension Selection {
  fileprivate mutating func members(of header: ChangesetLogHeader) -> ChangesetLogHeader {
    let others = header.others.keys.compactMap { key in
      header.others[key].map { (key: key, value: $0) }
    }
    return ChangesetLogHeader(
      version: header.version, name: kept(header.name),
      others: JSONObject(kept(others)))
  }

  fileprivate mutating func members(of entry: ChangesetLogEntry) -> ChangesetLogEntry? {
    switch entry {
    case .changeset(var logged):
      let isOfStates = logged.changeset.isEmpty
      let parts = ChangesetParts(logged.changeset) { elements in
        elements.isEmpty || keepsNext() ? elements : []
      }
      logged.changeset = parts.changeset
      if !isOfStates, !logged.states.isEmpty, !keepsNext() { logged.states = [] }
      logged.origin = kept(logged.origin)
      logged.at = kept(logged.at)
      logged.userInfo = kept(logged.userInfo)
      logged.group = kept(logged.group)
      if logged.undo != .standard, !keepsNext() { logged.undo = .standard }
      return .changeset(logged)
    case .expect(var expectation):
      for part in ExpectedPart.allCases where expectation.only(part) != Expectation() {
        if !keepsNext() { part.remove(from: &expectation) }
      }
      return expectation == Expectation() ? nil : .expect(expectation)
    case .reopen, .undo, .redo: return entry
    }
  }

  fileprivate mutating func elements(of entry: ChangesetLogEntry) -> ChangesetLogEntry? {
    switch entry {
    case .changeset(var logged):
      let isOfStates = logged.changeset.isEmpty && !logged.states.isEmpty
      logged.changeset = ChangesetParts(logged.changeset) { kept($0) }.changeset
      logged.states = kept(logged.states)
      return isOfStates && logged.states.isEmpty ? nil : .changeset(logged)
    case .expect(var expectation):
      expectation.states = kept(expectation.states)
      return .expect(expectation)
    case .reopen, .undo, .redo: return entry
    }
  }
}

/// The parts of a changeset as rows of elements, models beside their paths.
private struct ChangesetParts {
  var changeset: Changeset<JSONValue, JSONValue>

  /// Makes a changeset of the elements that `keep` returns. It is called for each part.
  init(
    _ changeset: Changeset<JSONValue, JSONValue>, keep: ([Int]) -> [Int]
  ) {
    func kept<Part: RandomAccessCollection>(_ part: Part) -> [Part.Element]
    where Part.Index == Int { keep(Array(part.indices)).map { part[$0] } }
    self.changeset = Changeset { builder in
      for (path, model) in kept(changeset.updatedItems) { builder.updateItem(at: path, model) }
      for path in kept(changeset.removedItems) { builder.removeItem(at: path) }
      for move in kept(changeset.movedItems) {
        builder.moveItem(from: move.source, to: move.target)
      }
      for (path, model) in kept(changeset.insertedItems) { builder.insertItem(model, at: path) }
      for (index, model) in kept(changeset.updatedSections) {
        builder.updateSection(at: index, model)
      }
      for index in kept(changeset.removedSections) { builder.removeSection(at: index) }
      for move in kept(changeset.movedSections) {
        builder.moveSection(from: move.source, to: move.target)
      }
      for (index, model) in kept(changeset.insertedSections) {
        builder.insertSection(at: index, model)
      }
    }
  }
}

// MARK: Values

extension Selection {
  /// Returns a value without some of its members and elements.
  fileprivate mutating func contents(of value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var left = JSONObject()
      for key in members.keys where keepsNext() {
        left[key] = members[key].map { contents(of: $0) }
      }
      return .object(left)
    case .array(let elements):
      return .array(elements.compactMap { keepsNext() ? contents(of: $0) : nil })
    case .null, .bool, .number, .decimal, .string: return value
    }
  }

  /// Returns a value in which some objects and arrays with one member are replaced by that member.
  fileprivate mutating func wrappings(of value: JSONValue) -> JSONValue {
    let wrapped: JSONValue? =
      switch value {
      case .object(let members):
        members.count == 1 ? members.keys.first.flatMap { members[$0] } : nil
      case .array(let elements): elements.count == 1 ? elements.first : nil
      case .null, .bool, .number, .decimal, .string: nil
      }
    if let wrapped, !keepsNext() { return wrappings(of: wrapped) }
    switch value {
    case .object(let members):
      var left = members
      for key in members.keys { left[key] = members[key].map { wrappings(of: $0) } }
      return .object(left)
    case .array(let elements): return .array(elements.map { wrappings(of: $0) })
    case .null, .bool, .number, .decimal, .string: return value
    }
  }

  /// Returns a value without some of the characters of its strings.
  fileprivate mutating func texts(of value: JSONValue) -> JSONValue {
    value.mapLeaves { leaf in
      if case .string(let text) = leaf { .string(keptCharacters(of: text)) } else { leaf }
    }
  }

  fileprivate mutating func texts(of entry: ChangesetLogEntry) -> ChangesetLogEntry {
    guard case .changeset(var logged) = entry else { return entry }
    logged.origin = logged.origin.map { keptCharacters(of: $0) }
    logged.at = logged.at.map { keptCharacters(of: $0) }
    logged.group = logged.group.map { keptCharacters(of: $0) }
    if let scope = logged.undo.name { logged.undo = UndoScope(keptCharacters(of: scope)) }
    return .changeset(logged)
  }

  /// Returns a value without some of the digits of its numbers; a number without digits is 0.
  fileprivate mutating func digits(of value: JSONValue) -> JSONValue {
    value.mapLeaves { leaf in
      guard let number = leaf.numberValue, number != 0 else { return leaf }
      let text = leaf.canonicalText
      let left = keptCharacters(of: text)
      return left == text ? leaf : .number(in: left) ?? 0
    }
  }

  private mutating func keptCharacters(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where keepsNext() { scalars.append(scalar) }
    return String(scalars)
  }
}

extension JSONValue {
  /// Returns the number in what is left of a text, which may start with zeros or end with a point.
  fileprivate static func number(in text: String) -> JSONValue? {
    if let number = try? JSONParser().parse(text), number.numberValue != nil { return number }
    return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Returns the same value with other leaves, which are the values other than arrays and objects,
  /// in a fixed order.
  fileprivate func mapLeaves(_ transform: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .object(let members):
      var result = JSONObject()
      for key in members.keys { result[key] = members[key]?.mapLeaves(transform) }
      return .object(result)
    case .array(let elements): return .array(elements.map { $0.mapLeaves(transform) })
    case .null, .bool, .number, .decimal, .string: return transform(self)
    }
  }
}
