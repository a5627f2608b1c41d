import Foundation
package import RosterCore

/// Reads the recorded cases of other lists.
///
/// - Parameters:
///   - file: A file of JSON in the folder `Fixtures` of a test target.
///   - target: That target.
package func conformanceCases<Case: Decodable>(
  _ file: String, of target: String = "RosterCoreTests", as type: Case.Type
) throws -> [Case] {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let file = tests.appending(path: target).appending(path: "Fixtures").appending(path: file)
  return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
}

/// A changeset as the cases have it: paths without models, some parts left out.
package struct RecordedOutline: Decodable, Sendable {
  private var updatedItems: [ItemPath]?
  private var removedItems: [ItemPath]?
  private var movedItems: [ItemMove]?
  private var insertedItems: [ItemPath]?
  private var removedSections: [Int]?
  private var movedSections: [SectionMove]?
  private var insertedSections: [Int]?

  package var outline: ChangesetOutline {
    ChangesetOutline(
      items: .init(
        updated: updatedItems ?? [], removed: removedItems ?? [], moved: movedItems ?? [],
        inserted: insertedItems ?? []),
      sections: .init(
        removed: removedSections ?? [], moved: movedSections ?? [],
        inserted: insertedSections ?? []))
  }

  /// The changeset, in which every model is a text of its own.
  package var changeset: Changeset<String, String> { ChangesetParts(outline).changeset() }
}

/// A case of `verification.json`: whether a changeset is valid, and what offends.
package struct VerificationCase: Decodable, Sendable, CustomStringConvertible {
  package var name: String
  /// The numbers of items of the sections.
  package var initial: [Int]
  /// What is applied before.
  package var pending: [RecordedOutline]
  package var changeset: RecordedOutline
  /// "valid", or what offends.
  package var expected: String
  package var expectedSection: Int?
  /// −1 stands for a section that offends as a whole.
  package var expectedItem: Int?

  package static var all: [Self] {
    get throws { try conformanceCases("verification.json", as: Self.self) }
  }

  package var description: String { name }
}

/// A case of `applied_changes.json`: where updated items end up.
package struct AppliedChangesCase: Decodable, Sendable, CustomStringConvertible {
  package var name: String
  /// The numbers of items of the sections.
  package var initial: [Int]
  package var changes: RecordedOutline
  package var expectedFinalUpdated: [ItemMove]

  package static var all: [Self] {
    get throws { try conformanceCases("applied_changes.json", as: Self.self) }
  }

  package var description: String { name }
}

/// A case of `modification.json`: the contents after a modification, and what it did.
package struct ModificationCase: Decodable, Sendable, CustomStringConvertible {
  package struct Applied: Decodable, Sendable {
    package var updatedIndexPaths: [ItemPath]
    package var removedIndexPaths: [ItemPath]
    package var removedSections: [Int]
    package var movedIndexPaths: [ItemMove]
    package var insertedSections: [Int]
    package var insertedIndexPaths: [ItemPath]
    package var finalUpdatedIndexPaths: [ItemMove]
  }

  package var name: String
  package var operation: String
  package var initial: [[String]]
  package var changeset: Changeset<String, String>
  package var expectedSections: [[String]]
  package var expectedApplied: Applied

  package static var all: [Self] {
    get throws { try conformanceCases("modification.json", as: Self.self) }
  }

  /// The cases that are changesets.
  package static var ofChangesets: [Self] {
    get throws { try all.filter { $0.operation == "changeset" } }
  }

  package var description: String { name }
}

/// A case of `index_validation.json`: which indexes cannot be inserted into a list of one section, or of empty sections,
/// or removed from it.
package struct IndexValidationCase: Decodable, Sendable, CustomStringConvertible {
  package var name: String
  private var operation: String
  private var arrayCount: Int
  private var indexes: [Int]
  package var expectedInvalid: [Int]

  private var isInsertion: Bool { operation == "insert" }

  /// A list of one section, whose items are the array.
  package var itemCounts: [Int] { [arrayCount] }

  /// The changes of that list.
  package var ofItems: ChangesetOutline {
    let paths = indexes.map { ItemPath(section: 0, item: $0) }
    return ChangesetOutline(items: isInsertion ? .init(inserted: paths) : .init(removed: paths))
  }

  /// A list of sections, which are the array.
  package var sectionCounts: [Int] { Array(repeating: 0, count: arrayCount) }

  /// The changes of that list.
  package var ofSections: ChangesetOutline {
    ChangesetOutline(
      sections: isInsertion ? .init(inserted: indexes) : .init(removed: indexes))
  }

  package static var all: [Self] {
    get throws { try conformanceCases("index_validation.json", as: Self.self) }
  }

  package var description: String { name }
}
