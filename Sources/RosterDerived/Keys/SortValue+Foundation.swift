#if !WITHOUT_FOUNDATION
  public import Foundation

  extension Data: SortValue {
    /// Appends the bytes with an end, as those of a text.
    public func appendSortBytes(to bytes: inout [UInt8]) { bytes.appendEnded(self) }

    /// Takes bytes up to the end.
    public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
      guard let content = bytes.takeEnded() else { return nil }
      self.init(content)
    }
  }

  extension Date: SortValue {
    /// Appends the number of microseconds since the beginning of 2001, rounded, as an integer.
    public func appendSortBytes(to bytes: inout [UInt8]) {
      let microseconds = (timeIntervalSinceReferenceDate * 1_000_000).rounded()
      // What is no time, or too far away, is the latest or earliest.
      let number =
        Int64(exactly: microseconds) ?? (microseconds < 0 ? Int64.min : Int64.max)
      number.appendSortBytes(to: &bytes)
    }

    /// Takes 8 bytes.
    public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
      guard let number = Int64(takingSortBytesFrom: &bytes) else { return nil }
      self.init(
        timeIntervalSinceReferenceDate: Double(number) / 1_000_000)
    }
  }

  extension UUID: SortValue {
    /// Appends the 16 bytes.
    public func appendSortBytes(to bytes: inout [UInt8]) {
      withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    }

    /// Takes 16 bytes.
    public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
      guard bytes.count >= 16 else { return nil }
      var uuid = UUID_NULL
      withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes.prefix(16)) }
      bytes.removeFirst(16)
      self.init(uuid: uuid)
    }
  }

  private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
#endif
