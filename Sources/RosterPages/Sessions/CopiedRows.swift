internal import RosterCore

/// The text of a range of rows, which is read in parts while it is sent.
///
/// The rows are those of the list at the beginning. What they say is read when their turn comes, and rows
/// that are gone by then are left out. No more is kept than a part and the few rows behind it.
struct CopiedRows {
  /// What comes next.
  enum Part {
    /// Others follow.
    case middle(String)
    case last(String)
    /// The text has more bytes than a copy may have.
    case tooLarge
  }

  private let state: ListState
  private let partByteCountMax: Int
  private let byteCountMax: Int
  /// The slots that were not read yet.
  private var slots: Range<Int>
  /// What was read and not sent.
  private var rest: ArraySlice<UInt8> = []
  /// The bytes that were read.
  private var byteCount = 0
  private var isFirst = true

  /// How many rows are read at a time.
  private static let stepCount = 16

  /// Begins at the first of some slots.
  init(
    _ slots: Range<Int>, of state: ListState,
    partByteCountMax: Int = PageLimits.copiedPartByteCountMax,
    byteCountMax: Int = PageLimits.copiedByteCountMax
  ) {
    self.slots = slots
    self.state = state
    self.partByteCountMax = partByteCountMax
    self.byteCountMax = byteCountMax
  }

  /// Reads the next part.
  ///
  /// - Throws: `StorageError` if the rows cannot be read.
  mutating func nextPart(from source: any FeedSource) throws(StorageError) -> Part {
    while rest.count <= partByteCountMax, !slots.isEmpty {
      let step = slots.prefix(Self.stepCount)
      slots = step.upperBound..<slots.upperBound
      append(try source.text(of: state.rows(inSlots: step)))
      guard byteCount <= byteCountMax else { return .tooLarge }
    }
    if rest.count <= partByteCountMax {
      return .last(String(decoding: rest, as: UTF8.self))
    }
    var end = rest.startIndex + partByteCountMax
    // No character is cut in two: its second byte and those behind it begin with the bits 10.
    while rest[end] & 0xC0 == 0x80 { end -= 1 }
    defer { rest = rest[end...] }
    return .middle(String(decoding: rest[..<end], as: UTF8.self))
  }

  /// Appends texts, each in lines of its own.
  private mutating func append(_ texts: [String]) {
    // A new array, since a slice keeps what was sent.
    var bytes = Array(rest)
    let count = bytes.count
    for text in texts {
      if !isFirst { bytes.append(UInt8(ascii: "\n")) }
      isFirst = false
      bytes += text.utf8
    }
    byteCount += bytes.count - count
    rest = bytes[...]
  }
}
