public import RosterCore

/// What the closure that makes a header or footer is told beside the model of the section.
public struct SectionContext: Sendable {
  /// The section.
  public let id: SectionID
  /// Where the section stands: in the target of the batch, or in the snapshot that is read. A header
  /// is not built again when its section moves.
  public let targetSection: Int
}
