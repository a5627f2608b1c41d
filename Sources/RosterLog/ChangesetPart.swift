package import RosterCore

/// The parts of a changeset in the log, by their keys, in the order in which they are written.
enum ChangesetPart: String, CaseIterable {
  case updatedItems, removedItems, movedItems, insertedItems
  case updatedSections, removedSections, movedSections, insertedSections
}

extension ChangesetError.Kind {
  /// The key that the offending part of the changeset has in the log.
  package var partKey: String { part.rawValue }

  private var part: ChangesetPart {
    switch self {
    case .updateItem: .updatedItems
    case .removeItem: .removedItems
    case .moveItem: .movedItems
    case .insertItem: .insertedItems
    case .updateSection: .updatedSections
    case .removeSection: .removedSections
    case .moveSection: .movedSections
    case .insertSection: .insertedSections
    }
  }
}
