/// What stands in the list: a photo, or what the list has to say at its end.
enum GalleryItem: Equatable, Identifiable {
  case photo(Photo)
  case status(GalleryStatus)

  /// Names the item in every version of the list, so that it keeps its identity and its states.
  var id: String {
    switch self {
    case .photo(let photo): "photo \(photo.id)"
    case .status: "status"
    }
  }

  var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }
}

/// As JSON, an item has one member, which says what it is.
extension GalleryItem: Codable {
  private enum Key: CodingKey {
    case photo
    case status
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    if let photo = try members.decodeIfPresent(Photo.self, forKey: .photo) {
      self = .photo(photo)
    } else {
      self = .status(try members.decode(GalleryStatus.self, forKey: .status))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .photo(let photo): try members.encode(photo, forKey: .photo)
    case .status(let status): try members.encode(status, forKey: .status)
    }
  }
}

/// What the end of the list says instead of photos.
struct GalleryStatus: Codable, Equatable {
  enum Kind: String, Codable {
    /// Photos are on their way.
    case loading
    /// They did not arrive.
    case failed
    /// There are none, or none that the filter shows.
    case empty
  }

  var kind: Kind
  /// For people: why the photos did not arrive.
  var reason: String?

  static let loading = GalleryStatus(kind: .loading)
  static let empty = GalleryStatus(kind: .empty)
  static func failed(_ reason: String) -> GalleryStatus {
    GalleryStatus(kind: .failed, reason: reason)
  }
}

/// A part of the list.
///
/// The photos that a filter hides stay in the list, in a section that is not shown: so they keep their
/// identities and states, and a filter is a changeset that moves items.
struct GallerySection: Codable, Equatable, Identifiable {
  enum ID: String, Codable, CaseIterable {
    /// The photos that are shown.
    case photos
    /// One item or none, which tells what is going on.
    case status
    /// The photos that the filter hides.
    case hidden

    /// The index of the section.
    var index: Int {
      switch self {
      case .photos: 0
      case .status: 1
      case .hidden: 2
      }
    }
  }

  var id: ID
  /// What the header says; only of the photos.
  var summary: GallerySummary?
}

/// What the header says of the photos, and what the gallery goes on with after a restart.
struct GallerySummary: Codable, Equatable {
  var settings = GallerySettings()
  var progress = PhotoPaging.Progress()
  /// The number of photos that are shown.
  var shownCount = 0
  /// The number of photos that are hidden by the filter.
  var hiddenCount = 0
  /// The photos that links have led to; `nil` for none.
  var linked: [Photo.ID]?
  /// Whether photos that the list has already are fetched anew.
  var isRefreshing = false
  /// For people: why the list is as it was before; `nil` if it is as the server has it.
  var refreshFailure: String?
}
