internal import RosterCore

extension NavigationState {
  /// Returns the state after an operation.
  ///
  /// Pages that stay keep their identity; new ones have none until the list has them.
  ///
  /// - Throws: `nothingBelow`, `noModal`, `noSuchPage`, `noSuchTab` or `noPages`.
  /// - Complexity: O(*n*) for *n* pages.
  public func applying(
    _ operation: NavigationOperation<Route>
  ) throws(NavigationError) -> NavigationState {
    var state = self
    switch operation {
    case .push(let route): state.withTop { $0.append(Page(route: route)) }
    case .back:
      guard chain.count > 1 else { throw .nothingBelow }
      state.goBack(toDepth: chain.count - 1)
    case .backTo(let depth): state.goBack(toDepth: depth)
    case .popTo(let id):
      guard let index = chain.firstIndex(where: { $0.id == id }) else { throw .noSuchPage(id) }
      state.goBack(toDepth: index + 1)
    case .popToRoot: state.withTop { $0.removeSubrange(1...) }
    case .replace(let route): state.withTop { $0[$0.count - 1] = Page(route: route) }
    case .present(let routes):
      guard !routes.isEmpty else { throw .noPages }
      state.modals.append(Layer(routes: routes))
    case .dismiss:
      guard state.modals.popLast() != nil else { throw .noModal }
    case .dismissModal(let id):
      let modal = modals.firstIndex { $0.pages.contains { $0.id == id } }
      guard let modal else { throw .noSuchPage(id) }
      state.modals.removeSubrange(modal...)
    case .select(let name): try state.select(name)
    case .open(let path): try state.open(path)
    }
    return state
  }

  private mutating func withTop(_ change: (inout [Page]) -> Void) {
    if modals.isEmpty {
      change(&tabs[selectedTab].pages)
    } else {
      change(&modals[modals.count - 1].pages)
    }
  }

  private mutating func goBack(toDepth depth: Int) {
    var surplus = chain.count - max(1, depth)
    while surplus > 0 {
      let count = topLayer.pages.count
      if !modals.isEmpty, count <= surplus {
        modals.removeLast()
        surplus -= count
      } else {
        let removed = min(surplus, count - 1)
        withTop { $0.removeLast(removed) }
        return
      }
    }
  }

  private mutating func select(_ name: String) throws(NavigationError) {
    let index = try tabIndex(of: name)
    if index == selectedTab, modals.isEmpty {
      withTop { $0.removeSubrange(1...) }
    }
    modals = []
    selectedTab = index
  }

  private mutating func open(_ path: NavigationPath<Route>) throws(NavigationError) {
    guard !path.pages.isEmpty, path.modals.allSatisfy({ !$0.isEmpty }) else { throw .noPages }
    if let name = path.tab {
      let index = try tabIndex(of: name)
      // Modals above different tabs are different places, even if their pages have equal routes.
      if index != selectedTab { modals = [] }
      selectedTab = index
    }
    tabs[selectedTab].become(path.pages)
    // A modal stays if the first of its pages does; it is new otherwise, and so are those above it.
    let kept = zip(modals, path.modals).prefix { $0.pages[0].route == $1[0] }.count
    modals.removeSubrange(kept...)
    for (index, routes) in path.modals.enumerated() {
      if index < kept {
        modals[index].become(routes)
      } else {
        modals.append(Layer(routes: routes))
      }
    }
  }

  private func tabIndex(of name: String) throws(NavigationError) -> Int {
    guard let index = tabs.firstIndex(where: { $0.tab == name }) else { throw .noSuchTab(name) }
    return index
  }
}

extension NavigationState.Layer {
  /// Makes the stack one of these pages. Those that it begins with already stay.
  fileprivate mutating func become(_ routes: [Route]) {
    let kept = zip(pages, routes).prefix { $0.route == $1 }.count
    pages.removeSubrange(kept...)
    pages += routes[kept...].map { NavigationState.Page(route: $0) }
  }
}
