extension ListState {
  /// Checks the state and returns each rule that it breaks, in words; empty if it is sound.
  ///
  /// The check reads every page, so it also finds pages in storage that contradict the directory.
  /// These rules hold for every state that this package makes:
  ///
  /// - The counts and weights of the trees are the sums of what is below them.
  /// - Pages hold 1 item to as many as their sizes allow, and order keys ascend along every row.
  /// - The maps from section to order key and from leaf to section name exactly what the trees hold. From the
  ///   leaf that is named for an item the item is found, and none is named for what is not there.
  /// - The list has given every identity, and each occurs once.
  ///
  /// - Throws: If a page cannot be read at all.
  /// - Complexity: O(*n* + *g*) for *n* items and *g* identities that the list has ever given.
  package func violations() throws(StorageError) -> [String] {
    var check = InvariantCheck(state: self)
    check.checkSections()
    try check.checkLeaves()
    try check.checkPlaces()
    return check.violations
  }
}

/// One pass over a state.
private struct InvariantCheck {
  let state: ListState
  private(set) var violations: [String] = []
  private var leafOfItem: [ItemID: LeafID] = [:]

  init(state: ListState) { self.state = state }

  private mutating func require(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { violations.append(violation()) }
  }

  mutating func checkSections() {
    violations += state.sections.violations(of: "the sections")
    require(state.revision >= 0, "the revision is negative")
    let limit = state.nextIdentifiers.section
    var seen = Set<SectionID>()
    var previous: Section?
    for section in state.sections.elements {
      let id = section.id
      require(seen.insert(id).inserted, "\(id) is there twice")
      require(id.rawValue > 0 && id.rawValue < limit, "\(id) was never given")
      require(
        previous.map { $0.order < section.order } ?? true, "the order of \(id) does not ascend")
      require(
        state.sectionOrders[id.rawValue] == section.order, "\(id) is listed with another order")
      violations += section.leaves.violations(of: "the leaves of \(id)")
      previous = section
    }
    let listed = (0..<limit).count { state.sectionOrders[$0] != nil }
    require(listed == seen.count, "\(listed) sections are listed, \(seen.count) are there")
  }

  mutating func checkLeaves() throws(StorageError) {
    let limit = LeafID(rawValue: state.nextIdentifiers.leaf)
    var seen = Set<LeafID>()
    for section in state.sections.elements {
      var previous: LeafPage?
      for leaf in section.leaves.elements {
        let id = leaf.id
        require(seen.insert(id).inserted, "\(id) is there twice")
        require(id != .none && id < limit, "\(id) was never given")
        require(
          previous.map { $0.order < leaf.order } ?? true, "the order of \(id) does not ascend")
        require(
          state.leafLocations[Int(id.rawValue)]
            == LeafLocation(section: section.id, order: leaf.order),
          "\(id) is listed elsewhere than in \(section.id)")
        require(
          leaf.count > 0 && leaf.count <= state.pageSizes.capacity, "\(id) has \(leaf.count) items")
        try checkItems(of: leaf)
        previous = leaf
      }
    }
    let listed = (0..<Int(state.nextIdentifiers.leaf)).count { state.leafLocations[$0] != nil }
    require(listed == seen.count, "\(listed) leaves are listed, \(seen.count) are there")
  }

  private mutating func checkItems(of leaf: LeafPage) throws(StorageError) {
    let items = try state.items(of: leaf)
    let limit = state.nextIdentifiers.item
    require(items.count == leaf.count, "\(leaf.id) has \(items.count) items, not \(leaf.count)")
    for item in items {
      let other = leafOfItem.updateValue(leaf.id, forKey: item)
      require(other == nil, "\(item) is there twice")
      require(item.rawValue > 0 && item.rawValue < limit, "\(item) was never given")
    }
  }

  /// Checks that the map says of every identity ever given where its item is, or that it is not
  /// there.
  mutating func checkPlaces() throws(StorageError) {
    for number in 1..<max(1, state.nextIdentifiers.item) {
      let item = ItemID(rawValue: number)
      let hint = try state.leafHint(of: item)
      let actual = leafOfItem[item]
      let found =
        try hint == .none || actual == nil ? nil : state.page(of: item, from: hint)?.leaf.id
      require(
        (hint == .none) == (actual == nil) && found == actual,
        "\(item) is sought from \(hint), and is in \(actual ?? .none)")
    }
  }
}
