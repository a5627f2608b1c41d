import RosterCore
import RosterJSON
import RosterTestSupport

extension ProgramEdit {
  /// The changeset for a list with some numbers of items.
  func changeset(for counts: [Int]) -> Changeset<JSONValue, JSONValue> {
    let parts = isFitted ? parts.fitted(to: counts) : parts
    return Changeset {
      for path in parts.updatedItems { $0.updateItem(at: path, item("u", path)) }
      for path in parts.removedItems { $0.removeItem(at: path) }
      for move in parts.movedItems { $0.moveItem(from: move.source, to: move.target) }
      for path in parts.insertedItems { $0.insertItem(item("i", path), at: path) }
      for index in parts.updatedSections { $0.updateSection(at: index, section("u", index)) }
      for index in parts.removedSections { $0.removeSection(at: index) }
      for move in parts.movedSections { $0.moveSection(from: move.source, to: move.target) }
      for index in parts.insertedSections { $0.insertSection(at: index, section("i", index)) }
    }
  }

  /// A model of one of several kinds.
  private func item(_ prefix: String, _ path: ItemPath) -> JSONValue {
    let name = "\(prefix)\(number).\(path.section).\(path.item)"
    return switch (number &+ path.item) % 6 {
    case 0: .string(name)
    case 1: .object(["id": .string(name), "text": "\u{e9} and e\u{301}"])
    case 2: .number(Double(number * 10_000 + path.section * 1_000 + path.item) + 0.5)
    case 3: .array([.string(name), .null, .bool(true), .object([:])])
    default: .object(["id": .string(name), "text": .string("text of \(name)")])
    }
  }

  /// A model, or none.
  private func section(_ prefix: String, _ index: Int) -> JSONValue? {
    (number &+ index) % 4 == 3 ? nil : .object(["id": .string("\(prefix)\(number).\(index)")])
  }
}

extension JSONValue {
  /// What a model is recognised by in a snapshot: its id, or all of it, to the byte.
  var programKey: [UInt8] {
    guard case .object(let members) = self, let id = members["id"] else {
      return Array(canonicalText.utf8)
    }
    return Array(id.canonicalText.utf8)
  }
}

extension ChangesetParts {
  /// These parts without whatever offends in a list with some numbers of items.
  func fitted(to counts: [Int]) -> ChangesetParts {
    var fitted = self
    while let offence = firstOffence(in: fitted.outline, counts: counts) {
      fitted.leaveOut(offence)
    }
    return fitted
  }

  private var outline: ChangesetOutline { changeset().outline }

  private mutating func leaveOut(_ offence: ChangesetError) {
    let path = ItemPath(section: offence.section, item: offence.item ?? 0)
    switch offence.kind {
    case .updateItem: updatedItems.leaveOutLast { $0 == path }
    case .updateSection: updatedSections.leaveOutLast { $0 == offence.section }
    case .removeItem: removedItems.leaveOutLast { $0 == path }
    case .removeSection: removedSections.leaveOutLast { $0 == offence.section }
    case .moveSection:
      movedSections.leaveOutLast { (offence.isTarget ? $0.target : $0.source) == offence.section }
    case .insertSection: insertedSections.leaveOutLast { $0 == offence.section }
    case .insertItem: insertedItems.leaveOutLast { $0 == path }
    case .moveItem: movedItems.leaveOutLast { (offence.isTarget ? $0.target : $0.source) == path }
    }
  }
}

extension Array {
  fileprivate mutating func leaveOutLast(where isMeant: (Element) -> Bool) {
    guard let index = lastIndex(where: isMeant) else { return }
    remove(at: index)
  }
}
