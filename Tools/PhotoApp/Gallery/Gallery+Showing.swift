import Roster
import RosterComponentLists
import RosterComponents

extension Gallery {
  /// What the user has chosen, as it is shown.
  var settings: GallerySettings {
    get throws(StorageError) { try GallerySettings(of: list.snapshot) }
  }

  /// Returns whether the end of the photos is near.
  ///
  /// - Parameter item: The last item that is visible; `nil` if none is.
  func isEndNear(_ item: ItemID?) throws(StorageError) -> Bool {
    guard let item else { return true }
    let state = list.snapshot.state
    guard let path = try state.path(of: item) else { return false }
    let photos = GallerySection.ID.photos.index
    return path.section > photos
      || path.item + Self.nearCount >= state.itemCount(inSection: photos)
  }

  /// So many photos before the last one, the next page is fetched.
  private static let nearCount = 10
}
