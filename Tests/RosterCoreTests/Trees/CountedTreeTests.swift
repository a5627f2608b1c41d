import RosterTestKit
import Testing

@testable import RosterCore

@Suite("CountedTree")
struct CountedTreeTests {
  /// A name and a weight; weight 0 is an empty section. Only some tests have order keys.
  struct Thing: Ordered, Equatable {
    var name: Int
    var weight: Int
    var order = 0
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func doesWhatAnArrayDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var array = (0..<random.index(below: 400)).map { Thing(name: $0, weight: $0 % 5) }
    var tree = CountedTree(array)
    for step in 0..<600 {
      let grows = random.happens(percent: step < 300 ? 70 : 25)
      if grows || array.isEmpty {
        let thing = Thing(name: -step, weight: random.index(below: 5))
        let index = random.index(below: array.count + 1)
        array.insert(thing, at: index)
        tree.insert(thing, at: index)
      } else if random.happens(percent: 70) {
        let index = random.index(below: array.count)
        #expect(tree.remove(at: index) == array.remove(at: index))
      } else {
        let index = random.index(below: array.count)
        array[index].weight = random.index(below: 9)
        tree.update(at: index) { $0.weight = array[index].weight }
      }
      if step % 20 == 0 { compare(tree, array, "seed \(seed), step \(step)") }
    }
    compare(tree, array, "seed \(seed)")
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func editsWhatAnOffsetFallsInto(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var array = [Thing(name: 0, weight: 1000)]
    var tree = CountedTree(array)
    for step in 1...800 {
      let offset = random.index(below: tree.weight)
      let new = (0..<random.index(below: step < 500 ? 4 : 2)).map {
        Thing(name: step, weight: 1 + random.index(below: 3) + $0)
      }
      var index = 0
      var rest = offset
      while rest >= array[index].weight {
        rest -= array[index].weight
        index += 1
      }
      let expected = "\(array[index].name) + \(rest)"
      let isRemoved = array.count > 1 && random.happens(percent: step < 500 ? 20 : 80)
      array.replaceSubrange(index..<(isRemoved ? index + 1 : index), with: new)
      let found = tree.edit(atOffset: offset) { leaf, slot, offset in
        let name = leaf[slot].name
        leaf.replaceSubrange(slot..<(isRemoved ? slot + 1 : slot), with: new)
        return "\(name) + \(offset)"
      }
      #expect(found == expected, "seed \(seed), step \(step)")
      if step % 20 == 0 { compare(tree, array, "seed \(seed), step \(step)") }
    }
    compare(tree, array, "seed \(seed)")
  }

  // MARK: Neighbours that share

  private typealias Node = CountedTree<Thing>.Node

  /// A node of so many entries; the nodes below it have as few as they may.
  private func node(_ size: Int, height: Int, _ elementCount: inout Int) -> Node {
    let node = Node(height: height)
    for _ in 0..<size {
      if height > 0 {
        let below = self.node(
          CountedTree<Thing>.fanout / 4, height: height - 1, &elementCount)
        node.children.append(CountedTree<Thing>.Child(below))
      } else {
        node.elements.append(Thing(name: elementCount, weight: 1 + elementCount % 4))
        elementCount += 1
      }
    }
    return node
  }

  /// A tree of that height whose root has two children, each of so many entries.
  private func tree(_ sizes: [Int], height: Int) -> CountedTree<Thing> {
    var tree = CountedTree<Thing>()
    tree.root = Node(height: height)
    for size in sizes {
      tree.root.children.append(
        CountedTree<Thing>.Child(node(size, height: height - 1, &tree.count)))
    }
    tree.weight = tree.root.children.reduce(0) { $0 + $1.weight }
    return tree
  }

  /// The smallest node that is allowed stands beside a full one, and loses an entry: in a tree of two
  /// levels an element, in one of three a leaf that joins the next.
  @Test(arguments: [[4, 16], [16, 4]], [1, 2])
  func aSmallNodeAndAFullOneShareEvenly(sizes: [Int], height: Int) {
    for isEdited in [false, true] {
      var tree = tree(sizes, height: height)
      var array = tree.elements
      let copy = tree
      let before = array
      let index = sizes[0] == 4 ? 0 : array.count - 1
      if isEdited {
        tree.edit(atOffset: tree.weight(before: index)) { leaf, slot, _ in _ = leaf.remove(at: slot)
        }
      } else {
        tree.remove(at: index)
      }
      array.remove(at: index)
      #expect(tree.root.children.map(\.node.size).sorted() == [9, 10])
      compare(tree, array, "edited: \(isEdited)")
      compare(copy, before, "edited: \(isEdited)")
      for step in 0..<40 {
        let index = step * 7 % array.count
        array.insert(Thing(name: -step, weight: 2), at: index)
        tree.insert(Thing(name: -step, weight: 2), at: index)
        let other = step * 11 % array.count
        #expect(tree.remove(at: other) == array.remove(at: other))
      }
      compare(tree, array, "edited: \(isEdited)")
    }
  }

