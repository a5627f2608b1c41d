import RosterTestSupport
import Testing

@testable import RosterCore

@Suite("Order keys")
struct OrderKeysTests {
  private func row(_ keys: [Int]) -> CountedTree<Section> {
    CountedTree(
      keys.enumerated().map { Section(id: SectionID(rawValue: $0 + 1), order: $1) })
  }

  private func isAscending(_ row: CountedTree<Section>) -> Bool {
    let keys = row.elements.map(\.order)
    return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Inserts at one spot, given by the number of elements, and counts the keys that were changed.
  private func respaced(_ count: Int, into row: inout CountedTree<Section>, at spot: (Int) -> Int)
    -> Int
  {
    var respaced = 0
    for number in 0..<count {
      let index = spot(row.count)
      let order = row.makeOrderKey(at: index) { _ in respaced += 1 }
      row.insert(Section(id: SectionID(rawValue: 1000 + number), order: order), at: index)
    }
    return respaced
  }

  @Test func atTheEndsNothingIsRespaced() {
    var tree = row([0])
    #expect(respaced(2000, into: &tree) { $0 } == 0)
    #expect(respaced(2000, into: &tree) { _ in 0 } == 0)
    #expect(isAscending(tree))
  }

  @Test(arguments: [1, 2, 3])
  func insertingAtOneSpotForEverRespacesLittle(spot: Int) {
    var tree = row((0..<10).map { $0 << 32 })
    let respaced = respaced(6000, into: &tree) { spot == 3 ? $0 / 2 : spot }
    #expect(isAscending(tree))
    #expect(respaced < 6000 * 8, "\(respaced)")
  }

  @Test func neighboursWithoutAGapMakeRoom() {
    for index in 0...8 {
      var tree = row(Array(40..<48))
      let order = tree.makeOrderKey(at: index) { _ in }
      tree.insert(Section(id: SectionID(rawValue: 99), order: order), at: index)
      #expect(isAscending(tree), "at \(index)")
    }
  }

  @Test(arguments: [-1, 1])
  func keysAtTheirLimitMakeRoom(sign: Int) {
    let limit = (1 << 62) - 1
    var tree = row(sign > 0 ? [0, limit - 1, limit] : [-limit, -limit + 1, 0])
    for _ in 0..<200 {
      for index in [0, 1, tree.count - 1, tree.count] {
        let order = tree.makeOrderKey(at: index) { _ in }
        tree.insert(Section(id: SectionID(rawValue: 99), order: order), at: index)
      }
    }
    #expect(isAscending(tree))
    #expect(tree.elements.allSatisfy { abs($0.order) < 1 << 62 })
  }

  @Test func sectionsInsertedAtOneSpotStayInOrder() throws {
    var state = try TrackedList(ListRows(counts: [1, 1])).state
    for _ in 0..<1500 {
      state = try state.applying(Changeset<String, String> { $0.insertSection(at: 1) }).target
    }
    #expect(try state.violations().isEmpty)
    #expect(state.sectionIDs.map(\.rawValue) == [1] + (3...1502).reversed() + [2])
  }

  @Test func pagesInsertedAtOneSpotStayInOrder() throws {
    var state = try TrackedList(ListRows(counts: [600])).state
    let block = Array(repeating: "", count: 200)
    for _ in 0..<150 {
      state = try state.applying(
        Changeset<String, String> {
          $0.insertItems(block, at: ItemPath(section: 0, item: 300))
        }
      ).target
    }
    #expect(state.itemCount == 600 + 150 * 200)
    #expect(try state.violations().isEmpty)
  }
}
