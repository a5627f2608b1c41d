import RosterTestKit
import Testing

@testable import roster_photos

/// What the server of invented photos says.
struct PhotoServerTests {
  @Test func pagesTogetherHaveEachPhotoOnceTheNewestFirst() {
    let catalogue = PhotoCatalogue(count: 47)
    let pages = (1...5).map { catalogue.page($0, of: 10) }
    #expect(pages.flatMap(\.photos).map(\.taken) == Array((1...47).reversed()))
    #expect(pages.map(\.isLast) == [false, false, false, false, true])
    #expect(catalogue.page(6, of: 10) == PhotoPage(photos: [], isLast: true))
  }

  @Test(arguments: [(0, 10), (-1, 10), (Int.max, 200), (1, 0), (1, Int.max), (Int.min, -5)])
  func anyPageHasAnAnswer(_ page: Int, _ size: Int) {
    #expect(PhotoCatalogue(count: 3).page(page, of: size).photos.count <= 3)
    #expect(PhotoCatalogue(count: 0).page(page, of: size).photos.isEmpty)
  }

  @Test func photoStaysTheSameWhenOthersCome() throws {
    let before = PhotoCatalogue(count: 10).page(1, of: 10).photos
    let after = PhotoCatalogue(count: 11).page(1, of: 11).photos
    #expect(Array(after.dropFirst()) == before)
  }

  @Test(arguments: [
    "/photos/1", "/pictures/p4.png", "/pictures/p0.png", "/pictures/x.png", "/", "",
  ])
  func whatIsNotThereIsNotFound(_ path: String) throws {
    #expect(try PhotoCatalogue(count: 3).answer(path: path, query: [:]).status == 404)
  }

  @Test func pictureHasTheSizeThatIsAskedFor() throws {
    let catalogue = PhotoCatalogue(count: 9)
    let full = PhotoCatalogue.size(ofPhoto: 7)
    for (query, width) in [
      (["width": "64"], 64), (["width": "0"], 1), (["width": "2000"], full.width),
    ] {
      let answer = try catalogue.answer(path: "/pictures/p7.png", query: query)
      let picture = try PNGReader(answer.body)
      #expect(answer.type == "image/png")
      #expect(picture.width == width)
      #expect(picture.height == max(1, full.height * width / full.width))
      #expect(
        picture.rgb
          == PhotoPainter(photo: 7).pixels(width: picture.width, height: picture.height))
    }
  }

  /// Runs of all lengths, between bytes of all values.
  @Test(arguments: 0..<12)
  func anyPictureIsWrittenWithoutLoss(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (width, height) = (1 + random.index(below: 300), 1 + random.index(below: 12))
    var rgb: [UInt8] = []
    while rgb.count < 3 * width * height {
      let pixel = (0..<3).map { _ in UInt8(random.index(below: 256)) }
      for _ in 0...random.index(below: random.happens(percent: 20) ? 400 : 3) { rgb += pixel }
    }
    rgb.removeLast(rgb.count - 3 * width * height)
    let picture = try PNGReader(PNGEncoder.png(width: width, height: height, rgb: rgb))
    #expect((picture.width, picture.height) == (width, height))
    #expect(picture.rgb == rgb, "seed \(seed)")
  }

  @Test func faultsAreThoseOfTheQuery() {
    var faults = ServerFaults(query: ["delay": "500", "status": "503", "cut": "10", "size": "99"])
    #expect((faults.delay, faults.status, faults.cut, faults.size) == (500, 503, 10, 99))
    faults = ServerFaults(
      query: ["delay": "-1", "status": "99", "cut": "-4", "size": "x", "type": "a\r\nb"])
    #expect((faults.delay, faults.status, faults.cut, faults.size) == (0, nil, 0, 0))
    #expect(faults.type == nil)
  }
}
