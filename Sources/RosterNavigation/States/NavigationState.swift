public import RosterCore

/// Where the user is in an application: the tabs with their stacks of pages, and the modals above
/// them.
///
///     photos (selected)   .photos  .photo(12)  .comments(12)
///     settings            .settings
///     modal               .share(12)                            <- visible
///
/// A state always has a tab, each tab and each modal has a page, and one tab is selected. The
/// *chain* are the pages of the selected tab and those of the modals, from the bottom to the page
/// that is visible: what a user goes back through.
public struct NavigationState<Route: Hashable & Sendable>: Hashable, Sendable {
  /// A page of a stack.
  public struct Page: Hashable, Sendable {
    /// The item that the list keeps the page as, for as long as the page exists; `nil` for a page
    /// that is not in the list yet.
    public var id: ItemID?
    /// What the application shows.
    public var route: Route

    /// Makes a page of its parts.
    public init(id: ItemID? = nil, route: Route) {
      self.id = id
      self.route = route
    }
  }

  /// A tab or a modal with its stack.
  public struct Layer: Hashable, Sendable {
    /// The section that the list keeps the layer as; `nil` if it is not in the list yet.
    public internal(set) var id: SectionID?
    /// The name of the tab, `nil` for a modal.
    public internal(set) var tab: String?
    /// The pages from the bottom to the top; never empty.
    public internal(set) var pages: [Page]

    /// Makes a layer out of the list, with new pages.
    init(id: SectionID? = nil, tab: String? = nil, routes: [Route]) {
      self.init(id: id, tab: tab, pages: routes.map { Page(route: $0) })
    }

    init(id: SectionID?, tab: String?, pages: [Page]) {
      self.id = id
      self.tab = tab
      self.pages = pages
    }
  }

  /// The tabs, in the order of the application.
  public internal(set) var tabs: [Layer]
  /// The index of the selected tab.
  public internal(set) var selectedTab: Int
  /// The modals, the topmost last.
  public internal(set) var modals: [Layer]

  /// Reads the state from the contents of a list, whatever they are.
  ///
  /// A tab that is missing, or has no pages, has its root. Sections that are none of the tabs,
  /// name a tab again, or are modals without pages are left out. The first tab that says so is
  /// selected, otherwise the first one.
  ///
  /// - Parameters:
  ///   - contents: What the list contains.
  ///   - tabs: The tabs of the application, at least one, with different names.
  public init(_ contents: NavigationContents<Route>, tabs: [NavigationTab<Route>]) {
    precondition(!tabs.isEmpty, "an application has at least one tab")
    var stored: [String: NavigationContents<Route>.Section] = [:]
    var selected: Set<String> = []
    modals = []
    for section in contents.sections {
      switch section.layer {
      case .tab(let name, let isSelected) where stored[name] == nil:
        stored[name] = section
        if isSelected { selected.insert(name) }
      case .modal where !section.pages.isEmpty:
        modals.append(Layer(id: section.id, tab: nil, pages: section.pages))
      default: break
      }
    }
    self.tabs = tabs.map { tab in
      let section = stored[tab.name]
      let pages = section?.pages ?? []
      return Layer(
        id: section?.id, tab: tab.name, pages: pages.isEmpty ? [Page(route: tab.root)] : pages)
    }
    selectedTab = tabs.firstIndex { selected.contains($0.name) } ?? 0
  }

  // MARK: Reading

  /// The layers that the user can go back through: the selected tab, then the modals.
  public var visibleLayers: [Layer] { [tabs[selectedTab]] + modals }

  /// The pages that the user can go back through; the last one is visible.
  public var chain: [Page] { visibleLayers.flatMap { $0.pages } }

  /// The page that is visible.
  public var visiblePage: Page { topLayer.pages[topLayer.pages.count - 1] }

  /// The layer of the visible page.
  public var topLayer: Layer { modals.last ?? tabs[selectedTab] }

  /// All pages, of all tabs and modals.
  public var pages: [Page] { (tabs + modals).flatMap { $0.pages } }

  /// The routes of the chain, as a place that can be gone to.
  public var path: NavigationPath<Route> {
    NavigationPath(
      tab: tabs[selectedTab].tab, pages: tabs[selectedTab].pages.map { $0.route },
      modals: modals.map { $0.pages.map { $0.route } })
  }

  /// Whether each layer and page is in the list.
  var isStored: Bool {
    (tabs + modals).allSatisfy { $0.id != nil && $0.pages.allSatisfy { $0.id != nil } }
  }
}

/// A place in an application that can be gone to from anywhere: a whole chain of pages.
public struct NavigationPath<Route: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the tab; the selected one if `nil`.
  public var tab: String?
  /// The pages of the tab, from its bottom.
  public var pages: [Route]
  /// The pages of each modal above.
  public var modals: [[Route]]

  /// Makes a path of its parts.
  public init(tab: String? = nil, pages: [Route], modals: [[Route]] = []) {
    self.tab = tab
    self.pages = pages
    self.modals = modals
  }
}

extension NavigationPath: Codable where Route: Codable {}
