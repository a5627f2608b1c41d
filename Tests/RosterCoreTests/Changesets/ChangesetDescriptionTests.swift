import RosterCore
import RosterTestSupport
import Testing

/// When changesets are equal or empty, and what they say of themselves.
@Suite("Changesets: equality and description") struct ChangesetDescriptionTests {
  typealias Change = Changeset<String, String>

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func changesetsWithEqualPartsAreEqual() {
    let change = { Change { $0.insertItem("a", at: path(0, 0)) } }
    #expect(change() == change())
    #expect(change().hashValue == change().hashValue)
  }

  @Test func changesetsWithAnotherModelAreNotEqual() {
    let inserting = { (model: String) in Change { $0.insertItem(model, at: path(0, 0)) } }
    #expect(inserting("a") != inserting("b"))
    let updating = { (model: String) in Change { $0.updateItem(at: path(0, 0), model) } }
    #expect(updating("a") != updating("b"))
    let adding = { (model: String?) in Change { $0.insertSection(at: 0, model) } }
    #expect(adding("a") != adding(nil))
  }

  @Test func aChangesetIsEmptyUnlessItHasAnyPart() {
    #expect(Change { _ in }.isEmpty)
    let parts: [(inout Change.Builder) -> Void] = [
      { $0.updateItem(at: path(0, 0), "a") }, { $0.removeItem(at: path(0, 0)) },
      { $0.moveItem(from: path(0, 0), to: path(0, 1)) }, { $0.insertItem("a", at: path(0, 0)) },
      { $0.updateSection(at: 0, nil) }, { $0.removeSection(at: 0) },
      { $0.moveSection(from: 0, to: 1) }, { $0.insertSection(at: 0) },
    ]
    for part in parts {
      let change = Change { part(&$0) }
      #expect(!change.isEmpty && change.changeCount == 1 && !change.description.isEmpty)
    }
  }

  /// The batch of a changeset that inserts an item into an empty section.
  private func batch(_ annotation: ChangeAnnotation) throws -> ChangeBatch<String, String> {
    let source = try ListState().applying(Change { $0.insertSection(at: 0) }).target
    let verified = try Change { $0.insertItem("a", at: path(0, 0)) }.verified(against: source)
    return ChangeBatch(
      source: source, target: try source.applying(verified.proof).target, verified: verified,
      annotation: annotation)
  }

  @Test func theOriginOfAChangeIsKept() throws {
    let batch = try batch(ChangeAnnotation(origin: "import"))
    #expect(batch.annotation.origin == "import")
    #expect(batch != (try self.batch(ChangeAnnotation(origin: "sync"))))
    #expect(batch != (try self.batch(ChangeAnnotation())))
  }

  @Test func theDescriptionOfAnEmptyChangesetIsEmpty() {
    #expect(Change { _ in }.description == "")
  }

  @Test func removedSectionsAreDescribedBeforeInsertedOnes() {
    let change = Change {
      $0.insertSection(at: 1)
      $0.removeSection(at: 2)
      $0.removeSection(at: 0)
    }
    #expect(change.description == "removed sections: 0, 2\ninserted sections: 1")
  }

  @Test func partsThatAreMissingAreNotDescribed() {
    #expect(Change { $0.removeSection(at: 3) }.description == "removed sections: 3")
    #expect(Change { $0.insertSection(at: 3) }.description == "inserted sections: 3")
  }

  @Test func removedItemsAreDescribedInOrder() {
    let change = Change {
      for place in [path(1, 0), path(0, 2), path(0, 1)] { $0.removeItem(at: place) }
    }
    #expect(change.description == "removed items: [0, 1], [0, 2], [1, 0]")
  }

  @Test func updatedItemsAreDescribedInOrderWithTheirModels() {
    let change = Change {
      $0.updateItem(at: path(1, 0), "b")
      $0.updateItem(at: path(0, 2), "a")
    }
    #expect(change.description == "updated items: [0, 2]: a, [1, 0]: b")
  }

  @Test func insertedItemsAreDescribedInOrderWithTheirModels() {
    let change = Change {
      $0.insertItem("b", at: path(1, 0))
      $0.insertItem("a", at: path(0, 2))
    }
    #expect(change.description == "inserted items: [0, 2]: a, [1, 0]: b")
  }

  @Test func movedItemsAreDescribedByTheirSources() {
    let change = Change {
      $0.moveItem(from: path(1, 0), to: path(0, 0))
      $0.moveItem(from: path(0, 3), to: path(2, 2))
    }
    #expect(change.description == "moved items: [0, 3] → [2, 2], [1, 0] → [0, 0]")
  }
}
