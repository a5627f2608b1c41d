import RosterCore
import RosterNavigation
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterChild

/// A navigation three ways: the naive model, the state after each operation, and a list to which
/// its changesets are applied and from which the state is read anew.
struct NavigationHistory {
  typealias State = NavigationState<PhotoRoute>

  private(set) var naive = NaiveNavigation()
  private(set) var list = NaiveList<PhotoRoute, NavigationLayer>()
  private(set) var state: State
  /// The items that the pages of the model are.
  private var items: [Int: ItemID] = [:]

  init() throws {
    let empty = NavigationContents<PhotoRoute>()
    state = NavigationState(empty, tabs: PhotoRoute.tabs)
    list = try list.applying(state.changeset(from: empty))
    state = NavigationState(list.navigation, tabs: PhotoRoute.tabs)
    #expect(pagesAgree())
  }

  /// Carries out an operation in all ways, and compares them.
  ///
  /// - Returns: Whether they agree.
  mutating func apply(_ operation: NavigationOperation<PhotoRoute>) throws -> Bool {
    let numbers = Dictionary(items.map { ($1.rawValue, $0) }, uniquingKeysWith: { _, last in last })
    let isPossible = naive.apply(operation) { numbers[$0] }
    let target: State
    do throws(NavigationError) {
      target = try state.applying(operation)
    } catch {
      return !isPossible
    }
    let contents = list.navigation
    let changeset = target.changeset(from: contents)
    list = try list.applying(changeset)
    let read = NavigationState(list.navigation, tabs: PhotoRoute.tabs)
    // The state that was computed is the one that the list has, but for identities of new pages.
    let isRead =
      read.path == target.path && read.selectedTab == target.selectedTab
      && read.tabs.map { $0.pages.map(\.route) } == target.tabs.map { $0.pages.map(\.route) }
      && zip(read.pages, target.pages).allSatisfy { $1.id == nil || $0.id == $1.id }
    state = read
    let isSettled = read.changeset(from: list.navigation).isEmpty
    return isPossible && isRead && isSettled && pagesAgree()
  }

  /// Whether list and model have the same pages, and pages with the same number are the same item.
  private mutating func pagesAgree() -> Bool {
    let stacks = state.tabs.map(\.pages) + state.modals.map(\.pages)
    let naiveStacks = naive.tabs + naive.modals
    guard stacks.map(\.count) == naiveStacks.map(\.count), state.selectedTab == naive.selected
    else { return false }
    for (page, model) in zip(stacks.joined(), naiveStacks.joined()) {
      guard let id = page.id, page.route == model.route else { return false }
      if let known = items[model.number] {
        if known != id { return false }
      } else {
        if items.values.contains(id) { return false }
        items[model.number] = id
      }
    }
    return state.chain.map(\.route) == naive.chain.map(\.route)
  }
}

extension NaiveList<PhotoRoute, NavigationLayer> {
  /// The contents of the list, as the library reads them from a snapshot.
  var navigation: NavigationContents<PhotoRoute> {
    NavigationContents(
      sections.map { section in
        .init(
          id: SectionID(rawValue: section.id), layer: section.model,
          pages: section.items.map {
            .init(id: ItemID(rawValue: $0.id), route: $0.model)
          })
      })
  }
}

/// Operations that meet each other often, since they name few pages.
enum RandomOperations {
  static func next(
    _ state: NavigationState<PhotoRoute>, _ random: inout SplitMix64
  ) -> NavigationOperation<PhotoRoute> {
    let number = 1 + random.index(below: 2)
    let page = state.pages[random.index(below: state.pages.count)]
    switch random.index(below: 16) {
    case 0, 1: return .push(.photo(number))
    case 2: return .push(.comments(number))
    case 3, 4: return .back
    case 5: return .backTo(depth: random.index(below: 5) - 1)
    case 6: return page.id.map { .popTo($0) } ?? .back
    case 7: return .popToRoot
    case 8: return .replace(.photo(number))
    case 9: return .present([.share(number), .photo(number)])
    case 10: return .present(.share(number))
    case 11: return .dismiss
    case 12: return page.id.map { .dismissModal(of: $0) } ?? .dismiss
    case 13: return .select(tab: "photos")
    case 14: return .select(tab: "settings")
    default:
      let tab = random.happens(percent: 50) ? "photos" : nil
      let modals: [[PhotoRoute]] = [[.share(number)], [.share(1), .photo(number)]]
      return .open(
        NavigationPath(
          tab: tab, pages: [.photos, .photo(number), .comments(number)],
          modals: Array(modals.prefix(random.index(below: 3)))))
    }
  }
}
