import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

/// What a batch and the contents of a list say of themselves.
@Suite("Batches: descriptions") struct BatchDescriptionTests {
  typealias Change = Changeset<String, String>
  typealias Batch = ChangeBatch<String, String>

  private func batch(
    _ changeset: Change, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    of drawing: String = "abcd|ef|g"
  ) throws -> Batch {
    let source = try ListState().applying(ListRows(drawing).asInsertion).target
    let verified = try changeset.verified(against: source)
    return Batch(
      source: source, target: try source.applying(verified.proof).target, verified: verified,
      annotation: annotation)
  }

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  // MARK: Batches

  @Test func batchesOfEqualChangesAndAnnotationsAreEqual() throws {
    let change = Change { $0.insertItem("x", at: path(0, 0)) }
    let annotation = ChangeAnnotation(origin: "a", userInfo: ["key": 1])
    #expect(try batch(change, annotation) == batch(change, annotation))
    #expect(
      try batch(change) != batch(Change { $0.insertItem("y", at: path(0, 0)) }))
  }

  @Test func batchesWithAnotherAnnotationAreNotEqual() throws {
    let change = Change { $0.insertItem("x", at: path(0, 0)) }
    #expect(
      try batch(change, ChangeAnnotation(userInfo: ["key": 1]))
        != batch(change, ChangeAnnotation(userInfo: ["key": 2])))
  }

  @Test func theDescriptionOfABatchInWhichNothingChangesIsEmpty() throws {
    #expect(try batch(Change()).description == "")
  }

  @Test func sectionsAreDescribedInRangesAndRemovedOnesComeFirst() throws {
    let found = try batch(
      Change {
        $0.removeSection(at: 1)
        $0.removeSection(at: 0)
        $0.insertSection(at: 0)
      })
    #expect(
      found.description == """
        {
          removed sections: 0–1
          inserted sections: 0
        }
        """)
  }

  @Test func removedItemsAreDescribedInOrder() throws {
    let found = try batch(
      Change {
        $0.removeItem(at: path(1, 1))
        $0.removeItem(at: path(0, 2))
        $0.removeItem(at: path(0, 0))
      })
    #expect(found.description == "{\n  removed items: [0, 0], [0, 2], [1, 1]\n}")
  }

  @Test func updatedItemsAreDescribedInOrderWithBothPaths() throws {
    let found = try batch(
      Change {
        $0.updateItem(at: path(1, 0), "E")
        $0.updateItem(at: path(0, 3), "D")
        $0.removeItem(at: path(0, 0))
      })
    #expect(
      found.description == """
        {
          updated items: [0, 3] → [0, 2], [1, 0] → [1, 0]
          removed items: [0, 0]
        }
        """)
  }

  @Test func insertedItemsAreDescribedInOrder() throws {
    let found = try batch(
      Change {
        $0.insertItem("x", at: path(2, 0))
        $0.insertItem("y", at: path(0, 4))
      })
    #expect(found.description == "{\n  inserted items: [0, 4], [2, 0]\n}")
  }

  @Test func movedItemsAreDescribedByTheirSources() throws {
    let found = try batch(
      Change {
        $0.moveItem(from: path(1, 0), to: path(0, 0))
        $0.moveItem(from: path(0, 1), to: path(2, 1))
      })
    #expect(
      found.description == "{\n  moved items: [0, 1] → [2, 1], [1, 0] → [0, 0]\n}")
  }

  // MARK: Contents

  @Test func theDescriptionOfNoItemsIsJustBraces() {
    #expect(ListContents<String, String>().description == "{}")
    #expect(ListContents<String, String>([.init(items: [])]).description == "{}")
  }

  @Test func contentsAreDescribedWithALineAnItem() {
    let contents = ListContents<String, String>([
      .init(model: "S", items: ["a", "b"]), .init(items: ["c"]),
    ])
    #expect(contents.description == "{\n  [0, 0]: a,\n  [0, 1]: b,\n  [1, 0]: c\n}")
  }

  @Test func contentsAreEqualIfTheirModelsAreSectionBySection() {
    let contents = ListContents<String, String>([.init(model: "S", items: ["a", "b"])])
    #expect(contents == ListContents([.init(model: "S", items: ["a", "b"])]))
    for other in [
      ListContents([.init(model: "S", items: ["a", "x"])]),
      ListContents([.init(model: "T", items: ["a", "b"])]),
      ListContents([.init(model: "S", items: ["a"]), .init(items: ["b"])]),
    ] { #expect(contents != other) }
  }
}
