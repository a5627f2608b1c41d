extension NavigationPath where Route: RoutePath {
  /// Reads the place that an address such as `/photos/12/comments` leads to.
  ///
  /// `/` leads to the page that needs no segments, or to the root of the first tab.
  ///
  /// - Parameters:
  ///   - address: The path of an address. A query and a fragment are ignored.
  ///   - tabs: The tabs of the application, at least one.
  /// - Throws: `AddressError`.
  /// - Complexity: O(*n*), where *n* is the length of the address.
  public init(address: String, tabs: [NavigationTab<Route>]) throws(AddressError) {
    var segments = try AddressSegment.read(address)[...]
    var name: String?
    if case .tab(let tab) = segments.first {
      guard tabs.contains(where: { $0.name == tab }) else { throw .noTab(tab) }
      name = tab
      segments.removeFirst()
    }
    var stacks: [[Route]] = []
    repeat {
      let first = segments.startIndex
      let stack = segments.prefix { $0 != .modal }
      segments = segments[stack.endIndex...]
      var texts: [String] = []
      for segment in stack {
        guard case .text(let text) = segment else { throw .malformed(segment: first + texts.count) }
        texts.append(text)
      }
      do throws(AddressError) {
        stacks.append(try Self.pages(texts[...], at: first))
      } catch {
        // An address without segments leads to a root.
        guard texts.isEmpty, stacks.isEmpty, segments.isEmpty,
          let tab = Self.tab(named: name, in: tabs)
        else { throw error }
        stacks.append([tab.root])
      }
      // What follows the mark of a modal is its stack, even if it is empty.
    } while segments.popFirst() != nil
    tab = name ?? Self.tab(of: stacks[0][0], in: tabs)?.name
    pages = stacks[0]
    modals = Array(stacks.dropFirst())
  }

  /// The address of the place.
  ///
  /// - Parameter tabs: The tabs of the application, at least one.
  public func address(tabs: [NavigationTab<Route>]) -> String {
    var segments: [AddressSegment] = []
    if let tab, let first = pages.first, Self.tab(of: first, in: tabs)?.name != tab {
      segments.append(.tab(tab))
    }
    for (index, stack) in ([pages] + modals).enumerated() {
      if index > 0 { segments.append(.modal) }
      for (below, page) in zip([nil] + stack, stack) {
        segments += page.segments(above: below).map { .text($0) }
      }
    }
    return "/" + segments.map(\.encoded).joined(separator: "/")
  }

  private static func pages(
    _ texts: ArraySlice<String>, at first: Int
  ) throws(AddressError) -> [Route] {
    var texts = texts
    var pages: [Route] = []
    repeat {
      let start = texts.startIndex
      guard let page = Route.read(&texts, above: pages.last),
        texts.startIndex > start || pages.isEmpty, texts.endIndex >= texts.startIndex
      else { throw .noPage(segment: first + start) }
      pages.append(page)
    } while !texts.isEmpty
    return pages
  }

  /// The tab that a stack belongs to, if the address does not say: the one whose root is its first
  /// page, otherwise the first one.
  private static func tab(
    of page: Route, in tabs: [NavigationTab<Route>]
  ) -> NavigationTab<Route>? {
    tabs.first { $0.root == page } ?? tabs.first
  }

  private static func tab(
    named name: String?, in tabs: [NavigationTab<Route>]
  ) -> NavigationTab<Route>? {
    name.map { name in tabs.first { $0.name == name } } ?? tabs.first
  }
}

extension NavigationState where Route: RoutePath {
  /// The address of the visible page.
  public func address(tabs: [NavigationTab<Route>]) -> String { path.address(tabs: tabs) }

  /// The addresses of the pages of the chain, from the bottom to the visible one: what the history
  /// of a browser has, entry by entry.
  public func addresses(tabs: [NavigationTab<Route>]) -> [String] {
    var addresses: [String] = []
    var path = NavigationPath(tab: self.tabs[selectedTab].tab, pages: [Route]())
    for (index, layer) in visibleLayers.enumerated() {
      if index > 0 { path.modals.append([]) }
      for page in layer.pages {
        if index > 0 {
          path.modals[index - 1].append(page.route)
        } else {
          path.pages.append(page.route)
        }
        addresses.append(path.address(tabs: tabs))
      }
    }
    return addresses
  }
}
