public import RosterComponentLists
internal import RosterConcurrency
public import RosterCore
internal import RosterEngine

/// Loads the pictures of rows ahead of scrolling: those of the working range of a list.
///
///     let prefetcher = ImagePrefetcher(loader)
///     prefetcher.setRequests { item in [ImageRequest(address(item))] }
///     configuration.components.workingRange = WorkingRange(ahead: .items(40), behind: .items(10))
///     configuration.components.prefetchListener = prefetcher
///
/// What an item needed when it entered the range is taken back when it leaves it.
///
/// `state` is guarded by its lock.
public final class ImagePrefetcher: PrefetchListener {
  /// Returns the pictures of an item, the most important one first.
  public typealias Requests = @Sendable (ItemID) -> [ImageRequest]

  private struct State {
    var requests: Requests?
    var entered: [ItemID: [ImageRequest]] = [:]
  }

  private let loader: ImageLoader
  private let state = Guarded(State())

  /// Makes a listener that loads nothing until it knows what.
  public init(_ loader: ImageLoader) { self.loader = loader }

  /// Sets what is loaded for an item that enters the working range from now on. It is called on the
  /// work queue of the list, and must not wait for the list.
  public func setRequests(_ requests: @escaping Requests) {
    state.withLock { $0.requests = requests }
  }

  /// Begins to load what items need.
  public func willEnter(_ items: [ItemID]) {
    guard let requests = state.withLock({ $0.requests }) else { return }
    let needed = items.map { ($0, requests($0)) }
    state.withLock { state in
      for (item, requests) in needed where !requests.isEmpty { state.entered[item] = requests }
    }
    loader.prefetch(needed.flatMap(\.1))
  }

  /// Takes back what items needed.
  public func didLeave(_ items: [ItemID]) {
    let former = state.withLock { state in
      items.flatMap { state.entered.removeValue(forKey: $0) ?? [] }
    }
    loader.cancelPrefetch(former)
  }
}
