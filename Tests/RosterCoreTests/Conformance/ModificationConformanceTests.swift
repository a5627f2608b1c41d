import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: applied changesets")
struct ModificationConformanceTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var operation: String
    var initial: [[String]]
    var changeset: Changeset<String, String>
    var expectedSections: [[String]]
    var expectedApplied: Applied

    var testDescription: String { name }
  }

  struct Applied: Decodable, Sendable {
    var updatedIndexPaths: [ItemPath]
    var removedIndexPaths: [ItemPath]
    var removedSections: [Int]
    var movedIndexPaths: [ItemMove]
    var insertedSections: [Int]
    var insertedIndexPaths: [ItemPath]
    var finalUpdatedIndexPaths: [ItemMove]
  }

  static let all = fixtureCases("modification", as: Case.self)
  static let cases = all.filter { $0.operation == "changeset" }

  @Test func twelveOf19CasesAreChangesets() {
    #expect(Self.all.count == 19)
    #expect(Self.cases.count == 12)
  }

  @Test(arguments: cases)
  func operationsGiveTheExpectedSections(of testCase: Case) throws {
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
