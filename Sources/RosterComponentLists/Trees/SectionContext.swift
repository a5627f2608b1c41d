public import RosterCore

/// What a closure for headers or footers receives beside the model of the section.
public struct SectionContext: Sendable {
  /// The section.
  public let id: SectionID
  /// Where the section stands in the target of the batch, or in the snapshot that was read. A
  /// header is not built again when its section moves.
  public let targetSection: Int
}
