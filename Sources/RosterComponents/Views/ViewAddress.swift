public import RosterCore
public import RosterJSON

/// Names a view of an item by its path: the index among the item's outermost views, then the index
/// among the children, and so on.
///
///     []  no view        [0]  the first outermost view        [0, 2]  its third child
///
/// An address is valid in the tree that it was taken from. A renderer in another process sends it
/// with the generation of the tree; a renderer in this process resolves it in the tree that it
/// shows. The actions found there are data, and are performed in the tree that the item has by
/// then.
public struct ViewAddress: Hashable, Sendable, Codable {
  /// The indices, the outermost first.
  public var indices: [Int]

  /// Makes an address of indices.
  public init(_ indices: [Int]) { self.indices = indices }

  /// Returns the address of a child of the view.
  public func appending(_ index: Int) -> ViewAddress { ViewAddress(indices + [index]) }

  /// Reads the indices.
  public init(from decoder: any Decoder) throws { indices = try [Int](from: decoder) }

  /// Writes the indices.
  public func encode(to encoder: any Encoder) throws { try indices.encode(to: encoder) }
}

extension ViewAddress: ExpressibleByArrayLiteral {
  /// Makes an address of indices.
  public init(arrayLiteral elements: Int...) { self.init(elements) }
}

extension Collection where Element == ViewTree, Index == Int {
  /// Returns the view at an address, `nil` if it does not exist.
  ///
  /// - Complexity: O(depth).
  public func view(at address: ViewAddress) -> ViewTree? {
    guard let first = address.indices.first, indices.contains(first) else { return nil }
    var view = self[first]
    for index in address.indices.dropFirst() {
      guard view.children.indices.contains(index) else { return nil }
      view = view.children[index]
    }
    return view
  }

  /// Returns the actions of an event of the view at an address; `nil` if the view does not exist,
  /// empty if it has no such event.
  ///
  /// - Complexity: O(depth).
  public func actions(at address: ViewAddress, for event: ViewEvent) -> [ActionReference]? {
    view(at: address).map { $0.events[event] ?? [] }
  }

  /// Returns the addresses of the outermost views of a scope and of the scopes within it.
  ///
  /// - Complexity: O(*n*) in the number of views outside the scope.
  public func addresses(of scope: ScopePath) -> [ViewAddress] {
    var addresses: [ViewAddress] = []
    for index in indices {
      self[index].appendAddresses(of: scope, at: ViewAddress([index]), to: &addresses)
    }
    return addresses
  }
}

extension ViewTree {
  fileprivate func appendAddresses(
    of sought: ScopePath, at address: ViewAddress, to addresses: inout [ViewAddress]
  ) {
    if sought.contains(scope) {
      addresses.append(address)
      return
    }
    for (index, child) in children.enumerated() {
      child.appendAddresses(of: sought, at: address.appending(index), to: &addresses)
    }
  }
}

extension ViewTree {
  /// Returns the edits that perform an event of the view, sent from the view's scope; empty if the
  /// view has no such event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - arguments: The values of the event; see ``ViewEvent``.
  public func edits(for event: ViewEvent, arguments: [JSONValue] = []) -> [TreeEdit] {
    events[event, default: []].map { .perform($0, arguments: arguments, from: scope) }
  }
}

extension ComponentTree {
  /// Returns the actions of an event of a view; `nil` if the view does not exist, empty if it has
  /// no such event.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func actions(at address: ViewAddress, for event: ViewEvent) -> [ActionReference]? {
    views.actions(at: address, for: event)
  }

  /// Returns the edits that perform an event of a view; `nil` if the view does not exist, empty if
  /// it has no such event.
  ///
  /// A renderer in another process uses this with an address in the tree that it shows. The edits
  /// may be applied to any later tree of the item.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - address: The address of the view.
  ///   - arguments: The values of the event; see ``ViewEvent``.
  /// - Complexity: O(*n*), where *n* is the number of views.
  public func edits(
    for event: ViewEvent, at address: ViewAddress, arguments: [JSONValue] = []
  ) -> [TreeEdit]? {
    views.view(at: address)?.edits(for: event, arguments: arguments)
  }
}