  private func compare(_ tree: CountedTree<Thing>, _ array: [Thing], _ comment: Comment) {
    #expect(tree.violations(of: "things").isEmpty, comment)
    #expect(tree.elements == array, comment)
    #expect(tree.count == array.count && tree.weight == array.reduce(0) { $0 + $1.weight }, comment)
    var before = 0
    for (index, thing) in array.enumerated() {
      guard tree[index] == thing, tree.weight(before: index) == before else {
        Issue.record("\(comment): index \(index)")
        return
      }
      for offset in before..<before + thing.weight {
        let location = tree.location(ofOffset: offset)
        guard location.index == index, location.weightBefore == before, location.element == thing
        else {
          Issue.record("\(comment): offset \(offset)")
          return
        }
      }
      before += thing.weight
    }
    #expect(tree.weight(before: array.count) == before, comment)
  }

  @Test func aCopyKeepsItsElements() {
    var tree = CountedTree((0..<1000).map { Thing(name: $0, weight: 1) })
    let copy = tree
    for index in 0..<500 {
      tree.remove(at: index)
      tree.insert(Thing(name: -1, weight: 3), at: index / 2)
      tree.update(at: index) { $0.weight = 7 }
    }
    #expect(copy.elements.map(\.name) == Array(0..<1000))
    #expect(copy.weight == 1000)
    #expect(copy.violations(of: "things").isEmpty)
  }

  @Test func findsTheFirstElementFromAnOrderKeyOn() {
    for count in [0, 1, 31, 32, 33, 800] {
      let tree = CountedTree((0..<count).map { Thing(name: $0, weight: 2, order: $0 * 2) })
      for bound in -1...count * 2 {
        let expected = max(0, (bound + 1) / 2)
        let found = tree.firstLocation(orderedFrom: bound)
        #expect(found?.index == (expected < count ? expected : nil))
        #expect(found.map { $0.weightBefore == $0.index * 2 } ?? true)
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func findsElementsByOrderKeysThatChange(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var array: [Thing] = []
    var tree = CountedTree(array)
    for step in 0..<1_500 {
      let index = random.index(below: array.count + 1)
      if index < array.count, random.happens(percent: step < 900 ? 25 : 60) {
        array.remove(at: index)
        tree.remove(at: index)
      } else if index < array.count, random.happens(percent: 30) {
        // The first of many has the smallest key of all the more often.
        let first = random.happens(percent: 50) ? 0 : index
        let before = first == 0 ? -1 << 40 : array[first - 1].order
        array[first].order = before + (array[first].order - before + 1) / 2
        tree.update(at: first) { $0.order = array[first].order }
      } else {
        let before = index == 0 ? -1 << 40 : array[index - 1].order
        let after = index == array.count ? 1 << 40 : array[index].order
        guard after - before > 1 else { continue }
        let thing = Thing(
          name: step, weight: random.index(below: 4), order: before + (after - before) / 2)
        array.insert(thing, at: index)
        tree.insert(thing, at: index)
      }
      if step % 50 > 0 { continue }
      #expect(tree.violations(of: "things") == [], "seed \(seed), step \(step)")
      for (index, thing) in array.enumerated() {
        let found = tree.firstLocation(orderedFrom: thing.order)?.index
        #expect(found == index, "seed \(seed), step \(step)")
        let next = tree.firstLocation(orderedFrom: thing.order + 1)?.index
        #expect(next == (index + 1 < array.count ? index + 1 : nil), "seed \(seed), step \(step)")
      }
    }
  }

  /// No number of elements leaves a node at the end with only one, which would become empty.
  @Test func theLastElementCanBeRemovedFromATreeOfAnySize() {
    for count in [1, 12, 13, 16, 17, 144, 145, 192, 193, 289, 1_729, 2_305] {
      var tree = CountedTree((0..<count).map { Thing(name: $0, weight: 1, order: $0) })
      #expect(tree.violations(of: "things") == [], "\(count)")
      tree.remove(at: count - 1)
      #expect(tree.violations(of: "things") == [], "\(count)")
      #expect(tree.firstLocation(orderedFrom: count - 1)?.index == nil, "\(count)")
    }
  }

  @Test func visitsFromAnyStartAndStops() {
    let tree = CountedTree((0..<300).map { Thing(name: $0, weight: 1) })
    for start in [0, 1, 23, 24, 25, 299, 300, 400] {
      var visited: [Int] = []
      tree.forEach(from: start) {
        visited.append($0.name)
        return visited.count < 40
      }
      #expect(visited == Array((0..<300).dropFirst(start).prefix(40)))
    }
  }

  @Test func emptiesAndFillsAgain() {
    var tree = CountedTree((0..<2000).map { Thing(name: $0, weight: 1) })
    while !tree.isEmpty { tree.remove(at: tree.count / 2) }
    #expect(tree.weight == 0)
    #expect(tree.violations(of: "things").isEmpty)
    for name in 0..<2000 { tree.insert(Thing(name: name, weight: 1), at: name) }
    #expect(tree.elements.map(\.name) == Array(0..<2000))
    #expect(tree.violations(of: "things").isEmpty)
  }
}
