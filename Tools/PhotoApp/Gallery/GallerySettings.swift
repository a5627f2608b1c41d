import Roster
import RosterDerived

/// What the user has chosen about the list. It is part of the list, and so in its file.
struct GallerySettings: Codable, Equatable {
  var order = PhotoOrder.newest
  var filter = PhotoFilter()
  var arrangement = GalleryArrangement.rows
}

extension GallerySettings {
  /// Says what is shown of a list of photos, and in which order: a list with the same sections.
  ///
  /// Each transaction of the photos has the change of what is shown.
  func shown(of photos: Gallery.Photos) -> DerivedDefinition<GalleryItem, GallerySection> {
    photos.derived("photos shown", version: "1 \(order.rawValue) \(filter.version)")
      .where { [filter] item in item.photo.map(filter.shows) ?? true }
      // Of two photos one always stands first, so the order does not depend on when they have arrived.
      .sorted { [order] item in
        let photo = item.photo?.photo
        return [
          .ascending(photo.map(order.text) ?? ""), .descending(photo?.taken ?? 0),
          .ascending(item.id),
        ]
      }
      .sections(of: photos, keepingEmpty: true)
      .together()
  }
}

/// In which order photos stand: by a text, the newest first if it is the same.
enum PhotoOrder: String, Codable, CaseIterable {
  case newest
  case title
  case author

  func text(of photo: Photo) -> String {
    switch self {
    case .newest: ""
    case .title: photo.title
    case .author: photo.author
    }
  }
}

/// Which photos are shown.
struct PhotoFilter: Codable, Equatable {
  /// Whether only favourites are.
  var onlyFavourites = false
  /// What the title or the author must contain; empty for everything.
  var text = ""

  func shows(_ photo: GalleryPhoto) -> Bool {
    if onlyFavourites, !photo.isFavourite { return false }
    if text.isEmpty { return true }
    let text = text.lowercased()
    return photo.photo.title.lowercased().contains(text)
      || photo.photo.author.lowercased().contains(text)
  }

  /// Whether all photos that this filter shows are shown by another one.
  func isNarrower(than other: Self) -> Bool {
    (onlyFavourites || !other.onlyFavourites)
      && (other.text.isEmpty || text.lowercased().contains(other.text.lowercased()))
  }

  /// Tells the filter from others.
  fileprivate var version: String { (onlyFavourites ? "favourites " : "all ") + text }
}

/// How photos stand beside each other.
enum GalleryArrangement: String, Codable, CaseIterable {
  /// One below the other, with words.
  case rows
  /// In as many columns as there is room for.
  case grid
}
