import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: where updated items end up")
struct AppliedChangesConformanceTests {
  @Test func thereAre50Cases() throws { #expect(try AppliedChangesCase.all.count == 50) }

  @Test(arguments: try AppliedChangesCase.all)
  func updatedPathsAreTheExpectedOnes(of testCase: AppliedChangesCase) throws {
    let source = try TrackedList(ListRows(counts: testCase.initial)).state
    let changeset = testCase.changes.changeset
    let batch = ChangeBatch(
      source: source, target: try source.applying(changeset).target,
      verified: try changeset.verified(against: source))
    #expect(batch.updatedPaths == testCase.expectedFinalUpdated.sorted())
  }
}
