internal import RosterCore

/// The items and sections that a change removes, whose states are removed with them.
struct TreeRemoval {
  let items: Set<ItemID>
  let sections: Set<SectionID>

  init(_ identities: ChangeIdentities) {
    items = Set(identities.removedItems.lazy.map(\.id))
    sections = Set(identities.removedSections)
  }

  func takesAlong(_ tree: TreeID) -> Bool {
    switch tree {
    case .item(let item): items.contains(item)
    case .supplement(let supplement): sections.contains(supplement.section)
    }
  }
}
