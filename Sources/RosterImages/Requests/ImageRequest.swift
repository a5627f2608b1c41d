public import RosterWidgets

/// A picture to load: where it is, and how large it is to be.
///
///     let lake = ImageRequest(
///       "https://example.org/lake.jpg", size: PixelSize(width: 320, height: 180))
///
/// Equal requests share one download, one decoding, and one picture in memory. Requests for several
/// sizes of an address share the download.
public struct ImageRequest: Hashable, Sendable {
  /// Where the picture is.
  public let address: String
  /// The box that the picture is scaled down to, in pixels; `nil` for all pixels of the picture. A
  /// smaller picture is not enlarged.
  public let size: PixelSize?
  /// How the picture fills the box.
  public let fit: ImageView.Fit

  /// Makes a request.
  public init(_ address: String, size: PixelSize? = nil, fit: ImageView.Fit = .contain) {
    self.address = address
    self.size = size
    // Without a box there is nothing to fit, and all such requests are equal.
    self.fit = size == nil ? .contain : fit
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The largest width and height; larger ones count as this.
  public static let lengthMax = 16_384

  /// The width; at least 1.
  public let width: Int
  /// The height; at least 1.
  public let height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = min(max(width, 1), Self.lengthMax)
    self.height = min(max(height, 1), Self.lengthMax)
  }
}

/// How urgent a picture is.
public enum ImagePriority: Int, Comparable, CaseIterable, Sendable {
  /// It may be needed soon.
  case ahead
  /// It is visible.
  case visible

  /// Whether one is less urgent than the other.
  public static func < (left: ImagePriority, right: ImagePriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// How much of a download has arrived.
public struct ImageProgress: Hashable, Sendable {
  /// The number of bytes that have arrived.
  public let receivedByteCount: Int
  /// The number of all bytes; `nil` if the server does not say.
  public let totalByteCount: Int?

  /// Makes a progress.
  public init(receivedByteCount: Int, totalByteCount: Int?) {
    self.receivedByteCount = receivedByteCount
    self.totalByteCount = totalByteCount
  }

  /// The part that has arrived, from 0 to 1; `nil` if the server does not say.
  public var fraction: Double? {
    guard let totalByteCount, totalByteCount > 0 else { return nil }
    return min(1, Double(receivedByteCount) / Double(totalByteCount))
  }
}
