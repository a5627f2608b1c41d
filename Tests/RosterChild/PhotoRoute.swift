import RosterNavigation

/// The pages of an application with photos.
enum PhotoRoute: Codable, Hashable, Sendable {
  case photos
  case photo(Int)
  case comments(Int)
  case settings
  case share(Int)

  static let tabs = [
    NavigationTab("photos", root: PhotoRoute.photos),
    NavigationTab("settings", root: PhotoRoute.settings),
  ]
}

extension PhotoRoute: RoutePath {
  func segments(above page: PhotoRoute?) -> [String] {
    switch self {
    case .photos: ["photos"]
    case .photo(let number): ["\(number)"]
    case .comments(let number): page == .photo(number) ? ["comments"] : ["comments", "\(number)"]
    case .settings: ["settings"]
    case .share(let number): ["share", "\(number)"]
    }
  }

  static func read(
    _ segments: inout ArraySlice<String>, above page: PhotoRoute?
  ) -> PhotoRoute? {
    switch segments.popFirst() {
    case "photos": return .photos
    case "settings": return .settings
    case "share": return segments.popFirst().flatMap { Int($0) }.map { .share($0) }
    case "comments":
      if case .photo(let number) = page { return .comments(number) }
      return segments.popFirst().flatMap { Int($0) }.map { .comments($0) }
    case let text?: return Int(text).map { .photo($0) }
    case nil: return nil
    }
  }
}
