internal import RosterJSON

/// What a row shows, as the bytes that every client is sent.
struct RowContent: Sendable, Equatable {
  /// The members of the row behind its key, each with a comma before it: `,"model":{…}`; empty for a
  /// header or footer that does not exist.
  let bytes: [UInt8]
  /// Tells contents apart without keeping them: what a session remembers of a row that it has sent.
  let digest: UInt64

  init(bytes: [UInt8]) {
    self.bytes = bytes
    // Seeded for each process, so that no model can be made to look like another one.
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    digest = UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Returns the content of the header of a section that is folded.
  ///
  /// - Parameter count: How many items it hides; `nil` if it is no such header.
  func folded(_ count: Int?) -> RowContent {
    count.map { RowContent(bytes: bytes + ",\"folded\":\($0)".utf8) } ?? self
  }

  /// Returns the content of a row of an earlier revision, with what that revision has done to it.
  ///
  /// - Parameters:
  ///   - mark: What became of the row.
  ///   - former: The model before; `nil` if there was none, or it is not known. A large one is left out: compared with
  ///     a part of it, fields that stayed would look like changed ones.
  func marked(_ mark: ChangeMarks.Mark, former: JSONValue?) -> RowContent {
    var bytes = bytes + ",\"mark\":\"\(mark.rawValue)\"".utf8
    if let former, !former.isLonger(than: Self.byteCountMax) {
      bytes += ",\"was\":".utf8
      former.appendCanonical(to: &bytes)
    }
    return RowContent(bytes: bytes)
  }

  /// Nothing: the section has no such header or footer.
  static let nothing = RowContent(bytes: [])

  /// A model, shortened if it is large.
  static func model(_ model: JSONValue) -> RowContent {
    var bytes = Array(",\"model\":".utf8)
    let shortened = model.shortened(byteCountMax: byteCountMax)
    shortened.value.appendCanonical(to: &bytes)
    if shortened.isCut { bytes += ",\"cut\":true".utf8 }
    if let count = shortened.count { bytes += ",\"count\":\(count)".utf8 }
    if !shortened.counts.isEmpty {
      bytes += ",\"counts\":".utf8
      JSONValue.object(shortened.counts).appendCanonical(to: &bytes)
    }
    return RowContent(bytes: bytes)
  }

  /// The outermost views of a row.
  static func views(_ views: [JSONValue]) -> RowContent {
    var bytes = Array(",\"views\":".utf8)
    JSONValue.array(views).appendCanonical(to: &bytes)
    // Views cannot be shortened: the text of a field would come back from the page in pieces.
    if bytes.count > viewByteCountMax { return fault("this row is too large to be shown") }
    return RowContent(bytes: bytes)
  }

  /// Why a row cannot be shown.
  static func fault(_ message: String) -> RowContent {
    var bytes = Array(",\"fault\":".utf8)
    JSONValue.string(message).appendCanonical(to: &bytes)
    return RowContent(bytes: bytes)
  }

  /// The most bytes of a model in an update.
  static let byteCountMax = 4_096
  /// The most bytes of the views of a row.
  static let viewByteCountMax = 262_144
}
