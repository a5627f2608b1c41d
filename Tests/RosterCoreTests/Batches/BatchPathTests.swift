import RosterCore
import RosterTestSupport
import Testing

/// Where a batch says that items and sections stand before and after it.
@Suite("Batches: paths") struct BatchPathTests {
  private typealias Change = Changeset<String, String>

  /// A batch that leads from `ab|c|d` to `xb|dy`.
  private func batch() throws -> ChangeBatch<String, String> {
    try batch(from: "ab|c|d") {
      $0.removeItem(at: path(0, 0))
      $0.insertItem("x", at: path(0, 0))
      $0.removeSection(at: 1)
      $0.insertItem("y", at: path(1, 1))
    }
  }

  private func batch(
    from source: String, _ changes: (inout Change.Builder) -> Void
  ) throws -> ChangeBatch<String, String> {
    let source = try ListState().applying(ListRows(source).asInsertion).target
    let verified = try Change(changes).verified(against: source)
    return ChangeBatch(
      source: source, target: try source.applying(verified.proof).target, verified: verified)
  }

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func itemsOfTheSourceHaveTheirTargetPaths() throws {
    let batch = try batch()
    let targets = [path(0, 0), path(0, 1), path(1, 0), path(2, 0)].map(batch.targetPath)
    #expect(targets == [nil, path(0, 1), nil, path(1, 0)])
  }

  @Test func itemsOfTheTargetHaveTheirSourcePaths() throws {
    let batch = try batch()
    let sources = [path(0, 0), path(0, 1), path(1, 0), path(1, 1)].map(batch.sourcePath)
    #expect(sources == [nil, path(0, 1), path(2, 0), nil])
  }

  @Test func sectionsHaveTheirIndexesOnTheOtherSide() throws {
    let batch = try batch()
    #expect((0..<3).map(batch.targetSection) == [0, nil, 1])
    #expect((0..<2).map(batch.sourceSection) == [0, 2])
  }

  @Test func itemsOfOneRowAreReplaced() throws {
    let batch = try batch(from: "abc|de") {
      $0.moveItem(from: path(1, 0), to: path(0, 1))
      $0.removeItem(at: path(1, 1))
      $0.insertItem("x", at: path(1, 0))
    }
    #expect(
      batch.offsetReplacements == [
        OffsetReplacement(sourceOffsets: 1..<1, targetOffsets: 1..<2),
        OffsetReplacement(sourceOffsets: 3..<5, targetOffsets: 4..<5),
      ])
  }

  /// The section that moves has more items than the one that it passes, whose items go and come.
  @Test func theLargerSectionStays() throws {
    let batch = try batch(from: "abc|d|e") { $0.moveSection(from: 0, to: 1) }
    #expect(
      batch.offsetReplacements == [
        OffsetReplacement(sourceOffsets: 0..<0, targetOffsets: 0..<1),
        OffsetReplacement(sourceOffsets: 3..<4, targetOffsets: 4..<4),
      ])
  }

  @Test func updatedItemsHaveTheirOffsetsInTheTarget() throws {
    let batch = try batch(from: "ab|cd") {
      $0.updateItem(at: path(0, 0), "A")
      $0.updateItem(at: path(1, 1), "D")
      $0.updateItem(at: path(0, 1), "B")
      $0.removeItem(at: path(0, 1))
      $0.moveItem(from: path(1, 1), to: path(0, 0))
    }
    #expect(batch.updatedOffsets == [0, 1])
  }

  /// What is displaced by others is not moved.
  @Test func onlyWhatTheChangesetMovesIsMoved() throws {
    let batch = try batch(from: "abcd|e|f") {
      $0.moveItem(from: path(0, 2), to: path(0, 0))
      $0.removeItem(at: path(0, 3))
      $0.moveSection(from: 2, to: 1)
    }
    let items = [path(0, 0), path(0, 1), path(0, 2), path(0, 3), path(1, 0), path(2, 0)]
    #expect(items.map { batch.isMoved(.item($0)) } == [false, false, true, false, false, true])
    for kind in SupplementKind.allCases {
      #expect(
        (0..<3).map { batch.isMoved(.supplement(kind, ofSection: $0)) } == [false, false, true])
    }
  }
}
