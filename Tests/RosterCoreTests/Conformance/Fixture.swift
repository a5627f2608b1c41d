import Foundation
import RosterCore
import Testing

/// Reads the cases of a fixture.
func fixtureCases<Case: Decodable>(_ name: String, as type: Case.Type) -> [Case] {
  do {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
    return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
  } catch {
    Issue.record("\(name).json cannot be read: \(error)")
    return []
  }
}

/// A changeset as the fixtures have it: paths without models, some parts left out.
struct FixtureOutline: Decodable, Sendable {
  var updatedItems: [ItemPath]?
  var removedItems: [ItemPath]?
  var movedItems: [ItemMove]?
  var insertedItems: [ItemPath]?
  var removedSections: [Int]?
  var movedSections: [SectionMove]?
  var insertedSections: [Int]?

  var outline: ChangesetOutline {
    ChangesetOutline(
      items: .init(
        updated: updatedItems ?? [], removed: removedItems ?? [], moved: movedItems ?? [],
        inserted: insertedItems ?? []),
      sections: .init(
        removed: removedSections ?? [], moved: movedSections ?? [],
        inserted: insertedSections ?? []))
  }
}
