internal import Dispatch
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Lists at earlier revisions that pages show: one for all pages that show the same list alike at the same revision, for
/// as long as one of them shows it.
final class PastFeeds: Sendable {
  private struct Key: Hashable {
    /// A feed that is there keeps the identity of its source, so no other one has its identifier.
    let source: ObjectIdentifier
    let revision: Revision
  }

  private struct WeakFeed {
    weak var feed: ListFeed?
  }

  private let feeds = Guarded<[Key: WeakFeed]>([:])
  /// Reads the journal while other threads serve pages. Ways through it are gone one after the other, and one that no page
  /// wants any more ends after its next step.
  private let queue = DispatchQueue(label: "roster.past", qos: .userInitiated)

  /// The most revisions that pages show at once.
  private let countMax: Int

  init(countMax: Int = 256) { self.countMax = countMax }

  /// The number of revisions that pages show.
  var count: Int { feeds.withLock { $0.values.count { $0.feed != nil } } }

  /// Returns a list at an earlier revision.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - source: The list at present.
  ///   - known: What the page shows by now, from which the way may be shorter; `nil` for the present.
  ///   - isWanted: Called before the way and after each step of it, with the share that is gone, from 0 to 1. Returns
  ///     whether the page still wants the revision.
  /// - Throws: `PageError`: `refused` if the revision is kept no longer, or there is none, or the journal cannot be read; `busy` if
  ///   pages show too many revisions; `failed` if the page wants it no longer.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revision and the nearer one of what is shown and the
  ///   present, unless another page shows it already. No rows are read.
  func feed(
    at revision: Revision, of source: any FeedSource, near known: (any FeedSource)?,
    while isWanted: @escaping @Sendable (Double) -> Bool
  ) async throws(PageError) -> ListFeed {
    let key = Key(source: ObjectIdentifier(source.identity), revision: revision)
    // What is there does not wait for the ways of other pages.
    if let feed = feeds.withLock({ $0[key]?.feed }) { return feed }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<ListFeed, PageError>, Never>) in
      queue.async {
        continuation.resume(
          returning: Result { () throws(PageError) in
            try self.feed(key, source, known, isWanted)
          })
      }
    }
    return try result.get()
  }

  private func feed(
    _ key: Key, _ source: any FeedSource, _ known: (any FeedSource)?,
    _ isWanted: (Double) -> Bool
  ) throws(PageError) -> ListFeed {
    if let feed = feeds.withLock({ $0[key]?.feed }) { return feed }
    guard isWanted(0) else { throw .notWanted }
    // Each keeps contents of rows of its own.
    guard count < countMax else {
      throw PageError(
        .busy,
        "no more than \(countMax) earlier revisions are shown at once; try again when pages show fewer"
      )
    }
    let past: (any FeedSource)?
    do throws(StorageError) {
      past = try source.past(at: key.revision, near: known, while: isWanted)
    } catch {
      throw PageError(.refused, "the list cannot be shown as it was: \(error)")
    }
    guard let past else { throw .notWanted }
    let feed = ListFeed(past)
    feeds.withLock { feeds in
      feeds = feeds.filter { $0.value.feed != nil }
      feeds[key] = WeakFeed(feed: feed)
    }
    return feed
  }
}
