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
  let photo: Photo
  let standing: PhotoStanding
}

extension Gallery {
  /// Finds a photo, also one that the filter hides; `nil` if the gallery does not have it.
  ///
  /// - Complexity: O(log *n*) for *n* photos.
  func entry(of id: Photo.ID) throws(StorageError) -> GalleryEntry? {
    try Self.entry(of: id, in: snapshots)
  }

  /// Finds a photo at a revision; `nil` if the gallery does not have it.
  ///
  /// - Complexity: O(log *n*) for *n* photos.
  static func entry(
    of id: Photo.ID, in snapshots: Snapshots
  ) throws(StorageError) -> GalleryEntry? {
    guard let item = try snapshots.photos.item(key: GalleryItem.key(ofPhoto: id)),
      let photo = item.model.photo
    else { return nil }
    let path = try snapshots.shown.path(of: item.id)
    let standing = PhotoStanding(
      isFavourite: photo.isFavourite, number: path.map { $0.item + 1 },
      count: shownCount(of: snapshots.shown))
    return GalleryEntry(photo: photo.photo, standing: standing)
  }

  /// Finds the photo so many places behind another one, among those that are shown; `nil` if there is none.
  /// If the end is near, the photos behind it are fetched.
  func photo(_ distance: Int, behind id: Photo.ID) throws(StorageError) -> Photo? {
    let (photos, shown) = try snapshots
    guard let item = try photos.item(key: GalleryItem.key(ofPhoto: id)),
      let path = try shown.path(of: item.id)
    else { return nil }
    let index = path.item + distance
    let isInside = 0..<Self.shownCount(of: shown) ~= index
    let neighbour =
      isInside ? try shown.item(at: ItemPath(section: path.section, item: index)) : nil
    if try isEndNear(neighbour?.id ?? item.id) { send(.endCameNear) }
    return neighbour?.model.photo?.photo
  }

  private static func shownCount(of snapshot: List.Snapshot) -> Int {
    let photos = GallerySection.ID.photos.index
    return photos < snapshot.sectionCount ? snapshot.itemCount(inSection: photos) : 0
  }
}
