import RosterWidgets

/// What rows and the header tell the gallery.
enum GalleryMessage: Equatable, Sendable {
  case refresh
  case retry
  case order(PhotoOrder)
  case showOnlyFavourites(Bool)
  /// Something has happened to the field for what is searched.
  case search(TextField.Message)
  case arrange(GalleryArrangement)
  case toggleFavourite(Photo.ID)
  /// The user wants to see what a photo shows in words, or not any more.
  case toggleDescription(Photo.ID)
  /// The user wants to see a photo on its own page.
  case open(Photo.ID)

  /// What it means to the photos; `nil` if nothing.
  var event: GalleryState.Event? {
    switch self {
    case .refresh: .refresh
    case .retry: .retry
    case .order(let order): .ordered(order)
    case .showOnlyFavourites(let onlyFavourites): .showsOnlyFavourites(onlyFavourites)
    case .search(.changed(let text)), .search(.submitted(let text)): .searched(text)
    case .search, .open: nil
    case .arrange(let arrangement): .arranged(arrangement)
    case .toggleFavourite(let photo): .favouriteToggled(photo)
    case .toggleDescription(let photo): .descriptionToggled(photo)
    }
  }
}
