import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: verification")
struct VerificationConformanceTests {
  static let kinds: [String: ChangesetError.Kind] = [
    "update": .updateItem, "removeRow": .removeItem, "removeSection": .removeSection,
    "insertSection": .insertSection, "insertRow": .insertItem, "moveRow": .moveItem,
  ]

  @Test func thereAre54Cases() throws { #expect(try VerificationCase.all.count == 54) }

  @Test(arguments: try VerificationCase.all)
  func theVerdictIsTheExpectedOne(of testCase: VerificationCase) throws {
    var state = try TrackedList(ListRows(counts: testCase.initial)).state
    for pending in testCase.pending {
      state = try state.applying(pending.outline.verified(against: state)).target
    }
    var found: ChangesetError?
    do throws(ChangesetError) {
      _ = try testCase.changeset.outline.verified(against: state)
    } catch {
      found = error
    }
    #expect(found?.kind == Self.kinds[testCase.expected], "\(found?.description ?? "valid")")
    #expect(found != nil || testCase.expected == "valid")
    if let section = testCase.expectedSection { #expect(found?.section == section) }
    // −1 stands for a section that offends as a whole; a path in it is named as the changeset does.
    if let item = testCase.expectedItem, item >= 0 { #expect(found?.item == item) }
  }
}
