/// The photos that the server shows: all of them are invented, and the same on every machine.
///
/// A photo has a number, from 1 on; the one with the largest number is the newest. What it is follows from
/// its number alone, so a catalogue is only a count.
struct PhotoCatalogue: Equatable {
  /// How many photos there are.
  var count: Int

  /// As many photos are in one page.
  static let pageCountMax = 200

  /// Returns the photos of a page, the newest first.
  ///
  /// - Parameters:
  ///   - page: The number of the page; the first is 1.
  ///   - size: How many photos a page has.
  func page(_ page: Int, of size: Int) -> PhotoPage {
    let size = min(max(1, size), Self.pageCountMax)
    let (start, overflows) = (max(1, page) - 1).multipliedReportingOverflow(by: size)
    guard !overflows, start < count else { return PhotoPage(photos: [], isLast: true) }
    let end = min(count, start + size)
    return PhotoPage(
      photos: (start..<end).map { photo(number: count - $0) }, isLast: end == count)
  }

  /// Returns a photo by the number that its id contains; `nil` if there is none.
  func number(ofPhoto id: Substring) -> Int? {
    guard id.first == "p", let number = Int(id.dropFirst()), 1...max(1, count) ~= number,
      count > 0
    else { return nil }
    return number
  }

  /// Returns the photo with a number.
  func photo(number: Int) -> Photo {
    var numbers = SeededNumbers(seed: UInt64(number))
    let (adjective, subject, place) = (
      Self.adjectives.picked(by: &numbers), Self.subjects.picked(by: &numbers),
      Self.places.picked(by: &numbers)
    )
    let author = "\(Self.givenNames.picked(by: &numbers)) \(Self.familyNames.picked(by: &numbers))"
    let light = Self.lights.picked(by: &numbers)
    let size = Self.sizes.picked(by: &numbers)
    return Photo(
      id: "p\(number)", title: "\(adjective) \(subject) \(place)", author: author,
      width: size.width, height: size.height, taken: number,
      picture: "/pictures/p\(number).png?width=\(size.width)",
      thumbnail: "/pictures/p\(number).png?width=160",
      description: """
        Taken by \(author) \(light), with a camera that does not exist. The \(subject.lowercased()) \
        stood there only for a moment, and so it is photo number \(number) of this collection.
        """)
  }

  /// Returns the size of the picture of a photo.
  static func size(ofPhoto number: Int) -> (width: Int, height: Int) {
    let photo = PhotoCatalogue(count: number).photo(number: number)
    return (photo.width, photo.height)
  }

  private static let adjectives = [
    "Quiet", "Golden", "Broken", "Distant", "Early", "Forgotten", "Gentle", "Hollow", "Bright",
    "Wandering", "Silver", "Windy",
  ]
  private static let subjects = [
    "Harbour", "Lighthouse", "Meadow", "Staircase", "Orchard", "Bridge", "Window", "Station",
    "Dune",
    "Market", "Rooftop", "Glacier", "Canal", "Garden",
  ]
  private static let places = [
    "in Lisbon", "at Dawn", "by the Sea", "in Winter", "near Tromsø", "in the Rain", "at Noon",
    "above Kyoto", "after the Storm", "in Valparaíso", "at the Border", "in Fog",
  ]
  private static let lights = [
    "shortly after sunrise", "in the last light of the day", "under a grey sky", "by moonlight",
    "on the hottest day of the year", "between two showers",
  ]
  private static let givenNames = [
    "Ada", "Björn", "Chidi", "Dolores", "Emre", "Fatou", "Grace", "Hiro", "Inês", "Jonas",
  ]
  private static let familyNames = [
    "Almeida", "Brandt", "Castillo", "Diallo", "Eriksen", "Fujita", "Görgülü", "Hopper",
  ]
  private static let sizes: [(width: Int, height: Int)] = [
    (640, 480), (640, 427), (480, 640), (560, 560), (640, 360),
  ]
}

extension Array {
  fileprivate func picked(by numbers: inout SeededNumbers) -> Element {
    self[Int(numbers.next() % UInt64(count))]
  }
}
