import Roster
import RosterComponents

/// What the gallery knows of a photo, as a value of the environment of its page: so the page shows it, and
/// the gallery alone keeps it.
struct PhotoStanding: Equatable {
  var isFavourite: Bool
  /// The number of the photo among those that are shown, from 1 on; `nil` if the filter hides it.
  var number: Int?
  /// How many photos are shown.
  var count: Int

  /// Whether a photo stands before it.
  var hasPrevious: Bool { number.map { $0 > 1 } ?? false }
  /// Whether a photo stands behind it, as far as they were fetched.
  var hasNext: Bool { number.map { $0 < count } ?? false }
}

extension PhotoStanding: ComponentEnvironmentKey {
  /// The gallery does not have the photo.
  static let defaultValue: PhotoStanding? = nil
}

/// A photo in the gallery.
struct GalleryEntry {
  let item: ItemID
  let photo: Photo
  let standing: PhotoStanding
}

extension Gallery {
  /// Finds a photo; `nil` if the list does not have it.
  ///
  /// - Complexity: As ``FoundPhotos/item(of:in:)``.
  func entry(of id: Photo.ID) throws(StorageError) -> GalleryEntry? {
    try entry(of: id, in: list.snapshot)
  }

  /// Finds a photo at a revision; `nil` if the list does not have it.
  ///
  /// - Complexity: As ``FoundPhotos/item(of:in:)``.
  func entry(
    of id: Photo.ID, in snapshot: List.Snapshot
  ) throws(StorageError) -> GalleryEntry? {
    guard let item = try found.item(of: id, in: snapshot), let photo = item.model.photo else {
      return nil
    }
    let shown = GallerySection.ID.photos.index
    let standing = PhotoStanding(
      isFavourite: try Self.isFavourite(item.path, in: snapshot),
      number: item.path.section == shown ? item.path.item + 1 : nil,
      count: snapshot.itemCount(inSection: shown))
    return GalleryEntry(item: item.id, photo: photo, standing: standing)
  }

  /// Finds the photo so many places behind another one, among those that are shown; `nil` if there is none.
  /// If the end is near, the photos behind it are fetched.
  func photo(_ distance: Int, behind id: Photo.ID) throws(StorageError) -> Photo? {
    let snapshot = list.snapshot
    let shown = GallerySection.ID.photos.index
    guard let item = try found.item(of: id, in: snapshot), item.path.section == shown else {
      return nil
    }
    let index = item.path.item + distance
    let isInside = 0..<snapshot.itemCount(inSection: shown) ~= index
    let neighbour =
      isInside ? try snapshot.item(at: ItemPath(section: shown, item: index)) : nil
    if try isEndNear(neighbour?.id ?? item.id) { send(.endCameNear) }
    return neighbour?.model.photo
  }
}
