public import RosterCore
internal import RosterEngine

/// The changes of a navigation list, in order, whatever made them: the navigator, an undo, or
/// another process.
public struct NavigationChanges<Route: Codable & Hashable & Sendable>: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = NavigationChange<Route>
  /// Why the list cannot be followed.
  public typealias Failure = NavigationError

  /// The state that the first change begins with.
  public let start: NavigationState<Route>
  /// The revision of that state.
  public let revision: Revision
  let batches: BatchSequence<Route, NavigationLayer, Never>
  let navigator: Navigator<Route>

  /// Makes the only iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(state: start, batches: batches, navigator: navigator)
  }

  /// Waits for each change in turn.
  public struct Iterator: AsyncIteratorProtocol {
    var state: NavigationState<Route>
    let batches: BatchSequence<Route, NavigationLayer, Never>
    let navigator: Navigator<Route>

    /// Returns the next change, `nil` when the list is closed.
    ///
    /// - Throws: `storage` if the list cannot be read, or has routes that this version of the
    ///   application does not have.
    public mutating func next() async throws(NavigationError) -> NavigationChange<Route>? {
      try await next(isolation: nil)
    }

    /// Waits for the next change, `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NavigationError) -> NavigationChange<Route>? {
      do throws(StorageError) {
        while let batch = try await batches.next() {
          if let change = try change(by: batch) { return change }
        }
        return nil
      } catch {
        throw .storage(error)
      }
    }

    /// Returns the next change if there is one by now, otherwise `nil`.
    ///
    /// - Throws: As ``next()``.
    public mutating func nextIfPublished() async throws(NavigationError) -> NavigationChange<
      Route
    >? {
      do throws(StorageError) {
        while let batch = try await batches.nextIfPublished() {
          if let change = try change(by: batch) { return change }
        }
        return nil
      } catch {
        throw .storage(error)
      }
    }

    private mutating func change(
      by batch: ListBatch<Route, NavigationLayer, Never>
    ) throws(StorageError) -> NavigationChange<Route>? {
      let target = NavigationState(try NavigationContents(batch.target), tabs: navigator.tabs)
      guard target.isStored else {
        // Another writer has left a tab without a page. The navigator adds it, and that is the
        // change.
        navigator.enqueueRepair()
        return nil
      }
      guard target != state else { return nil }
      let change = NavigationChange(
        from: state, to: target, revision: batch.target.revision, batch.changes.annotation)
      state = target
      return change
    }
  }
}
