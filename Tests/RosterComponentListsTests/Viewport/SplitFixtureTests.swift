import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterTestSupport
import Testing

/// The cases of `split.json`. The first batch has the whole structure of a change. What the
/// original leaves for a second part has its outputs in a later batch here.
@Suite("Conformance: split changesets", .fileOnly) struct SplitFixtureTests {
  struct Case: Decodable, Sendable {
    var name: String
    var options: Options
    var viewport: Offset?
    var steps: [Step]
    var expectedAnnounced: [Announced]
    var expectedFinalModels: [[[Double]]]?
  }

  struct Options: Decodable, Sendable {
    var enabled: Bool
    var splitUpdates: Bool
    var viewportBoundingSize: [Double]
    var axis: String
  }

  struct Offset: Decodable, Sendable {
    var contentOffset: [Double]
  }

  struct Step: Decodable, Sendable {
    var changeset: Changeset<[Double], String>
    var userInfo: JSONObject?
  }

  struct Announced: Decodable, Sendable {
    var match: String
    var updatedIndexPaths: [ItemPath]?
    var insertedIndexPaths: [ItemPath]?
    var removedIndexPaths: [ItemPath]?
    var removedSections: [Int]?
    var insertedSections: [Int]?
    var userInfo: JSONObject?
  }

  /// The cases where the original is wrong, and why.
  static let reasons = [
    "testDataSourceDoesNotSplitChangesetIfExistingContentFillsViewport":
      "nothing of the insertion is visible, so nothing of it is built first",
    "testDataSourceDoesNotSplitChangesetIfUpdateCausesSizeIncrease":
      "the insertion is not visible behind the larger item, so it is built later",
    "testDataSourceShiftsUpdatedChangesetIndicesWhenItemsAreRemoved":
      "the updated item is visible where it stands when the one before it is gone",
    "testDataSourceShiftsUpdatedChangesetIndicesWhenSectionsAreRemoved":
      "the updated item is visible where it stands when the section before it is gone",
  ]

  private static var cases: [Case] {
    get throws {
      try conformanceCases("split.json", of: "RosterComponentListsTests", as: Case.self)
    }
  }

  @Test func eighteenOf22CasesAreAsInTheOriginal() throws {
    let names = Set(try Self.cases.map { $0.name })
    #expect(names.count == 22)
    #expect(names.isSuperset(of: Self.reasons.keys))
    #expect(Self.reasons.count == 4)
  }

  @Test func outputsComeInTheExpectedParts() async throws {
    for testCase in try Self.cases where Self.reasons[testCase.name] == nil {
      let batches = try await batches(of: testCase)
      #expect(batches.count == testCase.expectedAnnounced.count, "\(testCase.name)")
      for (batch, expected) in zip(batches, testCase.expectedAnnounced)
      where expected.match != "any" {
        expect(batch, expected, testCase.name)
      }
    }
  }

  @Test func whereTheOriginalIsNotRightWhatIsVisibleComesFirst() async throws {
    let expected: [String: [[ItemPath]]] = [
      "testDataSourceDoesNotSplitChangesetIfExistingContentFillsViewport":
        [[[0, 0], [0, 1]], [[0, 2], [0, 3]], [], [[0, 4], [0, 5], [0, 6], [0, 7]]].paths,
      "testDataSourceDoesNotSplitChangesetIfUpdateCausesSizeIncrease":
        [[[0, 0]], [[0, 0]], [[0, 1]]].paths,
      "testDataSourceShiftsUpdatedChangesetIndicesWhenItemsAreRemoved":
        [[[0, 0], [0, 1]], [[0, 2], [0, 3]], [[0, 1]]].paths,
      "testDataSourceShiftsUpdatedChangesetIndicesWhenSectionsAreRemoved":
        [[[0, 0]], [[1, 0]], [[0, 0]]].paths,
    ]
    for testCase in try Self.cases where Self.reasons[testCase.name] != nil {
      #expect(
        try await batches(of: testCase).paths == expected[testCase.name], "\(testCase.name)")
    }
  }

  private func batches(of testCase: Case) async throws -> [Wall.Batch] {
    var splitting = Viewport.Splitting(outputCountMin: 1)
    splitting.defersUpdates = testCase.options.splitUpdates
    var received: [Wall.Batch] = []
    try await ListFile.withWall(splitting) { list, _ in
      let isVertical = testCase.options.axis == "vertical"
      let side = isVertical ? 1 : 0
      if testCase.options.enabled {
        list.setViewport(
          Viewport(
            isVertical ? .vertical : .horizontal,
            offset: testCase.viewport?.contentOffset[side] ?? 0,
            length: testCase.options.viewportBoundingSize[side]))
      }
      let batches = try list.batches()
      for step in testCase.steps {
        let batch = try list.applySynchronously(
          step.changeset.mapModels { "\($0[0])x\($0[1])" },
          states: [],
          ChangeAnnotation(userInfo: step.userInfo ?? [:]))
        #expect(batch.items.allSatisfy { $0.output.layout != nil }, "\(testCase.name)")
      }
      await list.close()
      received = try await batches.collect()
      if let models = testCase.expectedFinalModels {
        let expected = models.map { $0.map { "\($0[0])x\($0[1])" } }
        #expect(try list.snapshot.rows.sections.map { $0.items } == expected)
      }
    }
    return received
  }

  private func expect(_ batch: Wall.Batch, _ expected: Announced, _ name: String) {
    let paths = (expected.updatedIndexPaths ?? []) + (expected.insertedIndexPaths ?? [])
    if expected.match == "exact" || !paths.isEmpty {
      #expect(batch.items.map { $0.targetPath } == paths.sorted(), "\(name)")
    }
    let outline = batch.changes.changeset.outline
    if expected.match == "exact" || expected.insertedSections != nil {
      #expect(outline.insertedSections == expected.insertedSections ?? [], "\(name)")
    }
    if expected.match == "exact" || expected.removedSections != nil {
      #expect(outline.removedSections == expected.removedSections ?? [], "\(name)")
    }
    if expected.match == "exact" || expected.removedIndexPaths != nil {
      #expect(outline.removedItems == expected.removedIndexPaths ?? [], "\(name)")
    }
    if let userInfo = expected.userInfo {
      #expect(batch.changes.annotation.userInfo == userInfo, "\(name)")
    }
  }
}

extension [[[Int]]] {
  fileprivate var paths: [[ItemPath]] {
    map { $0.map { ItemPath(section: $0[0], item: $0[1]) } }
  }
}

extension Changeset where Model == [Double], SectionModel == String {
  fileprivate func mapModels(_ text: ([Double]) -> String) -> Changeset<String, String> {
    Changeset<String, String> { changes in
      for (path, model) in updatedItems { changes.updateItem(at: path, text(model)) }
      for path in removedItems { changes.removeItem(at: path) }
      for section in removedSections { changes.removeSection(at: section) }
      for section in insertedSections { changes.insertSection(at: section.index) }
      for (path, model) in insertedItems { changes.insertItem(text(model), at: path) }
    }
  }
}
