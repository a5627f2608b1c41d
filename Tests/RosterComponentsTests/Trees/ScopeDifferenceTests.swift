import RosterCore
import RosterTestKit
import Testing

@testable import RosterComponents

@Suite("ScopeDifference")
struct ScopeDifferenceTests {
  typealias Tree = ComponentTree<Never>

  @Test(arguments: 0..<100 as Range<UInt64>)
  func itIsTheDifferenceOfTheScopesOfBothTrees(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let source = Tree.boxes(boxes(depth: 3, with: &random))
    let target = Tree.boxes(boxes(depth: 3, with: &random), after: source)
    let old = Dictionary(uniqueKeysWithValues: source.content.scopes.map { ($0.path, $0) })
    let new = Dictionary(uniqueKeysWithValues: target.content.scopes.map { ($0.path, $0) })
    let difference = ScopeDifference(from: source.content, to: target.content)
    #expect(
      difference.appeared.map(\.path)
        == target.content.scopes.map(\.path).filter { old[$0] == nil }, "seed \(seed)")
    #expect(
      difference.disappeared.map(\.path)
        == source.content.scopes.map(\.path).filter { new[$0] == nil }, "seed \(seed)")
    #expect(
      difference.changed.map(\.new.path)
        == target.content.scopes.filter { old[$0.path].map(\.owner) !== $0.owner }.map(\.path)
        .filter { old[$0] != nil }, "seed \(seed)")
    #expect(difference.changed.allSatisfy { old[$0.new.path] === $0.old }, "seed \(seed)")
  }

  private func boxes(depth: Int, with random: inout SplitMix64) -> [AnimatedBox] {
    var names = ["a", "b", "c", "d"].filter { _ in random.happens(percent: 70) }
    if random.happens(percent: 30) { names.shuffle(using: &random) }
    return names.map { name in
      let inside = depth == 0 ? [] : boxes(depth: depth - 1, with: &random)
      return AnimatedBox(name: name, color: random.index(below: 2), inside: inside)
    }
  }

  @Test func whatBothTreesShareIsSkippedWhole() {
    func forest(_ depth: Int) -> [AnimatedBox] {
      (0..<4).map { AnimatedBox(name: "\($0)", inside: depth == 0 ? [] : forest(depth - 1)) }
    }
    let source = Tree.boxes(forest(4))
    #expect(source.scopes.count == 1364)
    let scope = ScopePath.boxes("0", "1", "2", "3", "0")
    let edits = [TreeEdit.update(scope, of: AnimatedBox.self) { $0.size = 1 }]
    let target = TreeBuilder().applying(edits, to: source).build.tree
    let difference = ScopeDifference(from: source.content, to: target.content)
    #expect(difference.changed.map(\.new.path) == [scope])
    #expect(difference.comparisonCount == 5 * 4)
  }

  @Test func aDeepTreeNeedsNoDeepStack() {
    let deep = (0..<2000).reduce(AnimatedBox(name: "core")) { box, _ in
      AnimatedBox(name: "shell", inside: [box])
    }
    let source = Tree.boxes([deep])
    #expect(ScopeDifference(from: nil, to: source.content).appeared.count == 2001)
    #expect(ScopeDifference(from: source.content, to: nil).disappeared.count == 2001)
  }
}
