import RosterCore
import RosterTestSupport
import Testing

@Suite("Conformance: indexes of insertions and removals")
struct IndexValidationConformanceTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var operation: String
    var arrayCount: Int
    var indexes: [Int]
    var expectedInvalid: [Int]

    var testDescription: String { name }
  }

  static let cases = fixtureCases("index_validation", as: Case.self)

  @Test func thereAre6Cases() { #expect(Self.cases.count == 6) }

  @Test(arguments: cases)
  func theFirstInvalidItemIsTheExpectedOne(of testCase: Case) throws {
    let source = try TrackedList(ListRows(counts: [testCase.arrayCount])).state
    let paths = testCase.indexes.map { ItemPath(section: 0, item: $0) }
    let isInsertion = testCase.operation == "insert"
    let outline = ChangesetOutline(
      items: isInsertion ? .init(inserted: paths) : .init(removed: paths))
    #expect(invalidIndex(of: outline, against: source, \.item) == testCase.expectedInvalid.first)
  }

  @Test(arguments: cases)
  func theFirstInvalidSectionIsTheExpectedOne(of testCase: Case) throws {
    let counts = Array(repeating: 0, count: testCase.arrayCount)
    let source = try TrackedList(ListRows(counts: counts)).state
    let isInsertion = testCase.operation == "insert"
    let outline = ChangesetOutline(
      sections: isInsertion
        ? .init(inserted: testCase.indexes) : .init(removed: testCase.indexes))
    #expect(
      invalidIndex(of: outline, against: source, { $0.section }) == testCase.expectedInvalid.first)
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
