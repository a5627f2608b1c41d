/// A photo, as a server describes it and the list keeps it.
struct Photo: Codable, Equatable, Identifiable {
  /// The name that the server gives the photo for good.
  var id: String
  var title: String
  var author: String
  /// The size of the picture in pixels.
  var width: Int
  var height: Int
  /// Orders photos by time: the newest has the largest number.
  var taken: Int
  /// Where the picture is; relative to the address of the server, if the server says so.
  var picture: String
  /// Where a small picture is.
  var thumbnail: String
  /// What the photo shows, in words.
  var description: String

  /// A photo with a longer name, in bytes of UTF-8, is left out: no list has a key for it.
  static let idByteCountMax = 1_000

  /// Width divided by height; 1 for a picture without a size.
  var aspectRatio: Double {
    width > 0 && height > 0 ? Double(width) / Double(height) : 1
  }
}

/// A part of the photos that a server has, the newest first.
struct PhotoPage: Codable, Equatable {
  var photos: [Photo]
  /// Whether no photos follow.
  var isLast: Bool
}
