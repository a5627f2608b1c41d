internal import RosterConcurrency
internal import RosterCore

extension ImageLoader {
  /// Loads pictures that may be needed soon, so that they are in the memory by then. What is
  /// visible comes first.
  ///
  /// Each call is taken back by one of ``cancelPrefetch(_:)``, unless the picture has come by then.
  /// Failures are not reported: they come again when the picture is needed.
  ///
  /// - Parameter requests: The pictures, the nearest one first.
  public func prefetch(_ requests: [ImageRequest]) {
    for request in requests {
      let (isNew, ticket, surplus) = state.withLock {
        state -> (isNew: Bool, LoadTicket, surplus: LoadTicket?) in
        let ticket = state.makeTicket()
        if state.cache.value(for: request) != nil || !state.prefetched.add(request, ticket) {
          state.unused.remove(ticket)
          return (false, ticket, nil)
        }
        return (true, ticket, state.prefetched.removeSurplus())
      }
      if let surplus { cancel(surplus) }
      if isNew { load(request, as: ticket, .ahead, onProgress: nil) { _ in } }
    }
  }

  /// Cancels pictures that were to be loaded ahead, unless they are loaded already or needed for something else.
  public func cancelPrefetch(_ requests: [ImageRequest]) {
    for request in requests {
      if let ticket = state.withLock({ $0.prefetched.remove(request) }) { cancel(ticket) }
    }
  }
}

/// What is loaded ahead, in the order in which it was asked for.
struct PrefetchList {
  private struct Entry {
    let ticket: LoadTicket
    var useCount: Int
  }

  private let countMax: Int
  private var entries: [ImageRequest: Entry] = [:]
  private var requests: [LoadTicket: ImageRequest] = [:]
  private var order: [LoadTicket] = []

  init(countMax: Int) { self.countMax = max(0, countMax) }

  var count: Int { entries.count }

  /// Adds a request; returns whether it is to be loaded.
  mutating func add(_ request: ImageRequest, _ ticket: LoadTicket) -> Bool {
    if entries[request] != nil {
      entries[request]?.useCount += 1
      return false
    }
    guard countMax > 0 else { return false }
    entries[request] = Entry(ticket: ticket, useCount: 1)
    requests[ticket] = request
    order.append(ticket)
    return true
  }

  /// Removes the earliest request if there are too many; returns its ticket.
  mutating func removeSurplus() -> LoadTicket? {
    guard order.count > countMax, let ticket = order.first else { return nil }
    ended(ticket)
    return ticket
  }

  /// Takes a request back; returns its ticket if it is no longer needed.
  mutating func remove(_ request: ImageRequest) -> LoadTicket? {
    guard let entry = entries[request] else { return nil }
    if entry.useCount > 1 {
      entries[request]?.useCount -= 1
      return nil
    }
    ended(entry.ticket)
    return entry.ticket
  }

  /// A picture has come, or cannot be loaded.
  mutating func ended(_ ticket: LoadTicket) {
    guard let request = requests.removeValue(forKey: ticket) else { return }
    entries[request] = nil
    order.removeAll { $0 == ticket }
  }
}
