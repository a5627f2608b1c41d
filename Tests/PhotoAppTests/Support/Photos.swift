import Roster

@testable import roster_photos

extension Photo {
  /// Makes a photo whose id is also its title.
  init(_ id: String, taken: Int = 0, author: String = "Ada", description: String = "") {
    self.init(
      id: id, title: id, author: author, width: 4, height: 3, taken: taken, picture: "/\(id).png",
      thumbnail: "/\(id)-small.png", description: description)
  }
}

extension [Photo] {
  /// Makes photos of letters, the first of which is the newest.
  init(letters: String) {
    self = letters.map { letter in
      let value = Int(letter.unicodeScalars.first?.value ?? 0)
      return Photo(String(letter), taken: 1_000 - value)
    }
  }
}

extension PhotoPage {
  /// Makes a page of letters; one that ends with a full stop is the last one.
  init(_ letters: String) {
    self.init(
      photos: [Photo](letters: letters.filter { $0 != "." }), isLast: letters.hasSuffix("."))
  }
}

extension ListContents<GalleryItem, GallerySection> {
  /// The ids of the photos, what the status says, and the ids of the hidden photos: "abc|loading|d".
  var line: String {
    sections.map { section in
      section.items.map { item in
        switch item {
        case .photo(let photo): photo.id
        case .status(let status): status.reason ?? status.kind.rawValue
        }
      }.joined()
    }.joined(separator: "|")
  }

  var summary: GallerySummary { sections.first?.model?.summary ?? GallerySummary() }
}
