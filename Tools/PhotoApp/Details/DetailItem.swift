import Roster

/// A comment of the user on a photo.
struct PhotoComment: Codable, Equatable {
  /// Counts the comments on a photo, from 1 on.
  var number: Int
  var text: String
}

/// What stands on the page of a photo.
enum DetailItem: Codable, Equatable, Identifiable {
  case photo(Photo)
  /// Stands there as long as the photo is not known.
  case status(GalleryStatus)
  case comment(PhotoComment)
  /// The field for the next comment.
  case field

  /// Names the item in every version of the list.
  var id: String {
    switch self {
    case .photo: "photo"
    case .status: "status"
    case .comment(let comment): "comment \(comment.number)"
    case .field: "field"
    }
  }
}

/// A part of the page of a photo.
struct DetailSection: Codable, Equatable, Identifiable {
  enum ID: String, Codable, CaseIterable {
    case photo
    case comments
    case field

    /// The index of the section.
    var index: Int {
      switch self {
      case .photo: 0
      case .comments: 1
      case .field: 2
      }
    }
  }

  var id: ID
  /// How many comments there are, for the header; only of the comments.
  var commentCount: Int?
}
