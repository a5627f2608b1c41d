#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A part of what a derived list is sorted by.
///
///     let latest = try inbox.derived("latest", version: "1")
///       .sorted { [.descending($0.date), .ascending($0.sender)] }
///       .open()
///
/// Keys and never comparators: a key is made once, when its item changes, and is kept, so the order is total, and the
/// same after a restart and in every process.
public struct SortKey: Hashable, Sendable {
  let bytes: [UInt8]

  /// The number of bytes of all parts of a key together that are kept. Items with longer keys that have the same beginning
  /// stand in the order of ties.
  public static let byteCountMax = 512

  /// Smaller values first.
  public static func ascending(_ value: some SortValue) -> SortKey {
    SortKey(bytes: value.sortBytes)
  }

  /// Larger values first.
  public static func descending(_ value: some SortValue) -> SortKey {
    SortKey(bytes: value.sortBytes.map { ~$0 })
  }

  /// Returns the kept form of a key of several parts.
  static func joined(_ parts: [SortKey]) -> [UInt8] {
    if parts.count == 1, parts[0].bytes.count <= byteCountMax { return parts[0].bytes }
    var bytes: [UInt8] = []
    for part in parts { bytes += part.bytes }
    return bytes.count <= byteCountMax ? bytes : Array(bytes.prefix(byteCountMax))
  }
}

extension [UInt8] {
  /// Returns whether these bytes stand before others, as unsigned numbers.
  func precedes(_ other: [UInt8]) -> Bool { order(to: other) < 0 }

  /// Returns a number below 0 if these bytes stand before others, as unsigned numbers, above 0 if behind them, and 0 if
  /// they are the same.
  func order(to other: [UInt8]) -> Int {
    let order = withUnsafeBytes { bytes in
      other.withUnsafeBytes { others -> Int32 in
        // What is empty has no address.
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return 0 }
        return memcmp(start, otherStart, Swift.min(bytes.count, others.count))
      }
    }
    return order == 0 ? count - other.count : Int(order)
  }
}
