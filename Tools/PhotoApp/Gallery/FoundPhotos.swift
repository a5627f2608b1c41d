import Roster
import RosterConcurrency

/// Where photos were found. An item keeps its identity wherever it moves, so a photo is searched once.
final class FoundPhotos: Sendable {
  private struct Contents {
    var items: [Photo.ID: ItemID] = [:]
    var searchedCount = 0
  }

  private let contents = Guarded(Contents())
  /// The most photos that are kept. They are those whose pages were opened.
  private static let countMax = 1_000

  /// How many items searches have looked at.
  var searchedCount: Int { contents.withLock { $0.searchedCount } }

  /// Returns the item of a photo; `nil` if the list does not have it.
  ///
  /// - Complexity: O(log *n*) if it was found before, O(*n*) otherwise, for *n* photos.
  func item(
    of id: Photo.ID, in snapshot: Gallery.List.Snapshot
  ) throws(StorageError) -> Gallery.List.Snapshot.Item? {
    if let known = contents.withLock({ $0.items[id] }), let path = try snapshot.path(of: known),
      let item = try snapshot.item(at: path), item.model.photo?.id == id
    {
      return item
    }
    var count = 0
    let found = try snapshot.firstItem { item in
      count += 1
      return item.photo?.id == id
    }
    contents.withLock { [count] contents in
      contents.searchedCount += count
      if contents.items.count >= Self.countMax { contents.items = [:] }
      contents.items[id] = found?.id
    }
    return found
  }
}
