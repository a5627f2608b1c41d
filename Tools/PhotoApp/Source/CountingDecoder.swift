import Foundation
import RosterConcurrency
import RosterImages
import RosterMounting

/// A decoder that counts what it does, to show that no picture is decoded twice in one size.
final class CountingDecoder: ImageDecoder {
  /// What it has done.
  struct Counts: Codable, Equatable {
    /// How often it was asked to decode.
    var decodings = 0
    /// How many pictures these were, each in each of its sizes.
    var pictures = 0
  }

  private struct Contents {
    var decodings = 0
    var requests: Set<ImageRequest> = []
  }

  private let decoder: any ImageDecoder
  private let contents = Guarded(Contents())

  init(_ decoder: any ImageDecoder) { self.decoder = decoder }

  var counts: Counts {
    contents.withLock { Counts(decodings: $0.decodings, pictures: $0.requests.count) }
  }

  func picture(
    of bytes: [UInt8], for request: ImageRequest, limits: ImageLimits
  ) throws(ImageError) -> Picture {
    contents.withLock { contents in
      contents.decodings += 1
      contents.requests.insert(request)
    }
    return try decoder.picture(of: bytes, for: request, limits: limits)
  }

  /// Writes the counts to a file, as JSON.
  func write(to path: String) throws {
    try JSONEncoder().encode(counts).write(to: URL(filePath: path))
  }
}
