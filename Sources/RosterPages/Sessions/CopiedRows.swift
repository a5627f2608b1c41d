internal import RosterCore
internal import RosterJSON

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
    /// The list shows no models, which the format needs.
    case noModels
  }

  private let state: ListState
  private let request: CopyRequest
  /// Whether all of the text is one model.
  private let isSingle: Bool
  /// The table that is written, once the first part was read.
  private var table: TableText?
  private let partByteCountMax: Int
  let byteCountMax: Int
  /// The slots that were not read yet.
  private var slots: Range<Int>
  /// What was read and not sent.
  private var rest: ArraySlice<UInt8> = []
  /// The bytes that were read.
  private var byteCount = 0
  private(set) var rowCount = 0
  private var hasBegun = false
  private var hasEnded = false

  /// How many rows are read at a time.
  private static let stepCount = 16

  /// Begins at the first of some slots.
  init(
    _ slots: Range<Int>, of state: ListState, _ request: CopyRequest = CopyRequest(),
    partByteCountMax: Int = PageLimits.copiedPartByteCountMax, byteCountMax: Int? = nil
  ) {
    self.slots = slots
    self.state = state
    self.request = request
    isSingle = request.ends != nil && slots.count == 1
    self.partByteCountMax = partByteCountMax
    self.byteCountMax =
      byteCountMax
      ?? (request.ends == nil ? PageLimits.exportedByteCountMax : PageLimits.copiedByteCountMax)
  }

  /// Reads the next part. It may be empty if few rows are wanted, so that none takes long.
  ///
  /// - Throws: `StorageError` if the rows cannot be read.
  mutating func nextPart(from source: any FeedSource) throws(StorageError) -> Part {
    if !hasBegun {
      hasBegun = true
      try begin(source)
    }
    let end = slots.lowerBound + PageLimits.copiedPartRowCountMax
    while rest.count <= partByteCountMax, !slots.isEmpty, slots.lowerBound < end {
      let step = slots.prefix(Self.stepCount)
      slots = step.upperBound..<slots.upperBound
      guard let texts = try texts(of: state.rows(inSlots: step), in: source) else {
        return .noModels
      }
      append(texts)
      guard byteCount <= byteCountMax else { return .tooLarge }
    }
    if slots.isEmpty, !hasEnded {
      hasEnded = true
      if request.format == .json, !isSingle { append("\n]\n") }
    }
    if rest.count <= partByteCountMax {
      defer { rest = [] }
      let text = String(decoding: rest, as: UTF8.self)
      return slots.isEmpty ? .last(text) : .middle(text)
    }
    var cut = rest.startIndex + partByteCountMax
    // No character is cut in two: its second byte and those behind it begin with the bits 10.
    while rest[cut] & 0xC0 == 0x80 { cut -= 1 }
    defer { rest = rest[cut...] }
    return .middle(String(decoding: rest[..<cut], as: UTF8.self))
  }

  /// Writes what stands before the first row.
  private mutating func begin(_ source: any FeedSource) throws(StorageError) {
    switch request.format {
    case .text: break
    case .json: if !isSingle { append("[\n") }
    case .csv, .tsv:
      let table = TableText(
        request.format == .csv ? .comma : .tab, names: try source.fields?.names)
      self.table = table
      append(table.head)
    }
  }

  /// Returns the texts of rows that are wanted; `nil` if there are no models.
  private func texts(
    of rows: [PlacedRow], in source: any FeedSource
  ) throws(StorageError) -> [String]? {
    if request.format == .text { return try source.text(of: rows) }
    let models = try source.models(of: rows)?.filter { request.search?.matches($0) ?? true }
    return models?.map { table?.line(of: $0) ?? $0.canonicalText }
  }

  /// Appends the texts of rows.
  private mutating func append(_ texts: [String]) {
    // A new array, since a slice keeps what was sent.
    var bytes = Array(rest)
    let count = bytes.count
    for text in texts {
      if rowCount > 0 { bytes += separator.utf8 }
      rowCount += 1
      bytes += text.utf8
    }
    byteCount += bytes.count - count
    rest = bytes[...]
  }

  /// Appends what is no row.
  private mutating func append(_ text: String) {
    rest += text.utf8
    byteCount += text.utf8.count
  }

  /// What stands between two rows.
  private var separator: String {
    switch request.format {
    case .text: "\n"
    case .json: ",\n"
    case .csv, .tsv: ""
    }
  }
}
