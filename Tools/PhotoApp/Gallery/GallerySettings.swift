/// What the user has chosen about the list. It is part of the list, and so in its file.
struct GallerySettings: Codable, Equatable {
  var order = PhotoOrder.newest
  var filter = PhotoFilter()
  var arrangement = GalleryArrangement.rows
}

/// In which order photos stand.
enum PhotoOrder: String, Codable, CaseIterable {
  case newest
  case title
  case author

  /// Whether a photo stands before another one. Of two photos one always does, so the order does not
  /// depend on when they have arrived.
  func places(_ one: Photo, before other: Photo) -> Bool {
    switch self {
    case .newest: break
    case .title where one.title != other.title: return one.title < other.title
    case .author where one.author != other.author: return one.author < other.author
    case .title, .author: break
    }
    return one.taken == other.taken ? one.id < other.id : one.taken > other.taken
  }
}

/// Which photos are shown.
struct PhotoFilter: Codable, Equatable {
  /// Whether only favourites are.
  var onlyFavourites = false
  /// What the title or the author must contain; empty for everything.
  var text = ""

  func shows(_ photo: Photo, isFavourite: Bool) -> Bool {
    if onlyFavourites, !isFavourite { return false }
    if text.isEmpty { return true }
    let text = text.lowercased()
    return photo.title.lowercased().contains(text) || photo.author.lowercased().contains(text)
  }
}

/// How photos stand beside each other.
enum GalleryArrangement: String, Codable, CaseIterable {
  /// One below the other, with words.
  case rows
  /// In as many columns as there is room for.
  case grid
}
