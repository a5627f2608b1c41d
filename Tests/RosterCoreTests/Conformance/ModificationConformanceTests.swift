import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: applied changesets")
struct ModificationConformanceTests {
  @Test func twelveOf19CasesAreChangesets() throws {
    #expect(try ModificationCase.all.count == 19)
    #expect(try ModificationCase.ofChangesets.count == 12)
  }

  @Test(arguments: try ModificationCase.ofChangesets)
  func operationsGiveTheExpectedSections(of testCase: ModificationCase) throws {
    let rows = ListRows<String, String>(testCase.initial.map { .init(items: $0) })
    let source = try TrackedList(rows).state
    let verified = try testCase.changeset.verified(against: source)
    let batch = ChangeBatch(
      source: source, target: try source.applying(testCase.changeset).target, verified: verified)
    let target = try rows.applying(batch.operations)
    #expect(target.sections.map(\.items) == testCase.expectedSections)

    let outline = batch.changeset.outline
    let expected = testCase.expectedApplied
    #expect(outline.updatedItems == expected.updatedIndexPaths)
    #expect(outline.removedItems == expected.removedIndexPaths)
    #expect(outline.removedSections == expected.removedSections)
    #expect(outline.movedItems == expected.movedIndexPaths)
    #expect(outline.insertedSections == expected.insertedSections)
    #expect(outline.insertedItems == expected.insertedIndexPaths)
    #expect(batch.updatedPaths == expected.finalUpdatedIndexPaths)
  }
}
