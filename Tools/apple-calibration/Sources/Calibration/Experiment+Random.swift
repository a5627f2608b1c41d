internal import RosterCore
internal import RosterTesting

extension Experiment {
  /// Returns the experiment of a seed: calls that no rule refuses, but for sections that move beside other calls.
  static func random(_ number: Int, seed: UInt64, movesSections: Bool) -> Experiment {
    var random = SeededRandom(seed: seed)
    let before = (0...random.index(below: 4)).map { _ in random.index(below: 7) }
    var calls: [ViewCall] = []
    let sections = random.sections(of: before, movesSections: movesSections, &calls)
    let after = random.items(of: before, in: sections, &calls)
    return Experiment(number, before, to: after, calls)
  }
}

extension SeededRandom {
  /// Chooses sections that go, come and move.
  ///
  /// - Returns: The source of each section of the target; `nil` for one that comes.
  fileprivate mutating func sections(
    of before: [Int], movesSections: Bool, _ calls: inout [ViewCall]
  ) -> [Int?] {
    var (targets, moving): ([Int?], [Int]) = ([], [])
    for section in before.indices {
      if happens(percent: 15) {
        calls.append(.deleteSection(section))
      } else if movesSections, happens(percent: 30) {
        moving.append(section)
      } else {
        targets.append(section)
      }
    }
    for section in moving { targets.insert(section, at: index(below: targets.count + 1)) }
    if happens(percent: 40) { targets.insert(nil, at: index(below: targets.count + 1)) }
    for (target, source) in targets.enumerated() {
      guard let source else {
        calls.append(.insertSection(target))
        continue
      }
      if moving.contains(source) { calls.append(.moveSection(source, to: target)) }
    }
    return targets
  }

  /// Chooses items that go, come and move.
  ///
  /// - Returns: How many items each section of the target has.
  fileprivate mutating func items(
    of before: [Int], in sections: [Int?], _ calls: inout [ViewCall]
  ) -> [Int] {
    /// What stands in a section of the target: an item that stays, one that has moved there, or one that comes.
    enum Item { case staying, moved(ItemPath), new }
    var items: [[Item]] = Array(repeating: [], count: sections.count)
    var leaving: [ItemPath] = []
    for (target, source) in sections.enumerated() {
      guard let source else { continue }
      for item in 0..<before[source] {
        let path = ItemPath(section: source, item: item)
        if happens(percent: 15) {
          calls.append(.deleteItem(path))
        } else if happens(percent: 20) {
          leaving.append(path)
        } else {
          items[target].append(.staying)
        }
      }
    }
    let staying = sections.indices.filter { sections[$0] != nil }
    for path in leaving {
      let target = staying[index(below: staying.count)]
      items[target].insert(.moved(path), at: index(below: items[target].count + 1))
    }
    for target in staying {
      for _ in 0..<index(below: 4) {
        items[target].insert(.new, at: index(below: items[target].count + 1))
      }
      for (index, item) in items[target].enumerated() {
        let path = ItemPath(section: target, item: index)
        switch item {
        case .staying: break
        case .moved(let source): calls.append(.moveItem(source, to: path))
        case .new: calls.append(.insertItem(path))
        }
      }
    }
    return sections.indices.map { sections[$0] == nil ? index(below: 4) : items[$0].count }
  }
}
