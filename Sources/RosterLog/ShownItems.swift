public import RosterCore
internal import RosterJSON

/// The visible results of a batch, for a list with a viewport.
public struct ShownItems: Hashable, Sendable {
  /// The revision that the batch leads to.
  public var revision: Revision
  /// The causes of the batch: `change`, `remainder`, `workingRange`.
  public var causes: [String]
  /// The paths of the items that were built.
  public var shown: [ItemPath]
  /// The paths of the items that have left the working range.
  public var hidden: [ItemPath]
  /// The number of inserted or updated items that later batches build, as remainders.
  public var awaitedCount: Int
  /// The number of inserted or updated items that were not built.
  public var omittedCount: Int
  /// The length of the list.
  public var length: Double
  /// The number of items that were never measured.
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
  /// Appends the visible results of a batch as one line.
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
