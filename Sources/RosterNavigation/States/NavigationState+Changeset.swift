public import RosterCore

extension NavigationState {
  /// Returns the changeset that makes a list one with this state.
  ///
  /// Layers and pages are found by their identities: those that this state has stay, also if they
  /// stand in another order, and everything else of the list is removed. It is empty if the list
  /// is one with this state already.
  ///
  /// - Parameter contents: What the list contains.
  /// - Complexity: O(*n* log *n*) for *n* layers and pages.
  public func changeset(
    from contents: NavigationContents<Route>
  ) -> Changeset<Route, NavigationLayer> {
    let sources = Dictionary(
      contents.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = sections.compactMap { $0.layer.id.flatMap { sources[$0] } }
    let staying = Set(longestIncreasingSubsequence(of: kept).map { kept[$0] })
    return Changeset { builder in
      for source in Set(contents.sections.indices).subtracting(kept).sorted() {
        builder.removeSection(at: source)
      }
      for (index, section) in sections.enumerated() {
        guard let source = section.layer.id.flatMap({ sources[$0] }) else {
          builder.insertSection(at: index, section.model)
          builder.insertItems(
            section.layer.pages.map { $0.route }, at: ItemPath(section: index, item: 0))
          continue
        }
        if !staying.contains(source) { builder.moveSection(from: source, to: index) }
        if contents.sections[source].layer != section.model {
          builder.updateSection(at: source, section.model)
        }
        let pages = section.layer.pages
        let remaining = Set(pages.compactMap { $0.id })
        for (item, page) in contents.sections[source].pages.enumerated() {
          if let id = page.id, remaining.contains(id) { continue }
          builder.removeItem(at: ItemPath(section: source, item: item))
        }
        for (item, page) in pages.enumerated() where page.id == nil {
          builder.insertItem(page.route, at: ItemPath(section: index, item: item))
        }
      }
    }
  }

  /// The layers as sections of the list, with their models.
  private var sections: [(layer: Layer, model: NavigationLayer)] {
    tabs.enumerated().map { index, layer in
      (layer, .tab(layer.tab ?? "", isSelected: index == selectedTab))
    } + modals.map { ($0, .modal) }
  }
}
