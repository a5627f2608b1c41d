import RosterCore
import RosterEngine
import RosterListSupport

/// What a change does to a list, by the identities of what it touches.
struct NaivePlan {
  enum Kind: CaseIterable {
    /// Appends an item to the last section, which the list gets if it has none.
    case insert
    case remove, update
    /// Moves the first item to the end of the last section.
    case moveIn
    /// Moves the last item to the begin of the first section.
    case moveOut
    /// Inserts a section with an item at the end.
    case insertSection
    /// Removes the last section.
    case removeSection
    /// Gives the last section another model.
    case updateSection

    static let ofItems: [Kind] = [.insert, .remove, .update, .moveOut]
    static let ofSections: [Kind] = [.insert, .moveIn, .moveOut, .insertSection, .removeSection]
  }

  private enum Work {
    case append(String)
    case remove(ItemID)
    case update(ItemID, String)
    case move(ItemID, to: ItemPath)
    case insertSection(String)
    case removeSection(SectionID)
    case updateSection(SectionID, String)
  }

  private let work: Work

  /// Plans a change of a kind. If the list lacks what it would touch, it inserts an item.
  ///
  /// - Parameter number: Chooses the item, and makes its model.
  init(_ kind: Kind, _ number: Int, on state: ListState) throws {
    let last = state.sectionCount - 1
    let paths = (0..<state.sectionCount).flatMap { section in
      (0..<state.itemCount(inSection: section)).map { ItemPath(section: section, item: $0) }
    }
    let path = paths.isEmpty ? nil : paths[number % paths.count]
    let item = try path.flatMap { try state.itemID(at: $0) }
    func move(_ source: ItemPath?, to target: ItemPath) throws -> Work? {
      guard let source, source != target else { return nil }
      return try state.itemID(at: source).map { .move($0, to: target) }
    }
    let work: Work? =
      switch kind {
      case .insert: nil
      case .remove: item.map { .remove($0) }
      case .update: item.map { .update($0, "\(number)") }
      case .moveIn:
        try paths.first.flatMap { first in
          let count = state.itemCount(inSection: last)
          let target = ItemPath(section: last, item: first.section == last ? count - 1 : count)
          return try move(first, to: target)
        }
      case .moveOut: try move(paths.last, to: ItemPath(section: 0, item: 0))
      case .insertSection: .insertSection("\(number)")
      case .removeSection: state.sectionIDs.last.map { .removeSection($0) }
      case .updateSection: state.sectionIDs.last.map { .updateSection($0, "\(number)") }
      }
    self.work = work ?? .append("\(number)")
  }

  /// The items that it moves.
  var moved: Set<Int> { if case .move(let item, _) = work { [item.rawValue] } else { [] } }

  func apply(to draft: inout TextList.Draft) throws {
    switch work {
    case .append(let text): try draft.append(text)
    case .remove(let item): try draft.remove(item)
    case .update(let item, let text): try draft.update(item, text)
    case .move(let item, let target): try draft.move(item, to: target)
    case .insertSection(let text): try draft.append(text, toSection: draft.insertSection(text))
    case .removeSection(let section): try draft.remove(section)
    case .updateSection(let section, let text): try draft.update(section, text)
    }
  }
}
