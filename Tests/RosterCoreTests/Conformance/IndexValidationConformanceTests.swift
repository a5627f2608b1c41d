import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: indexes of insertions and removals")
struct IndexValidationConformanceTests {
  @Test func thereAre6Cases() throws { #expect(try IndexValidationCase.all.count == 6) }

  @Test(arguments: try IndexValidationCase.all)
  func theFirstInvalidItemIsTheExpectedOne(of testCase: IndexValidationCase) throws {
    let source = try TrackedList(ListRows(counts: testCase.itemCounts)).state
    #expect(
      invalidIndex(of: testCase.ofItems, against: source, \.item)
        == testCase.expectedInvalid.first)
  }

  @Test(arguments: try IndexValidationCase.all)
  func theFirstInvalidSectionIsTheExpectedOne(of testCase: IndexValidationCase) throws {
    let source = try TrackedList(ListRows(counts: testCase.sectionCounts)).state
    #expect(
      invalidIndex(of: testCase.ofSections, against: source, { $0.section })
        == testCase.expectedInvalid.first)
  }

  private func invalidIndex(
    of outline: ChangesetOutline, against state: ListState, _ index: (ChangesetError) -> Int?
  ) -> Int? {
    do throws(ChangesetError) {
      _ = try outline.verified(against: state)
      return nil
    } catch {
      return index(error)
    }
  }
}
