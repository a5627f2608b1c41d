public import RosterCore
internal import RosterJSON

/// What a batch shows of a list that somebody looks at.
public struct ShownItems: Hashable, Sendable {
  /// The revision that the batch leads to.
  public var revision: Revision
  /// Why there is a batch: `change`, `remainder`, `workingRange`.
  public var causes: [String]
  /// Where the items stand that were built.
  public var shown: [ItemPath]
  /// Where the items stand that have left the working range.
  public var hidden: [ItemPath]
  /// How many of those that were inserted or updated come later, in remainders.
  public var awaitedCount: Int
  /// How many of those that were inserted or updated were not built.
  public var omittedCount: Int
  /// How long the list is.
  public var length: Double
  /// How many items were never measured.
  public var unmeasuredCount: Int

  /// Makes a summary of its parts.
  public init(
    revision: Revision, causes: [String], shown: [ItemPath], hidden: [ItemPath],
    counts: (awaited: Int, omitted: Int, unmeasured: Int), length: Double
  ) {
    self.revision = revision
    self.causes = causes
    self.shown = shown
    self.hidden = hidden
    awaitedCount = counts.awaited
    omittedCount = counts.omitted
    unmeasuredCount = counts.unmeasured
    self.length = length
  }
}

extension BatchWriter {
  /// Appends what a batch shows as one line.
  public static func append(shown: ShownItems, to bytes: inout [UInt8]) {
    bytes.appendLine("shown") { bytes in
      bytes.appendMember("revision") { $0.appendInt(shown.revision) }
      bytes.appendMember("causes", shown.causes) {
        JSONValue.string($1).appendCanonical(to: &$0)
      }
      bytes.appendMember("items", shown.shown) { $0.appendPath($1) }
      bytes.appendMember("hidden", shown.hidden) { $0.appendPath($1) }
      bytes.appendMember("awaited") { $0.appendInt(shown.awaitedCount) }
      bytes.appendMember("omitted") { $0.appendInt(shown.omittedCount) }
      bytes.appendMember("length", .number(shown.length))
      bytes.appendMember("unmeasured") { $0.appendInt(shown.unmeasuredCount) }
    }
  }
}
