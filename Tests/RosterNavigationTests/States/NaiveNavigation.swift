import RosterCore
import RosterNavigation

@testable import RosterChild

/// What navigation means, in the plainest words: stacks of numbered pages as arrays. It shares no
/// algorithm with the library.
struct NaiveNavigation: Equatable {
  struct Page: Equatable {
    let number: Int
    let route: PhotoRoute
  }

  var tabs: [[Page]]
  var selected = 0
  var modals: [[Page]] = []
  private var lastNumber = 0

  init() {
    tabs = []
    for tab in PhotoRoute.tabs { tabs.append(pages([tab.root])) }
  }

  var chain: [Page] { tabs[selected] + modals.joined() }

  /// Carries out an operation.
  ///
  /// - Parameter id: Returns the number of a page that an operation names.
  /// - Returns: Whether it is possible.
  mutating func apply(
    _ operation: NavigationOperation<PhotoRoute>, id: (ItemNumber) -> Int? = { _ in nil }
  ) -> Bool {
    switch operation {
    case .push(let route): top.append(page(route))
    case .back: return back()
    case .backTo(let depth): while chain.count > max(1, depth), back() {}
    case .popTo(let item):
      guard let number = id(item.rawValue), chain.contains(where: { $0.number == number })
      else { return false }
      while chain.last?.number != number, back() {}
    case .popToRoot: while top.count > 1 { top.removeLast() }
    case .replace(let route):
      top.removeLast()
      top.append(page(route))
    case .present(let routes):
      if routes.isEmpty { return false }
      modals.append(pages(routes))
    case .dismiss: return modals.popLast() != nil
    case .dismissModal(let item):
      guard let number = id(item.rawValue),
        modals.joined().contains(where: { $0.number == number })
      else { return false }
      while modals.joined().contains(where: { $0.number == number }) { modals.removeLast() }
    case .select(let name):
      guard let index = PhotoRoute.tabs.firstIndex(where: { $0.name == name })
      else { return false }
      let wasSelected = index == selected && modals.isEmpty
      modals = []
      selected = index
      if wasSelected { while top.count > 1 { top.removeLast() } }
    case .open(let path): return open(path)
    }
    return true
  }

  typealias ItemNumber = Int

  private var top: [Page] {
    get { modals.last ?? tabs[selected] }
    set {
      if modals.isEmpty { tabs[selected] = newValue } else { modals[modals.count - 1] = newValue }
    }
  }

  private mutating func back() -> Bool {
    if top.count > 1 {
      top.removeLast()
      return true
    }
    return modals.popLast() != nil
  }

  private mutating func open(_ path: NavigationPath<PhotoRoute>) -> Bool {
    if path.pages.isEmpty || path.modals.contains([]) { return false }
    if let name = path.tab {
      guard let index = PhotoRoute.tabs.firstIndex(where: { $0.name == name })
      else { return false }
      if index != selected { modals = [] }
      selected = index
    }
    tabs[selected] = become(tabs[selected], path.pages)
    var new: [[Page]] = []
    var isSame = true
    for (index, routes) in path.modals.enumerated() {
      isSame = isSame && index < modals.count && modals[index][0].route == routes[0]
      new.append(become(isSame ? modals[index] : [], routes))
    }
    modals = new
    return true
  }

  private mutating func become(_ stack: [Page], _ routes: [PhotoRoute]) -> [Page] {
    var new: [Page] = []
    for route in routes {
      let isSame = new.count < stack.count && new == Array(stack[..<new.count])
      new.append(isSame && stack[new.count].route == route ? stack[new.count] : page(route))
    }
    return new
  }

  private mutating func pages(_ routes: [PhotoRoute]) -> [Page] { routes.map { page($0) } }

  private mutating func page(_ route: PhotoRoute) -> Page {
    lastNumber += 1
    return Page(number: lastNumber, route: route)
  }
}
