import Roster
import RosterDerived

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

extension GalleryState {
  /// What is shown of the contents, as the application has it shown.
  var shown: ListContents<GalleryItem, GallerySection> {
    get throws {
      let photos = try Gallery.Photos(.memory(list: "photos"), key: \.id)
      try photos.applySynchronously(.contents(contents))
      return try settings.shown(of: photos).open().list.snapshot.contents()
    }
  }
}

extension Gallery {
  /// What is shown, in a line.
  var line: String {
    get throws {
      let (photos, shown) = try snapshots
      return try shown.contents().line(among: photos.contents())
    }
  }
}

extension ListContents<GalleryItem, GallerySection> {
  /// The ids of the photos that are shown, what the status says, and the ids of the others, in their order:
  /// "abc|loading|d".
  func line(among all: Self) -> String {
    let hidden = Set(all.photoIDs).subtracting(photoIDs).sorted()
    let status = sections.flatMap(\.items).compactMap { item in
      if case .status(let status) = item { status.reason ?? status.kind.rawValue } else { nil }
    }
    return [photoIDs, status, hidden].map { $0.joined() }.joined(separator: "|")
  }

  var photoIDs: [Photo.ID] { sections.flatMap(\.items).compactMap(\.photo?.id) }
  var summary: GallerySummary { sections.first?.model?.summary ?? GallerySummary() }
}
