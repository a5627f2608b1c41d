public import Foundation
public import RosterCore
public import RosterEngine

/// Why a navigation was not carried out; the state is as it was.
public enum NavigationError: Error, Sendable {
  /// Below the visible page is no other.
  case nothingBelow
  /// No modal is open.
  case noModal
  /// The page is not in the chain, or not in a modal.
  case noSuchPage(ItemID)
  /// The application has no tab of this name.
  case noSuchTab(String)
  /// A modal or a path without pages cannot be shown.
  case noPages
  /// The address does not lead to a page.
  case address(AddressError)
  /// The list refused the change or the step.
  case list(DataSourceError)
  /// The list cannot be read: `undecodable` if a newer or older version of the application wrote
  /// routes that this one does not have. See ``UnreadablePolicy``.
  case storage(StorageError)
}

extension NavigationError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .nothingBelow: "below the visible page is no other to go back to"
    case .noModal: "no modal is open that could be dismissed"
    case .noSuchPage(let id): "the page of \(id) is not among those that can be gone back to"
    case .noSuchTab(let name): "the application has no tab \(name.inQuotes)"
    case .noPages: "at least one page is needed"
    case .address(let error): error.description
    case .list(let error): error.description
    case .storage(let error): error.description
    }
  }
}

/// What becomes of a navigation list that this version of an application cannot read.
public enum UnreadablePolicy: Hashable, Sendable {
  /// Opening it fails.
  case refuse
  /// The list begins anew at the roots of the tabs. What was in it can be read at earlier
  /// revisions.
  case startAnew
}

extension NavigationError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
