public import RosterCore

/// Something that the user or the application does to a ``NavigationState``.
public enum NavigationOperation<Route: Hashable & Sendable>: Hashable, Sendable {
  /// Puts a page on top of the visible one.
  case push(Route)
  /// Goes back by one page of the chain; at the bottom of a modal, dismisses it.
  case back
  /// Goes back until the chain has so many pages, at least one.
  case backTo(depth: Int)
  /// Goes back to a page of the chain.
  case popTo(ItemID)
  /// Goes back to the bottom of the topmost stack.
  case popToRoot
  /// Puts a page in the place of the visible one.
  case replace(Route)
  /// Puts a modal with these pages, at least one, above everything.
  case present([Route])
  /// Removes the topmost modal.
  case dismiss
  /// Removes the modal with a page, and the modals above it.
  case dismissModal(of: ItemID)
  /// Goes to a tab. Modals are dismissed. If the tab is selected and no modal is above it, its
  /// stack goes back to its bottom.
  case select(tab: String)
  /// Goes to a place. Pages at the beginning of a stack that are the same stay.
  case open(NavigationPath<Route>)
}

extension NavigationOperation: Codable where Route: Codable {}

extension NavigationOperation {
  /// Puts a modal with one page above everything.
  public static func present(_ route: Route) -> Self { .present([route]) }

  /// The name of the operation, without its routes.
  var name: String {
    switch self {
    case .push: "push"
    case .back: "back"
    case .backTo: "back to depth"
    case .popTo: "pop to page"
    case .popToRoot: "pop to root"
    case .replace: "replace"
    case .present: "present"
    case .dismiss, .dismissModal: "dismiss"
    case .select: "select tab"
    case .open: "open"
    }
  }
}
