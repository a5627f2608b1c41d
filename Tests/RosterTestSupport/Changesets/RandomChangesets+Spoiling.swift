import RosterCore
import RosterTestKit

extension RandomChangesets {
  /// A changeset that was valid before one to three things in it were spoiled; most are not valid
  /// any more, and which are not is for an oracle to say.
  package mutating func spoiled(for counts: [Int]) -> ChangesetParts {
    var parts = valid(for: counts)
    for _ in 0...random.index(below: 3) { spoil(&parts, counts) }
    return parts
  }

  private mutating func spoil(_ parts: inout ChangesetParts, _ counts: [Int]) {
    let sources = parts.removedItems + parts.movedItems.map(\.source) + parts.updatedItems
    let targets = parts.insertedItems + parts.movedItems.map(\.target)
    let source = oddPath(near: sources, counts)
    let target = oddPath(near: targets, counts)
    let section = oddIndex(
      near: parts.removedSections + parts.movedSections.map(\.source), count: counts.count)
    let slot = oddIndex(
      near: parts.insertedSections + parts.movedSections.map(\.target), count: counts.count)
    switch random.index(below: 12) {
    case 0: parts.updatedItems.append(source)
    case 1: parts.removedItems.append(source)
    case 2: parts.movedItems.append(ItemMove(source: source, target: target))
    case 3: parts.insertedItems.append(target)
    case 4: parts.updatedSections.append(section)
    case 5: parts.removedSections.append(section)
    case 6: parts.movedSections.append(SectionMove(source: section, target: slot))
    case 7: parts.insertedSections.append(slot)
    case 8: drop(from: &parts.removedItems)
    case 9: drop(from: &parts.insertedItems)
    case 10: drop(from: &parts.movedItems)
    default: drop(from: &parts.insertedSections)
    }
  }

  private mutating func drop<Element>(from part: inout [Element]) {
    if !part.isEmpty { part.remove(at: random.index(below: part.count)) }
  }

  /// A path that is taken already, or next to one, or anywhere, or nowhere.
  private mutating func oddPath(near taken: [ItemPath], _ counts: [Int]) -> ItemPath {
    if let path = taken.randomElement(using: &random), random.happens(percent: 60) {
      let shift = random.happens(percent: 50) ? 0 : random.index(below: 3) - 1
      return ItemPath(section: path.section, item: path.item &+ shift)
    }
    let section = oddIndex(near: [], count: counts.count)
    let count = counts.indices.contains(section) ? counts[section] : 2
    return ItemPath(section: section, item: oddIndex(near: [], count: count))
  }

  private mutating func oddIndex(near taken: [Int], count: Int) -> Int {
    if let index = taken.randomElement(using: &random), random.happens(percent: 60) {
      return index
    }
    if random.happens(percent: 15) {
      return [Int.min, Int.min + 1, -1, Int.max - 1, Int.max][random.index(below: 5)]
    }
    return random.index(below: count + 2)
  }
}
