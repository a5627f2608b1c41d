import RosterCore

/// How few changes turn one list of letters into another, by trying everything.
///
/// Items are their lower-case letters, sections the first letters of their models; each is at most
/// once in a list, and every section has a model.
struct SmallestChange {
  typealias Contents = ListContents<String, String>

  let source: Contents
  let target: Contents

  private func key(_ text: String) -> String { String(text.prefix(1).lowercased()) }

  private func sectionKeys(_ contents: Contents) -> [String] {
    contents.sections.compactMap { $0.model.map(key) }
  }

  private func items(_ contents: Contents) -> [(key: String, section: String)] {
    contents.sections.flatMap { section in
      section.items.map { (key($0), section.model.map(key) ?? "") }
    }
  }

  /// The fewest sections that must move: all that are in both lists but the largest set of them
  /// that stands in the same order in both.
  var movedSectionCount: Int {
    let target = sectionKeys(target)
    let places = sectionKeys(source).compactMap { target.firstIndex(of: $0) }
    return places.count - largestSet(of: places.count) { isAscending(places, $0) }
  }

  /// The fewest items that must move: all that are in both lists, but the largest set of them that
  /// keep their section, and their order in it.
  var movedItemCount: Int {
    let after = items(target)
    var common: [(section: String, place: Int, staysPossible: Bool)] = []
    for item in items(source) {
      guard let place = after.firstIndex(where: { $0.key == item.key }) else { continue }
      common.append((item.section, place, after[place].section == item.section))
    }
    return common.count
      - largestSet(of: common.count) { set in
        let stays = common.indices.filter { set & 1 << $0 != 0 }
        guard stays.allSatisfy({ common[$0].staysPossible }) else { return false }
        let sections = Dictionary(grouping: stays) { common[$0].section }
        return sections.values.allSatisfy { stays in
          stays.map { common[$0].place } == stays.map { common[$0].place }.sorted()
        }
      }
  }

  private func isAscending(_ places: [Int], _ set: Int) -> Bool {
    let chosen = places.indices.filter { set & 1 << $0 != 0 }.map { places[$0] }
    return chosen == chosen.sorted()
  }

  /// The size of the largest of all sets of some things for which something holds.
  private func largestSet(of count: Int, _ holds: (Int) -> Bool) -> Int {
    (0..<1 << count).filter(holds).map(\.nonzeroBitCount).max() ?? 0
  }
}
