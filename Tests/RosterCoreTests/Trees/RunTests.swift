import RosterTestKit
import Testing

@testable import RosterCore

/// Counted trees of runs, which are cut, split, joined and replaced, compared with an array of what
/// the runs stand for.
@Suite("Runs in a counted tree")
struct RunTests {
  /// Letters that are equal.
  struct Letters: Run, Equatable {
    struct Sum: RowSum {
      var count = 0
      var letters = 0

      static func + (left: Sum, right: Sum) -> Sum {
        Sum(count: left.count + right.count, letters: left.letters + right.letters)
      }
    }

    var letter: Int
    var count: Int

    var sum: Sum { Sum(count: count, letters: count * letter) }

    func part(_ offsets: Range<Int>) -> Letters { Letters(letter: letter, count: offsets.count) }

    func isContinued(by next: Letters) -> Bool { letter == next.letter }
  }

  private typealias Row = CountedTree<Letters>

  private func row(_ letters: some Collection<Int>) -> Row {
    var runs: ContiguousArray<Letters> = []
    for letter in letters {
      runs.append(Letters(letter: letter, count: 1))
      runs.joinRuns(at: runs.count - 1)
    }
    return CountedTree(runs)
  }

  private func expect(
    _ row: Row, is letters: some Collection<Int>, _ comment: @autoclosure () -> Comment
  ) {
    let runs = row.elements
    let isMerged = !zip(runs, runs.dropFirst()).contains { $0.isContinued(by: $1) }
    let isEqual = runs.flatMap { Array(repeating: $0.letter, count: $0.count) }
      .elementsEqual(letters)
    let sum = Letters.Sum(count: letters.count, letters: letters.reduce(0, +))
    #expect(isMerged && isEqual && row.sum == sum && row.weight == letters.count, comment())
    #expect(row.violations(of: "letters") == [], comment())
  }

  /// Every size about which a tree gets another level or a node more, at every offset.
  @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 191, 193, 700, 2_400], [1, 2])
  func aRowThatIsSplitAndJoinedIsTheSame(count: Int, runLength: Int) {
    let letters = (0..<count).map { $0 / runLength }
    let whole = row(letters)
    for offset in stride(from: 0, through: count, by: count > 200 ? 1 + count / 60 : 1) {
      let (before, after) = whole.split(atOffset: offset)
      expect(before, is: letters[..<offset], "before \(offset)")
      expect(after, is: letters[offset...], "after \(offset)")
      // A run that was cut stays two: `append` does not join runs.
      guard offset % runLength == 0 else { continue }
      var joined = before
      joined.append(after)
      expect(joined, is: letters, "joined at \(offset)")
      expect(before, is: letters[..<offset], "before \(offset), kept")
      expect(after, is: letters[offset...], "after \(offset), kept")
    }
    expect(whole, is: letters, "kept")
  }

  /// Between two children of the root nothing is cut, so both parts have nodes of the whole row.
  @Test(arguments: [true, false])
  func aSplitLeavesTheNodesOfTheWholeRowAlone(isSmallLeafBefore: Bool) {
    var whole = row(0..<300)
    let border = whole.root.children[0].count
    let leafSize = whole.root.children[0].node.children[0].count
    // A leaf at the border becomes as small as a leaf may be.
    for _ in Row.fanout / 4..<leafSize {
      whole.remove(at: isSmallLeafBefore ? whole.root.children[0].count - 1 : border)
    }
    let nodes = shape(of: whole.root)
    let letters = whole.elements.map(\.letter)
    let offset = whole.root.children[0].weight
    let (before, after) = whole.split(atOffset: offset)
    #expect(shape(of: whole.root) == nodes)
    expect(whole, is: letters, "kept")
    expect(before, is: letters[..<offset], "before")
    expect(after, is: letters[offset...], "after")
  }

  /// The sizes of all leaves in brackets, such as `[12 12] [12 4]`.
  private func shape(of node: Row.Node) -> String {
    if node.height == 0 { return "\(node.elements.count)" }
    return "[\(node.children.map { shape(of: $0.node) }.joined(separator: " "))]"
  }

  @Test(arguments: [1, 3, 17, 300, 2_500], [1, 4, 16, 60, 800, 2_700])
  func rowsOfAnyHeightsAreJoined(count: Int, otherCount: Int) {
    let other = row(count..<count + otherCount)
    var joined = row(0..<count)
    joined.append(other)
    expect(joined, is: 0..<count + otherCount, "joined")
    expect(other, is: count..<count + otherCount, "kept")
  }

  /// Removes, puts in, replaces and moves pieces of any size.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func replacesWhatAnArrayReplaces(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letterCount = [2, 5, 1_000][random.index(below: 3)]
    var letters = (0..<[0, 1, 30, 500, 2_500][random.index(below: 5)]).map { _ in
      random.index(below: letterCount)
    }
    var row = row(letters)
    for step in 0..<30 {
      let comment: Comment = "seed \(seed), step \(step)"
      let (copy, copied) = (row, letters)
      let start = random.index(below: letters.count + 1)
      let countMax = min([1, 3, 40, 400, 2_500][random.index(below: 5)], letters.count - start)
      let range = start..<start + random.index(below: countMax + 1)
      let new = (0..<random.index(below: [2, 20, 300][random.index(below: 3)])).map { _ in
        random.index(below: letterCount)
      }
      let removed = row.replace(range, with: self.row(new))
      expect(removed, is: letters[range], comment)
      letters.replaceSubrange(range, with: new)
      expect(row, is: letters, comment)
      let place = random.index(below: letters.count + 1)
      row.replace(place..<place, with: removed)
      letters.insert(contentsOf: copied[range], at: place)
      expect(row, is: letters, comment)
      expect(copy, is: copied, comment)
      expect(removed, is: copied[range], comment)
      compareSums(row, &random, comment)
    }
  }

  /// What a search by the sum finds is what a search by the weight finds.
  private func compareSums(_ row: Row, _ random: inout SplitMix64, _ comment: Comment) {
    for _ in 0..<4 where !row.isEmpty {
      let offset = random.index(below: row.weight)
      let found = row.firstSum { $0.count > offset }
      let expected = row.location(ofOffset: offset)
      #expect(
        found.weightBefore == expected.weightBefore && found.element == expected.element
          && found.sumBefore.count == expected.weightBefore, comment)
    }
    let none = row.firstSum { $0.count > row.weight }
    #expect(none.element == nil && none.weightBefore == row.weight, comment)
    #expect(none.sumBefore == row.sum, comment)
  }

  /// The sums follow every change of the tree, also those that do not concern runs.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func sumsAreThoseOfTheElements(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tree = row(0..<200)
    for step in 0..<200 {
      let index = random.index(below: tree.count)
      switch random.index(below: step < 100 ? 3 : 4) {
      case 0: tree.insert(Letters(letter: step, count: 1 + step % 3), at: index)
      case 1: tree.update(at: index) { $0.letter += 1 }
      case 2: tree.edit(atOffset: index) { leaf, slot, _ in leaf[slot].count += 1 }
      default: tree.remove(at: index)
      }
      #expect(tree.violations(of: "letters") == [], "seed \(seed), step \(step)")
      #expect(tree.sum == tree.elements.reduce(Letters.Sum()) { $0 + $1.sum })
    }
  }

  @Test func whatLiesBehindTheRowIsIgnored() {
    var row = row(0..<5)
    #expect(row.replace(3..<9, with: self.row([7])).weight == 2)
    row.replace(20..<30, with: self.row([8]))
    expect(row, is: [0, 1, 2, 7, 8], "behind")
  }
}
