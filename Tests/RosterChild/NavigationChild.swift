import Roster
import RosterNavigation

/// A process for the tests to kill: it navigates without pause, and tells of what it was told is
/// done.
enum NavigationChild {
  static let usage = "RosterChild navigation PATH DURABILITY"

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2,
      let durability = SQLiteConfiguration.Durability(rawValue: arguments[1])
    else { throw WrongArguments(usage: usage) }
    let navigator = try navigator(arguments[0], durability)
    while true {
      let operation = randomOperation()
      do throws(NavigationError) {
        let state = try await navigator.perform(operation)
        say("at \(navigator.list.snapshot.revision) \(description(of: state))")
      } catch {
        guard case .nothingBelow = error else { throw error }
      }
    }
  }

  /// Opens the navigation of the photos in a file.
  static func navigator(
    _ path: String, _ durability: SQLiteConfiguration.Durability
  ) throws -> Navigator<PhotoRoute> {
    try Navigator(
      NavigationList(.file(path, list: "navigation", durability: durability)),
      tabs: PhotoRoute.tabs)
  }

  /// A state in a line: its pages with their identities, tab by tab and modal by modal.
  static func description(of state: NavigationState<PhotoRoute>) -> String {
    let stacks = (state.tabs + state.modals).map { layer in
      layer.pages.map { "\($0.id?.rawValue ?? 0):\($0.route)" }.joined(separator: ",")
    }
    return "\(state.selectedTab);" + stacks.joined(separator: ";")
  }

  private static func randomOperation() -> NavigationOperation<PhotoRoute> {
    let number = Int.random(in: 1...9)
    return switch Int.random(in: 0..<12) {
    case 0..<4: .push(.photo(number))
    case 4..<7: .back
    case 7: .replace(.comments(number))
    case 8: .present(.share(number))
    case 9: .select(tab: "photos")
    case 10: .select(tab: "settings")
    default:
      .open(
        NavigationPath(
          tab: "photos", pages: [.photos, .photo(number), .comments(number)],
          modals: Bool.random() ? [[.share(number)]] : []))
    }
  }
}
