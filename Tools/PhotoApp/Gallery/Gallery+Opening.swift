import Roster
import RosterComponents

extension Gallery {
  /// Opens the list of all photos, which is created if it does not exist.
  static func openPhotos(
    in store: SQLiteStore, _ configuration: DataSourceConfiguration
  ) throws -> Photos {
    guard let list = try store.list(named: "photos") else {
      throw StorageError(.failed, "\(store.path): the list of photos cannot be created")
    }
    let photos: Photos
    do throws(StorageError) {
      photos = try Photos(.stored(list), key: \.id, configuration: configuration)
    } catch {
      guard error.code == .unencodable else { throw error }
      try leaveOutPhotosWithoutKey(of: list, configuration)
      photos = try Photos(.stored(list), key: \.id, configuration: configuration)
    }
    if let contents = try earlierContents(of: photos.snapshot) {
      // An undo would lose the favourites.
      try photos.applySynchronously(
        .contents(contents, duplicates: .keepFirst), ChangeAnnotation(undo: .none))
    }
    return photos
  }

  /// Removes the photos that no list has a key for. Earlier versions had no keys.
  private static func leaveOutPhotosWithoutKey(
    of list: SQLiteList, _ configuration: DataSourceConfiguration
  ) throws {
    let photos = try Photos(.stored(list), configuration: configuration)
    var contents = try photos.snapshot.contents()
    for section in contents.sections.indices {
      contents.sections[section].items.removeAll { item in
        item.photo.map { $0.id.utf8.count > Photo.idByteCountMax } ?? false
      }
    }
    try photos.applySynchronously(
      .contents(contents, duplicates: .keepFirst), ChangeAnnotation(undo: .none))
  }

  /// What a row has remembered in files of earlier versions, as the state of its component.
  private struct EarlierMarks: Codable {
    var isFavourite: Bool
    var isOpen: Bool
  }

  /// Returns the contents of a list that an earlier version has left, as they are now: with the photos that its filter
  /// hid, and with the states of their rows; `nil` if this version has left it.
  private static func earlierContents(
    of snapshot: Photos.Snapshot
  ) throws(StorageError) -> ListContents<GalleryItem, GallerySection>? {
    guard try snapshot.sectionModels().contains(where: { $0?.id == .hidden }) else { return nil }
    let row = ScopePath([ScopeKey(typeName: PhotoRow.typeName)])
    var contents = try snapshot.contents()
    for section in contents.sections.indices {
      for item in contents.sections[section].items.indices {
        guard var photo = contents.sections[section].items[item].photo,
          let state = try snapshot.states(at: ItemPath(section: section, item: item))?[row],
          let marks = try? JSONModelCodec<EarlierMarks>().decode(state.value)
        else { continue }
        (photo.isFavourite, photo.isOpen) = (marks.isFavourite, marks.isOpen)
        contents.sections[section].items[item] = .photo(photo)
      }
    }
    return GalleryState(contents).contents
  }
}
