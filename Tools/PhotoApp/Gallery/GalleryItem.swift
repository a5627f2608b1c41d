/// A photo, with what the user has done to it.
struct GalleryPhoto: Equatable, Identifiable {
  var photo: Photo
  var isFavourite = false
  /// Whether the description is shown.
  var isOpen = false

  var id: Photo.ID { photo.id }
}

/// What stands in the list: a photo, or what the list has to say at its end.
enum GalleryItem: Equatable, Identifiable {
  case photo(GalleryPhoto)
  case status(GalleryStatus)

  /// Names the item in every version of the list, so that it keeps its identity. It is the key of the item.
  var id: String {
    switch self {
    case .photo(let photo): Self.key(ofPhoto: photo.id)
    case .status: "status"
    }
  }

  static func key(ofPhoto id: Photo.ID) -> String { "photo \(id)" }

  var photo: GalleryPhoto? { if case .photo(let photo) = self { photo } else { nil } }
}

/// As JSON, an item has a member that says what it is, and a photo has one for each thing that was done to it.
extension GalleryItem: Codable {
  private enum Key: CodingKey {
    case photo
    case status
    case isFavourite
    case isOpen
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    if let photo = try members.decodeIfPresent(Photo.self, forKey: .photo) {
      self = .photo(
        GalleryPhoto(
          photo: photo,
          isFavourite: try members.decodeIfPresent(Bool.self, forKey: .isFavourite) ?? false,
          isOpen: try members.decodeIfPresent(Bool.self, forKey: .isOpen) ?? false))
    } else {
      self = .status(try members.decode(GalleryStatus.self, forKey: .status))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .photo(let photo):
      try members.encode(photo.photo, forKey: .photo)
      if photo.isFavourite { try members.encode(true, forKey: .isFavourite) }
      if photo.isOpen { try members.encode(true, forKey: .isOpen) }
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
struct GallerySection: Codable, Equatable, Identifiable, Sendable {
  enum ID: String, Codable, CaseIterable {
    case photos
    /// One item or none, which tells what is going on.
    case status
    /// In files of earlier versions, the photos that the filter hid.
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
