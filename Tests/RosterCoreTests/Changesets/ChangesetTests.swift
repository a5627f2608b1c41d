import Foundation
import RosterCore
import RosterTestSupport
import Testing

@Suite("Changeset: building, coding, describing")
struct ChangesetTests {
  private let changeset = Changeset<String, String> {
    $0.updateItem(at: ItemPath(section: 0, item: 1), "b2")
    $0.removeItem(at: ItemPath(section: 0, item: 0))
    $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
    $0.insertItem("x", at: ItemPath(section: 0, item: 0))
    $0.updateSection(at: 0, "A")
    $0.updateSection(at: 1, nil)
    $0.removeSection(at: 3)
    $0.moveSection(from: 2, to: 0)
    $0.insertSection(at: 1, "B")
    $0.insertSection(at: 4)
  }

  private let encoded = """
    {"insertedItems":[[[0,0],"x"]],"insertedSections":[[1,"B"],[4,null]],\
    "movedItems":[[[0,2],[1,0]]],"movedSections":[[2,0]],"removedItems":[[0,0]],\
    "removedSections":[3],"updatedItems":[[[0,1],"b2"]],"updatedSections":[[0,"A"],[1,null]]}
    """

  private func decode(_ text: String) throws -> Changeset<String, String> {
    try JSONDecoder().decode(Changeset<String, String>.self, from: Data(text.utf8))
  }

  @Test func encodesAsInTheLog() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(changeset), as: UTF8.self) == encoded)
    #expect(
      String(decoding: try encoder.encode(Changeset<String, String>()), as: UTF8.self) == "{}")
  }

  @Test func decodesWhatItEncodes() throws { #expect(try decode(encoded) == changeset) }

  @Test func anInsertedSectionDecodesFromANumber() throws {
    let expected = Changeset<String, String> {
      $0.insertSection(at: 4)
      $0.insertSection(at: 1, "B")
    }
    #expect(try decode(#"{"insertedSections":[[1,"B"],4]}"#) == expected)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func anyChangesetDecodesAsItEncodes(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    let changeset = generator.spoiled(for: [4, 2, 3]).changeset()
    let data = try JSONEncoder().encode(changeset)
    #expect(try JSONDecoder().decode(Changeset<String, String>.self, from: data) == changeset)
  }

  @Test func theOrderOfBuildingDoesNotMatter() {
    let other = Changeset<String, String> {
      $0.insertSection(at: 4)
      $0.insertSection(at: 1, "B")
      $0.moveSection(from: 2, to: 0)
      $0.removeSection(at: 3)
      $0.updateSection(at: 1, nil)
      $0.updateSection(at: 0, "A")
      $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 0, item: 1), "b2")
    }
    #expect(other == changeset)
    #expect(changeset.changeCount == 10)
  }

  @Test func modelsFollowTheirPathsWhenTheyAreSorted() {
    let changeset = Changeset<String, String> {
      $0.insertItems(["c", "d"], at: ItemPath(section: 0, item: 2))
      $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
    }
    #expect(changeset.insertedModels == ["a", "b", "c", "d"])
    #expect(changeset.outline.insertedItems.map(\.item) == [0, 1, 2, 3])
  }

  @Test func theDescriptionHasALineAPart() {
    #expect(
      changeset.description == """
        updated items: [0, 1]: b2
        removed items: [0, 0]
        moved items: [0, 2] → [1, 0]
        inserted items: [0, 0]: x
        updated sections: 0: A, 1
        removed sections: 3
        moved sections: 2 → 0
        inserted sections: 1: B, 4
        """)
    #expect(changeset.outline.description.hasPrefix("updated items: [0, 1]\nremoved items: [0, 0]"))
    #expect(Changeset<String, String>().description.isEmpty)
  }
}
