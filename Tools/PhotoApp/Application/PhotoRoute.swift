import RosterNavigation

/// A page of the application.
///
///     /photos        all photos
///     /photos/p7     one of them, above all
enum PhotoRoute: RoutePath {
  case gallery
  case photo(Photo.ID)

  /// The application has one stack of pages.
  static let tabs = [NavigationTab("photos", root: PhotoRoute.gallery)]

  func segments(above page: PhotoRoute?) -> [String] {
    switch self {
    case .gallery: ["photos"]
    case .photo(let id): [id]
    }
  }

  static func read(
    _ segments: inout ArraySlice<String>, above page: PhotoRoute?
  ) -> PhotoRoute? {
    switch (page, segments.popFirst()) {
    case (nil, "photos"): .gallery
    case (.gallery, let id?): .photo(id)
    default: nil
    }
  }

  /// The address of the page of a photo.
  static func address(ofPhoto id: Photo.ID) -> String {
    NavigationPath(pages: [PhotoRoute.gallery, .photo(id)]).address(tabs: tabs)
  }
}
