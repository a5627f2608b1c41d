import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: where updated items end up")
struct AppliedChangesConformanceTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var initial: [Int]
    var changes: FixtureOutline
    var expectedFinalUpdated: [ItemMove]

    var testDescription: String { name }
  }

  static let cases = fixtureCases("applied_changes", as: Case.self)

  @Test func thereAre50Cases() { #expect(Self.cases.count == 50) }

  @Test(arguments: cases)
  func updatedPathsAreTheExpectedOnes(of testCase: Case) throws {
    let source = try TrackedList(ListRows(counts: testCase.initial)).state
    let changeset = ChangesetParts(testCase.changes.outline).changeset()
    let batch = ChangeBatch(
      source: source, target: try source.applying(changeset).target,
      verified: try changeset.verified(against: source))
    #expect(batch.updatedPaths == testCase.expectedFinalUpdated.sorted())
  }
}
