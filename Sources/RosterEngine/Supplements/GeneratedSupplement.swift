public import RosterCore
public import RosterLayout

/// What was made of the model of a section for its header or footer.
public struct GeneratedSupplement<Output: Sendable>: Sendable {
  /// The section, and whether it is the header or the footer.
  public let id: SupplementID
  /// Where the section stands in the target of the batch, or in the snapshot that is read.
  public let targetSection: Int
  /// What was generated; `nil` if the section has none, or none any more.
  public let output: Output?
  /// How large it is; `nil` if the section has none, or it is not laid out.
  public let size: Size?
  /// How large it was before the batch; `nil` if there was none, or it was not laid out. With a
  /// working range as it was last said, and `nil` also if only an estimate was known.
  public let formerSize: Size?

  /// Whether it has another size than before the batch.
  public var isResized: Bool { size != formerSize }

  /// The same with another size before.
  func with(formerSize: Size?) -> Self {
    Self(
      id: id, targetSection: targetSection, output: output, size: size, formerSize: formerSize)
  }
}
