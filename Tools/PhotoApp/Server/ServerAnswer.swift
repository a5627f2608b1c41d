import Foundation

/// What the server says to a request.
struct ServerAnswer: Equatable {
  var status = 200
  var type: String
  var body: [UInt8]

  static func text(_ status: Int, _ text: String) -> ServerAnswer {
    ServerAnswer(status: status, type: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
  }

  static func json(_ value: some Encodable) throws -> ServerAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ServerAnswer(type: "application/json", body: Array(try encoder.encode(value)))
  }
}

extension PhotoCatalogue {
  /// Returns the answer to a request for something; what goes wrong is not in it.
  ///
  /// - Parameters:
  ///   - path: The path, as in `/photos`.
  ///   - query: The query, decoded.
  func answer(path: String, query: [String: String]) throws -> ServerAnswer {
    if path == "/photos" {
      let (page, size) = (query["page"].flatMap { Int($0) }, query["count"].flatMap { Int($0) })
      return try .json(self.page(page ?? 1, of: size ?? 30))
    }
    let parts = path.split(separator: "/")
    if parts.count == 2, parts[0] == "photos", let number = number(ofPhoto: parts[1]) {
      return try .json(photo(number: number))
    }
    guard parts.count == 2, parts[0] == "pictures", parts[1].hasSuffix(".png"),
      let number = number(ofPhoto: parts[1].dropLast(4))
    else { return .text(404, "There is nothing here.") }
    let (fullWidth, fullHeight) = Self.size(ofPhoto: number)
    let width = min(max(1, query["width"].flatMap { Int($0) } ?? fullWidth), fullWidth)
    let height = max(1, fullHeight * width / fullWidth)
    let pixels = PhotoPainter(photo: number).pixels(width: width, height: height)
    return ServerAnswer(
      type: "image/png", body: PNGEncoder.png(width: width, height: height, rgb: pixels))
  }
}
